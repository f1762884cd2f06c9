// Which addresses are told of a socket that listens.

#include "http/listener.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "http/address.h"

// Listens on a host and writes both addresses. False where the machine has no such address.
static bool urls_of(const char *host, Text urls[2]) {
    Error error;
    int handle = listener_open(host, 0, &error);
    for (int side = LISTENER_HERE; side <= LISTENER_OUTSIDE; side++) {
        text_init(&urls[side]);
        if (handle >= 0) {
            listener_url(handle, (ListenerSide)side, &urls[side]);
        }
    }
    close(handle);
    return handle >= 0;
}

static void release(Text urls[2]) {
    text_release(&urls[LISTENER_HERE]);
    text_release(&urls[LISTENER_OUTSIDE]);
}

// The address in an URL, without its port.
static Address address_in(const Text *url) {
    Slice place = slice_skip(text_slice(url), strlen("http://"));
    Address address;
    assert_true(slice_starts(text_slice(url), "http://"));
    assert_int_equal(place.data[place.size - 1], '/');
    place.size--;
    assert_true(address_parse(place, &address));
    return address;
}

static void one_address_is_told_as_it_is(void **state) {
    (void)state;
    static const char *const HOSTS[] = {"127.0.0.1", "127.0.0.2", "::1"};
    static const char *const STARTS[] = {"http://127.0.0.1:", "http://127.0.0.2:", "http://[::1]:"};
    for (size_t i = 0; i < sizeof HOSTS / sizeof *HOSTS; i++) {
        Text urls[2];
        if (urls_of(HOSTS[i], urls)) {
            assert_true(slice_starts(text_slice(&urls[LISTENER_HERE]), STARTS[i]));
            assert_string_equal(urls[LISTENER_OUTSIDE].data, urls[LISTENER_HERE].data);
        }
        release(urls);
    }
}

// A browser can go to an address of this machine, but not to all of them.
static void of_all_addresses_one_is_told(void **state) {
    (void)state;
    static const char *const HOSTS[] = {"0.0.0.0", "::"};
    static const Address NOBODY = {{0}};
    static const Address ANY_V4 = {{[10] = 0xff, [11] = 0xff}};
    for (size_t i = 0; i < sizeof HOSTS / sizeof *HOSTS; i++) {
        Text urls[2];
        if (urls_of(HOSTS[i], urls)) {
            Address here = address_in(&urls[LISTENER_HERE]);
            Address outside = address_in(&urls[LISTENER_OUTSIDE]);
            assert_true(address_is_loopback(&here));
            assert_false(address_equal(&outside, &NOBODY));
            assert_false(address_equal(&outside, &ANY_V4));
            assert_string_equal(
                strrchr(urls[LISTENER_HERE].data, ':'), strrchr(urls[LISTENER_OUTSIDE].data, ':'));
        }
        release(urls);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_address_is_told_as_it_is),
        cmocka_unit_test(of_all_addresses_one_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
