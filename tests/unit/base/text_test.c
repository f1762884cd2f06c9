// Slices and texts: what every parser stands on.

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"

static void next_passes_over_empty_pieces(void **state) {
    (void)state;
    Slice rest = slice_from(";;a;b c;;");
    Slice piece;
    assert_true(slice_next(&rest, ";", &piece));
    assert_true(slice_is(piece, "a"));
    assert_true(slice_next(&rest, ";", &piece));
    assert_true(slice_is(piece, "b c"));
    assert_false(slice_next(&rest, ";", &piece));
}

static void a_nul_byte_is_never_a_separator(void **state) {
    (void)state;
    Slice rest = {"a\0b c", 5};
    Slice piece;
    assert_true(slice_next(&rest, " ", &piece));
    assert_int_equal(piece.size, 3);
}

static void lines_lose_their_endings_and_empty_ones_count(void **state) {
    (void)state;
    Slice rest = slice_from("one\r\n\ntwo");
    Slice line;
    assert_true(slice_next_line(&rest, &line));
    assert_true(slice_is(line, "one"));
    assert_true(slice_next_line(&rest, &line));
    assert_int_equal(line.size, 0);
    assert_true(slice_next_line(&rest, &line));
    assert_true(slice_is(line, "two"));
    assert_false(slice_next_line(&rest, &line));
}

static void numbers_are_whole_or_refused(void **state) {
    (void)state;
    int value = 7;
    assert_true(slice_to_int(slice_from("-2147483648"), &value));
    assert_int_equal(value, INT32_MIN);
    const char *refused[] = {"", "-", "+1", " 1", "1 ", "1x", "0x10", "2147483648", "1e3",
        "99999999999999999999", "--1"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(slice_to_int(slice_from(refused[i]), &value));
    }
    assert_false(slice_to_int((Slice){"1\0", 2}, &value));
    assert_int_equal(value, INT32_MIN);
    double real;
    assert_true(slice_to_double(slice_from("-0.25"), &real));
    assert_true(real == -0.25);
    assert_false(slice_to_double(slice_from("nan"), &real));
    assert_false(slice_to_double(slice_from("1e999"), &real));
}

static void quoting_hides_raw_bytes_and_cuts_long_text(void **state) {
    (void)state;
    char out[SLICE_QUOTE_SIZE];
    assert_string_equal(slice_quote((Slice){"a\0\n\xff", 4}, out), "'a\\x00\\x0a\\xff'");
    assert_string_equal(slice_quote(slice_from("第一步 é 😀"), out), "'第一步 é 😀'");
    // A right-to-left override, an overlong slash, a surrogate, a cut character.
    assert_string_equal(slice_quote(slice_from("\u202e"), out), "'\\xe2\\x80\\xae'");
    assert_string_equal(slice_quote(slice_from("\xc0\xaf"), out), "'\\xc0\\xaf'");
    assert_string_equal(slice_quote(slice_from("\xed\xa0\x80"), out), "'\\xed\\xa0\\x80'");
    assert_string_equal(slice_quote(slice_from("\xe7\xac"), out), "'\\xe7\\xac'");
    char long_text[1000];
    memset(long_text, 1, sizeof long_text);
    slice_quote((Slice){long_text, sizeof long_text}, out);
    assert_true(strlen(out) < SLICE_QUOTE_SIZE);
    assert_string_equal(out + strlen(out) - 4, "...'");
}

static void a_text_grows_and_stays_terminated(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    assert_string_equal(text.data, "");
    for (int i = 0; i < 1000; i++) {
        text_addf(&text, "%d,", i);
    }
    assert_int_equal(text.size, strlen(text.data));
    assert_memory_equal(text.data + text.size - 4, "999,", 4);
    text_clear(&text);
    assert_string_equal(text.data, "");
    text_release(&text);
}

static void lines_sort_by_bytes(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, "e3h\ne3\n\nE3\na10\na1\n");
    text_sort_lines(&text);
    assert_string_equal(text.data, "\nE3\na1\na10\ne3\ne3h\n");
    text_release(&text);
}

static void a_stream_longer_than_its_limit_is_refused(void **state) {
    (void)state;
    FILE *stream = tmpfile();
    fputs("0123456789", stream);
    Text text;
    Error error;
    text_init(&text);
    rewind(stream);
    assert_true(text_read_stream(&text, stream, 10, "it", &error));
    assert_string_equal(text.data, "0123456789");
    rewind(stream);
    assert_false(text_read_stream(&text, stream, 9, "it", &error));
    assert_string_equal(error.text, "it is longer than 9 bytes");
    text_release(&text);
    fclose(stream);
}

static void a_file_is_replaced_whole_or_not_at_all(void **state) {
    (void)state;
    char folder[] = "/tmp/immure-text-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[64];
    snprintf(path, sizeof path, "%s/file", folder);
    Text text;
    Text read;
    Error error;
    text_init(&text);
    text_init(&read);
    text_add(&text, "first\n");
    assert_true(text_write_file(&text, path, &error));
    text_clear(&text);
    text_add_slice(&text, (Slice){"a\0b", 3});
    assert_true(text_write_file(&text, path, &error));
    assert_true(text_read_file(&read, path, 100, &error));
    assert_int_equal(read.size, 3);
    assert_memory_equal(read.data, "a\0b", 3);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // so nothing else was left there
    assert_false(text_write_file(&text, path, &error));
    assert_non_null(strstr(error.text, "cannot be written: No such file"));
    text_release(&text);
    text_release(&read);
}

typedef struct Folder {
    char path[32];
    char name[64];  // the thing written to
    char other[64]; // what it leads to
} Folder;

static Folder new_folder(void) {
    Folder folder = {.path = "/tmp/immure-text-XXXXXX"};
    assert_non_null(mkdtemp(folder.path));
    snprintf(folder.name, sizeof folder.name, "%s/name", folder.path);
    snprintf(folder.other, sizeof folder.other, "%s/other", folder.path);
    return folder;
}

static Text text_of(const char *string) {
    Text text;
    text_init(&text);
    text_add(&text, string);
    return text;
}

static mode_t type_of(const char *path) {
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode & S_IFMT;
}

static void assert_holds(const char *path, const char *expected) {
    Text read;
    text_init(&read);
    assert_true(text_read_file(&read, path, 100, NULL));
    assert_string_equal(read.data, expected);
    text_release(&read);
}

static void a_link_stays_and_leads_to_the_new_text(void **state) {
    (void)state;
    Folder folder = new_folder();
    Text first = text_of("first");
    Text second = text_of("second");
    assert_int_equal(symlink("other", folder.name), 0);
    assert_true(text_write_file(&first, folder.name, NULL)); // leads nowhere yet
    assert_holds(folder.other, "first");
    assert_true(text_write_file(&second, folder.name, NULL));
    assert_holds(folder.other, "second");
    assert_int_equal(type_of(folder.name), S_IFLNK);
    unlink(folder.name);
    unlink(folder.other);
    assert_int_equal(rmdir(folder.path), 0);
    text_release(&first);
    text_release(&second);
}

static void a_pipe_is_written_through(void **state) {
    (void)state;
    Folder folder = new_folder();
    Text text = text_of("through");
    assert_int_equal(mkfifo(folder.name, 0600), 0);
    int reader = open(folder.name, O_RDONLY | O_NONBLOCK);
    assert_true(text_write_file(&text, folder.name, NULL));
    char got[16] = "";
    assert_int_equal(read(reader, got, sizeof got - 1), 7);
    assert_string_equal(got, "through");
    close(reader);
    assert_int_equal(type_of(folder.name), S_IFIFO);
    unlink(folder.name);
    assert_int_equal(rmdir(folder.path), 0);
    text_release(&text);
}

static void a_device_is_written_through(void **state) {
    (void)state;
    Folder folder = new_folder();
    Text text = text_of("lost");
    Error error;
    // A link to each, for whoever may replace files in /dev must not lose them by a mistake here.
    assert_int_equal(symlink("/dev/null", folder.name), 0);
    assert_int_equal(symlink("/dev/full", folder.other), 0);
    assert_true(text_write_file(&text, folder.name, &error));
    assert_false(text_write_file(&text, folder.other, &error));
    assert_non_null(strstr(error.text, "cannot be written: No space left"));
    assert_int_equal(type_of(folder.name), S_IFLNK);
    assert_int_equal(type_of(folder.other), S_IFLNK);
    unlink(folder.name);
    unlink(folder.other);
    assert_int_equal(rmdir(folder.path), 0);
    text_release(&text);
}

static void a_folder_is_no_file(void **state) {
    (void)state;
    Folder folder = new_folder();
    Text text = text_of("lost");
    Error error;
    assert_false(text_write_file(&text, folder.path, &error));
    assert_non_null(strstr(error.text, "cannot be written: Is a directory"));
    assert_int_equal(rmdir(folder.path), 0);
    text_release(&text);
}

// A check says what writing would, and leaves nothing behind.
static void writing_can_be_checked_before(void **state) {
    (void)state;
    Folder folder = new_folder();
    Text text = text_of("kept");
    Error error;
    assert_true(text_check_file(folder.name, &error));
    assert_int_equal(access(folder.name, F_OK), -1);
    assert_true(text_write_file(&text, folder.name, &error));
    assert_true(text_check_file(folder.name, &error));
    assert_holds(folder.name, "kept");
    assert_int_equal(symlink("name", folder.other), 0);
    assert_true(text_check_file(folder.other, &error));
    unlink(folder.name);
    assert_true(text_check_file(folder.other, &error)); // leads nowhere now
    unlink(folder.other);
    assert_true(text_check_file("/dev/null", &error));
    assert_false(text_check_file(folder.path, &error));
    assert_non_null(strstr(error.text, "cannot be written: Is a directory"));
    assert_int_equal(rmdir(folder.path), 0);
    assert_false(text_check_file(folder.name, &error));
    assert_non_null(strstr(error.text, "cannot be written: No such file or directory"));
    text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_passes_over_empty_pieces),
        cmocka_unit_test(a_nul_byte_is_never_a_separator),
        cmocka_unit_test(lines_lose_their_endings_and_empty_ones_count),
        cmocka_unit_test(numbers_are_whole_or_refused),
        cmocka_unit_test(quoting_hides_raw_bytes_and_cuts_long_text),
        cmocka_unit_test(a_text_grows_and_stays_terminated),
        cmocka_unit_test(lines_sort_by_bytes),
        cmocka_unit_test(a_stream_longer_than_its_limit_is_refused),
        cmocka_unit_test(a_file_is_replaced_whole_or_not_at_all),
        cmocka_unit_test(a_link_stays_and_leads_to_the_new_text),
        cmocka_unit_test(a_pipe_is_written_through),
        cmocka_unit_test(a_device_is_written_through),
        cmocka_unit_test(a_folder_is_no_file),
        cmocka_unit_test(writing_can_be_checked_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
