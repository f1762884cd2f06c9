// Sources made into programs: results, messages, languages, and what is kept of them. Sources that
// mean harm are in hostile_source_test.c.

#include <sys/stat.h>

#include "base/utf8.h"
#include "sandbox/compile_cache.h"
#include "sandbox/compile_language.h"
#include "unit/sandbox/process_fixture.h"

static CompileResult result;

static void compile_in(
    Compiler *compiler, const char *language, const char *name, const char *source) {
    CompileSource about = {
        .language = compile_language_find(slice_from(language)),
        .bytes = slice_from(source),
        .name = name,
    };
    compiler_run(compiler, &about, &result);
    assert_true(has_no_children());
}

static void compile(const char *language, const char *name, const char *source) {
    Compiler *compiler = compiler_new(&(CompilerOptions){.limits = COMPILE_LIMITS});
    compile_in(compiler, language, name, source);
    compiler_free(compiler);
}

static void assert_status(CompileStatus status) {
    if (result.status != status) {
        fail_msg("%s instead of %s: %s", compile_status_name(result.status),
            compile_status_name(status), result.messages.data);
    }
}

// What the program prints, run in a box as the referee runs it.
static void assert_prints(const char *command, const char *path, const char *expected) {
    BoxFile file = {path, text_slice(&result.binary)};
    Box box = {
        .limits = box_limits(256u << 20), .files = &file, .file_count = 1, .folder = "/program"};
    Process *process = process_new(&(ProcessOptions){.command = command, .box = &box}, NULL);
    assert_non_null(process);
    assert_true(is_line(process, expected));
    finish(process);
}

static void each_language_makes_a_program(void **state) {
    (void)state;
    compile("c17", "bot.c",
        "#include <math.h>\n#include <stdio.h>\n"
        "int main(int n, char **w) { (void)w; printf(\"%g\\n\", sqrt(n)); }\n");
    assert_status(COMPILE_OK);
    assert_string_equal(result.messages.data, "");
    assert_non_null(strstr(result.version.data, "gcc"));
    assert_true(result.time_ns > 0 && result.memory_bytes > 1 << 20 && !result.is_cached);
    assert_prints("/program/bot", "/program/bot", "1");
    static const char *const STANDARDS[][2] = {
        {"c++11", "201103"}, {"c++17", "201703"}, {"c++20", "202002"}};
    for (size_t i = 0; i < 3; i++) {
        compile(STANDARDS[i][0], "bot.cpp",
            "#include <cstdio>\nint main() { std::printf(\"%ld\\n\", __cplusplus); }\n");
        assert_status(COMPILE_OK);
        assert_prints("/program/bot", "/program/bot", STANDARDS[i][1]);
    }
    compile("python3", "bot.py", "import sys\nprint(sys.version_info.major)\n");
    assert_status(COMPILE_OK);
    assert_prints("python3 /program/bot.py", "/program/bot.py", "3");
}

static void errors_name_the_source_and_its_line(void **state) {
    (void)state;
    compile("c++17", "mine.cpp", "int main() {\n    return x;\n}\n");
    assert_status(COMPILE_ERRORS);
    assert_int_equal(result.binary.size, 0);
    assert_non_null(strstr(result.messages.data, "mine.cpp:2:12: error: "));
    assert_null(strstr(result.messages.data, COMPILE_FOLDER));
    compile("c17", "bot.c", "int main(void) { return missing(); }\n");
    assert_status(COMPILE_ERRORS);
    assert_non_null(strstr(result.messages.data, "missing"));
    compile("python3", "bot.py", "a = 1\nif a\n    pass\n");
    assert_status(COMPILE_ERRORS);
    assert_non_null(strstr(result.messages.data, "File \"bot.py\", line 2"));
    assert_null(strstr(result.messages.data, "Traceback"));
}

static void warnings_are_kept(void **state) {
    (void)state;
    compile("c17", "bot.c", "#warning mind the gap\nint main(void) { return 0; }\n");
    assert_status(COMPILE_OK);
    assert_non_null(strstr(result.messages.data, "bot.c:1:2: warning: #warning mind the gap"));
}

static void a_name_is_a_name_only(void **state) {
    (void)state;
    static const char *const NAMES[][2] = {
        {"a-b_c.2.cpp", "a-b_c.2.cpp"},
        {"", "bot.cpp"},
        {"-fplugin=x.so", "bot.cpp"},
        {"@options", "bot.cpp"},
        {"../../etc/passwd", "bot.cpp"},
        {".", "bot.cpp"},
        {"a b.cpp", "bot.cpp"},
        {"a\nb.cpp", "bot.cpp"},
    };
    CompileSource source = {.language = compile_language_find(slice_from("c++17"))};
    assert_string_equal(compile_source_name(&source), "bot.cpp");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        source.name = NAMES[i][0];
        assert_string_equal(compile_source_name(&source), NAMES[i][1]);
    }
}

static void languages_are_found(void **state) {
    (void)state;
    assert_null(compile_language_find(slice_from("c++98")));
    assert_null(compile_language_of_file("bot.txt"));
    assert_null(compile_language_of_file("bot"));
    assert_string_equal(compile_language_of_file("a/b.c")->name, "c17");
    assert_string_equal(compile_language_of_file("b.cc")->name, "c++17");
    assert_string_equal(compile_language_of_file("b.py")->name, "python3");
    assert_string_equal(compile_language_name(0), "c17");
    assert_null(compile_language_name(COMPILE_LANGUAGE_COUNT));
}

static void a_missing_compiler_is_the_hosts_fault(void **state) {
    (void)state;
    static const char *const WORDS[] = {"no-such-compiler", NULL};
    compile_result_release(&result);
    compile_result_init(&result);
    compile_run(&(CompileCommand){.words = WORDS, .output = COMPILE_OUTPUT}, &COMPILE_LIMITS,
        &(CompileSource){0}, &result);
    assert_status(COMPILE_FAULT);
    assert_non_null(strstr(result.messages.data, "no-such-compiler cannot be started"));
}

// What a compiler leaves at the path of its output is not followed, and not waited for.
static void only_a_plain_file_is_taken(void **state) {
    (void)state;
    static const char *const COMMANDS[][5] = {
        {"ln", "-s", "/usr/bin/env", COMPILE_OUTPUT, NULL},
        {"mkfifo", COMPILE_OUTPUT, NULL},
        {"mkdir", COMPILE_OUTPUT, NULL},
        {"true", NULL},
    };
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        compile_result_release(&result);
        compile_result_init(&result);
        compile_run(&(CompileCommand){.words = COMMANDS[i], .output = COMPILE_OUTPUT},
            &COMPILE_LIMITS, &(CompileSource){0}, &result);
        assert_status(COMPILE_OK);
        assert_int_equal(result.binary.size, 0);
    }
}

static void a_stopped_host_takes_no_longer(void **state) {
    (void)state;
    static const char *const WORDS[] = {"sleep", "1000", NULL};
    atomic_bool stop = true;
    compile_result_release(&result);
    compile_result_init(&result);
    compile_run(&(CompileCommand){.words = WORDS, .output = COMPILE_OUTPUT}, &COMPILE_LIMITS,
        &(CompileSource){.stop = &stop}, &result);
    assert_status(COMPILE_FAULT);
}

// The cache

static char folder[] = "/tmp/immure-compiled-XXXXXX";

static void results_are_kept(void **state) {
    (void)state;
    CompilerOptions options = {
        .limits = COMPILE_LIMITS, .cache_folder = folder, .cache_bytes = 1u << 20};
    Compiler *compiler = compiler_new(&options);
    compile_in(compiler, "python3", "bot.py", "print('a')\n");
    assert_false(result.is_cached);
    int64_t time_ns = result.time_ns;
    compile_in(compiler, "python3", "bot.py", "print('a')\n");
    assert_true(result.is_cached && result.status == COMPILE_OK);
    assert_true(slice_is(text_slice(&result.binary), "print('a')\n"));
    assert_in_range(time_ns - result.time_ns, 0, NS_PER_MS);
    compile_in(compiler, "python3", "other.py", "print('a')\n"); // its messages would differ
    assert_false(result.is_cached);
    compile_in(compiler, "python3", "bot.py", "print(\n");
    assert_false(result.is_cached);
    compiler_free(compiler);
    compiler = compiler_new(&options); // as another process would find it
    compile_in(compiler, "python3", "bot.py", "print(\n");
    assert_true(result.is_cached && result.status == COMPILE_ERRORS);
    assert_non_null(strstr(result.messages.data, "line 1"));
    compiler_free(compiler);
}

static void a_key_has_all_that_matters(void **state) {
    (void)state;
    static const char *const WORDS[][3] = {
        {"gcc", "-O2", NULL}, {"gcc", "-O3", NULL}, {"gcc-O2", NULL}};
    char keys[5][SHA256_TEXT_SIZE];
    compile_cache_key(WORDS[0], slice_from("12"), slice_from("x"), keys[0]);
    compile_cache_key(WORDS[1], slice_from("12"), slice_from("x"), keys[1]);
    compile_cache_key(WORDS[2], slice_from("12"), slice_from("x"), keys[2]);
    compile_cache_key(WORDS[0], slice_from("13"), slice_from("x"), keys[3]);
    compile_cache_key(WORDS[0], slice_from("12"), slice_from("y"), keys[4]);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(keys[i], keys[j]);
        }
    }
}

static void only_what_depends_on_the_source_is_kept(void **state) {
    (void)state;
    FileCache cache = {folder, 1u << 20};
    for (int status = 0; status < COMPILE_STATUS_COUNT; status++) {
        CompileResult kept;
        compile_result_init(&kept);
        kept.status = (CompileStatus)status;
        compile_cache_put(&cache, "k", &kept);
        bool is_there = compile_cache_get(&cache, "k", &kept);
        assert_int_equal(is_there, status == COMPILE_OK || status == COMPILE_ERRORS);
        compile_result_release(&kept);
        file_cache_drop(&cache, "k");
    }
}

static void a_torn_entry_is_no_entry(void **state) {
    (void)state;
    FileCache cache = {folder, 1u << 20};
    CompileResult kept;
    compile_result_init(&kept);
    kept.status = COMPILE_OK;
    text_add(&kept.binary, "binary");
    text_add(&kept.messages, "messages");
    Text entry;
    text_init(&entry);
    compile_cache_put(&cache, "k", &kept);
    assert_true(file_cache_get(&cache, "k", &entry));
    for (size_t size = 0; size < entry.size; size++) {
        assert_true(file_cache_put(&cache, "k", (Slice){entry.data, size}, NULL));
        assert_false(compile_cache_get(&cache, "k", &kept));
    }
    entry.data[entry.size / 2] ^= 1;
    assert_true(file_cache_put(&cache, "k", text_slice(&entry), NULL));
    assert_false(compile_cache_get(&cache, "k", &kept));
    assert_string_equal(kept.binary.data, "binary"); // left as it was
    text_release(&entry);
    compile_result_release(&kept);
}

static int set_up(void **state) {
    compile_result_init(&result);
    return adopt_orphans(state) == 0 && mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    compile_result_release(&result);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_language_makes_a_program),
        cmocka_unit_test(errors_name_the_source_and_its_line),
        cmocka_unit_test(warnings_are_kept),
        cmocka_unit_test(a_name_is_a_name_only),
        cmocka_unit_test(languages_are_found),
        cmocka_unit_test(a_missing_compiler_is_the_hosts_fault),
        cmocka_unit_test(only_a_plain_file_is_taken),
        cmocka_unit_test(a_stopped_host_takes_no_longer),
        cmocka_unit_test(results_are_kept),
        cmocka_unit_test(a_key_has_all_that_matters),
        cmocka_unit_test(only_what_depends_on_the_source_is_kept),
        cmocka_unit_test(a_torn_entry_is_no_entry),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
