// Sources that mean harm to whoever compiles them. Each ends within its limits with the right
// status, and nothing of it stays. The limits are small, so that it does not take long.

#include "sandbox/compile.h"
#include "unit/sandbox/process_fixture.h"
#include "unit/support/host_kind.h"

// CPU time and not wall time ends what is slow: how busy the machine is must not matter.
static const CompileLimits LIMITS = {
    .wall_ms = 120000,
    .cpu_s = 1,
    .memory_bytes = 64u << 20,
    .file_bytes = 4u << 20,
    .message_bytes = 256u << 10,
    .process_count = 16,
};

typedef struct HostileSource {
    const char *name;
    const char *language;
    CompileStatus status;
    const char *source; // the same `repeat` times, between the beginning and the end
    const char *begin;
    const char *end;
    int repeat;
    CompileStatus or_status; // another that is right too; 0: none
} HostileSource;

#define PASSWORDS "root:"

static const HostileSource SOURCES[] = {
    {"includes /dev/zero", "c17", COMPILE_TOO_MUCH_MEMORY, .source = "#include \"/dev/zero\"\n"},
    {"includes /dev/random", "c++17", COMPILE_TOO_MUCH_MEMORY, .source = "#include </dev/random>\n",
        .or_status = COMPILE_TOO_SLOW},
    {"includes a folder", "c17", COMPILE_ERRORS, .source = "#include \"/\"\n"},
    {"includes /etc/shadow", "c17", COMPILE_ERRORS, .source = "#include \"/etc/shadow\"\n"},
    {"includes /etc/passwd", "c++17", COMPILE_ERRORS, .source = "#include \"/etc/passwd\"\n"},
    {"includes the host's processes", "c17", COMPILE_ERRORS,
        .source = "#include \"/proc/self/environ\"\n"},
    {"includes itself", "c17", COMPILE_ERRORS, .source = "#include __FILE__\n"},
    {"assembles /etc/passwd", "c17", COMPILE_ERRORS,
        .source = "__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void) { return 0; }\n"},
    {"assembles /dev/zero", "c17", COMPILE_TOO_MUCH_MEMORY,
        .source = "__asm__(\".incbin \\\"/dev/zero\\\"\");\nint main(void) { return 0; }\n",
        .or_status = COMPILE_ERRORS},
    {"asks for a plugin", "c++17", COMPILE_ERRORS,
        .source = "#pragma GCC plugin \"/tmp/x.so\"\n#pragma GCC system_header\n#include "
                  "\"@/etc/passwd\"\n"},
    {"recurses templates", "c++17", COMPILE_ERRORS,
        .source = "template <int n> struct T { static const int v = T<n - 1>::v + T<n - 2>::v; };\n"
                  "int main() { return T<1000000>::v; }\n",
        .or_status = COMPILE_TOO_MUCH_MEMORY},
    {"doubles templates", "c++17", COMPILE_TOO_MUCH_MEMORY,
        .source = "template <class... A> struct T { typedef typename T<A..., A...>::X X; };\n"
                  "int main() { T<int>::X x; }\n",
        .or_status = COMPILE_TOO_SLOW},
    {"doubles macros", "c17", COMPILE_TOO_MUCH_MEMORY,
        .source = "#define A(x) B(x) B(x) B(x) B(x)\n#define B(x) C(x) C(x) C(x) C(x)\n"
                  "#define C(x) D(x) D(x) D(x) D(x)\n#define D(x) E(x) E(x) E(x) E(x)\n"
                  "#define E(x) F(x) F(x) F(x) F(x)\n#define F(x) G(x) G(x) G(x) G(x)\n"
                  "#define G(x) H(x) H(x) H(x) H(x)\n#define H(x) I(x) I(x) I(x) I(x)\n"
                  "#define I(x) J(x) J(x) J(x) J(x)\n#define J(x) x x x x\n"
                  "int main(void) { A(A(0;)) }\n",
        .or_status = COMPILE_TOO_SLOW},
    {"computes for ever", "c++20", COMPILE_TOO_SLOW,
        .source = "constexpr unsigned long f(unsigned long n) { unsigned long s = 0;\n"
                  "  for (unsigned long i = 0; i < n; i++) s += i * n; return s; }\n"
                  "template <unsigned long n> struct T { static constexpr unsigned long v = "
                  "f(200000 + n); "
                  "};\n"
                  "template <unsigned long n> constexpr unsigned long g() {\n"
                  "  if constexpr (n == 0) return 0; else return T<n>::v + g<n - 1>(); }\n"
                  "int main() { return g<800>() & 1; }\n",
        .or_status = COMPILE_TOO_MUCH_MEMORY},
    {"has a giant array", "c17", COMPILE_TOO_MUCH_OUTPUT,
        .source = "char a[1 << 30] = {1};\nint main(void) { return a[5]; }\n"},
    {"warns without end", "c17", COMPILE_TOO_MUCH_OUTPUT,
        .source = "a; a; a; a; a; a; a; a; a; a;\n", .repeat = 2000},
    {"nests parentheses", "c17", COMPILE_ERRORS, .source = "(", .begin = "int main(void) { return ",
        .repeat = 100000, .or_status = COMPILE_TOO_MUCH_MEMORY},
    {"is Python that nests brackets", "python3", COMPILE_ERRORS, .source = "(", .repeat = 100000},
    {"is Python that nests operators", "python3", COMPILE_ERRORS, .source = "-",
        .begin = "x = ", .end = "1\n", .repeat = 100000},
    {"is Python that nests blocks", "python3", COMPILE_ERRORS, .source = "if 1:", .repeat = 100000},
    {"is Python that folds constants", "python3", COMPILE_OK,
        .source = "x = ((1 << 4000) ** 4000) ** 4000\n"},
    {"is Python of another encoding", "python3", COMPILE_ERRORS,
        .source = "# coding: no-such\nx = 1\n"},
};

static void compile(const char *language, Slice bytes, CompileResult *result) {
    CompileSource source = {
        .language = compile_language_find(slice_from(language)),
        .bytes = bytes,
    };
    Compiler *compiler = compiler_new(&(CompilerOptions){.limits = LIMITS});
    compile_result_init(result);
    compiler_run(compiler, &source, result);
    compiler_free(compiler);
    assert_true(has_no_children());
}

// Valid UTF-8 without control characters, and not too long.
static void assert_is_printable(const CompileResult *result) {
    assert_true(result->messages.size <= 256u << 10);
    for (const unsigned char *at = (const unsigned char *)result->messages.data; *at; at++) {
        assert_true((*at >= 0x20 && *at != 0x7f) || *at == '\n' || *at == '\t');
    }
    assert_int_equal(strlen(result->messages.data), result->messages.size);
}

static void ends_as_it_should(void **state) {
    const HostileSource *hostile = *state;
    Text source;
    text_init(&source);
    text_add(&source, hostile->begin ? hostile->begin : "");
    for (int i = 0; i < (hostile->repeat ? hostile->repeat : 1); i++) {
        text_add(&source, hostile->source);
    }
    text_add(&source, hostile->end ? hostile->end : "");
    CompileResult result;
    compile(hostile->language, text_slice(&source), &result);
    text_release(&source);
    bool is_other = hostile->or_status && result.status == hostile->or_status;
    if (result.status != hostile->status && !is_other) {
        fail_msg("%s instead of %s: %s", compile_status_name(result.status),
            compile_status_name(hostile->status), result.messages.data);
    }
    assert_null(strstr(result.messages.data, PASSWORDS));
    assert_is_printable(&result);
    assert_true(result.time_ns < 60 * NS_PER_S);
    compile_result_release(&result);
}

// Bytes that are no text, in a source and so in the messages about it.
static void any_bytes_are_a_source(void **state) {
    (void)state;
    static const char BYTES[] = "int \0 x\xff\xfe\x80 = \xc3( \x1b[2J; \xed\xa0\x80 \r\n\"\xf4\x90";
    static const char *const LANGUAGES[] = {"c17", "c++17", "python3"};
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof *LANGUAGES; i++) {
        CompileResult result;
        compile(LANGUAGES[i], (Slice){BYTES, sizeof BYTES - 1}, &result);
        assert_int_equal(result.status, COMPILE_ERRORS);
        assert_true(result.messages.size > 0);
        assert_is_printable(&result);
        compile_result_release(&result);
    }
}

static void nothing_is_left(void **state) {
    (void)state;
    assert_int_equal(access("/tmp/program", F_OK), -1);
    assert_true(host_has_no_group());
}

static int run(void) {
    enum { COUNT = sizeof SOURCES / sizeof *SOURCES };
    struct CMUnitTest tests[COUNT + 2];
    for (size_t i = 0; i < COUNT; i++) {
        tests[i] = (struct CMUnitTest){
            SOURCES[i].name, ends_as_it_should, NULL, NULL, (void *)&SOURCES[i]};
    }
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test(any_bytes_are_a_source);
    tests[COUNT + 1] = (struct CMUnitTest)cmocka_unit_test(nothing_is_left);
    return _cmocka_run_group_tests("hostile sources", tests, COUNT + 2, adopt_orphans, NULL);
}

int main(void) {
    return host_run(run);
}
