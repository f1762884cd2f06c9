// What it costs to compile a stranger's source in a box, and to find it compiled, as lines of `name
// value`: medians, in milliseconds.
//
//     compile_bench FOLDER        keeps its cache in a folder below, which it removes

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "median.h"
#include "sandbox/compile.h"

enum { TIMES = 9, HITS = 200 };

static const char C_SOURCE[] = "#include <stdio.h>\n"
                               "int main(void) { int n; return scanf(\"%d\", &n) - 1; }\n";
static const char CPLUSPLUS_SOURCE[] =
    "#include <algorithm>\n#include <iostream>\n#include <string>\n#include <vector>\n"
    "int main() { std::vector<std::string> words; for (std::string word; std::cin >> word;)\n"
    "    words.push_back(word); std::sort(words.begin(), words.end());\n"
    "    for (const auto &word : words) std::cout << word << '\\n'; }\n";
static const char PYTHON_SOURCE[] = "import sys\nfor line in sys.stdin:\n    print(line)\n";

// Compiles a source `count` times; `is_cached` is what every result has to be.
static void bench(Compiler *compiler, const char *name, const char *language, const char *source,
    int count, bool is_cached) {
    static int64_t times_ns[HITS];
    CompileResult result;
    compile_result_init(&result);
    CompileSource about = {
        .language = compile_language_find(slice_from(language)),
        .bytes = slice_from(source),
    };
    for (int i = 0; i < count; i++) {
        int64_t start_ns = clock_now_ns();
        compiler_run(compiler, &about, &result);
        times_ns[i] = clock_now_ns() - start_ns;
        if (result.status != COMPILE_OK || result.is_cached != is_cached) {
            fprintf(stderr, "compile_bench: %s: %s\n%s", name, compile_status_name(result.status),
                result.messages.data);
            exit(1);
        }
    }
    printf("%s %.3f\n", name, median_us(times_ns, (size_t)count) / 1000);
    compile_result_release(&result);
}

int main(int argc, char **argv) {
    char folder[256];
    if (argc != 2 || !process_adopt_orphans(NULL) ||
        snprintf(folder, sizeof folder, "%s/compiled-XXXXXX", argv[1]) >= (int)sizeof folder ||
        !mkdtemp(folder)) {
        fprintf(stderr, "usage: compile_bench FOLDER\n");
        return 2;
    }
    Compiler *compiler = compiler_new(&(CompilerOptions){.limits = COMPILE_LIMITS});
    bench(compiler, "compile_c_ms", "c17", C_SOURCE, TIMES, false);
    bench(compiler, "compile_c++_ms", "c++17", CPLUSPLUS_SOURCE, TIMES, false);
    bench(compiler, "compile_python_ms", "python3", PYTHON_SOURCE, TIMES, false);
    compiler_free(compiler);
    compiler = compiler_new(&(CompilerOptions){
        .limits = COMPILE_LIMITS, .cache_folder = folder, .cache_bytes = 64u << 20});
    bench(compiler, "compile_cache_miss_ms", "c++17", CPLUSPLUS_SOURCE, 1, false);
    bench(compiler, "compile_cache_hit_ms", "c++17", CPLUSPLUS_SOURCE, HITS, true);
    compiler_free(compiler);
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? 0 : 1;
}
