// Addresses as the server names and counts its visitors by them.

#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/address.h"

static void addresses_are_read_with_and_without_port(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *address; // null: refused
        const char *visitor;
    } CASES[] = {
        {"192.0.2.1", "192.0.2.1", "192.0.2.1"},
        {"192.0.2.1:8080", "192.0.2.1", "192.0.2.1"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2:ff03::6", "2001:db8:1:2:ff03::6", "2001:db8:1:2::"},
        {"[2001:db8::1]:443", "2001:db8::1", "2001:db8::"},
        {"[2001:db8::1]", "2001:db8::1", "2001:db8::"},
        {"::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"},
        {"::1", "::1", "::"},
        {"", NULL, NULL},
        {":", NULL, NULL},
        {"[", NULL, NULL},
        {"[]", NULL, NULL},
        {"unknown", NULL, NULL},
        {"192.0.2", NULL, NULL},
        {"192.0.2.256", NULL, NULL},
        {"192.0.2.1 ", NULL, NULL},
        {"1234567890123456789012345678901234567890123456789", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Address address;
        char text[ADDRESS_TEXT_SIZE];
        bool done = address_parse(slice_from(CASES[i].text), &address);
        assert_int_equal(done, CASES[i].address != NULL);
        if (done) {
            assert_string_equal(address_text(&address, text), CASES[i].address);
            Address visitor = address_visitor(&address);
            assert_string_equal(address_text(&visitor, text), CASES[i].visitor);
        }
    }
    assert_false(address_parse((Slice){"1.2.3.4\0x", 9}, &(Address){0}));
}

static void a_socket_of_either_family_tells_the_same(void **state) {
    (void)state;
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xc0000201)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    Address parsed;
    assert_true(address_parse(slice_from("192.0.2.1"), &parsed));
    for (size_t i = 0; i < 16; i++) {
        v6.sin6_addr.s6_addr[i] = parsed.bytes[i];
    }
    Address a = address_of_socket((const struct sockaddr *)&v4);
    Address b = address_of_socket((const struct sockaddr *)&v6);
    assert_true(address_equal(&a, &b));
    assert_true(address_equal(&a, &parsed));
    Address other = address_of_socket(&(struct sockaddr){.sa_family = AF_UNIX});
    char text[ADDRESS_TEXT_SIZE];
    assert_string_equal(address_text(&other, text), "::");
    assert_false(address_equal(&a, &other));
}

static void the_loopback_is_this_machine(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_loopback;
    } CASES[] = {
        {"127.0.0.1", true},
        {"127.1.2.3", true},
        {"::ffff:127.0.0.1", true},
        {"::1", true},
        {"::", false},
        {"128.0.0.1", false},
        {"::2", false},
        {"fe80::1", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Address address;
        assert_true(address_parse(slice_from(CASES[i].text), &address));
        assert_int_equal(address_is_loopback(&address), CASES[i].is_loopback);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_with_and_without_port),
        cmocka_unit_test(a_socket_of_either_family_tells_the_same),
        cmocka_unit_test(the_loopback_is_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
