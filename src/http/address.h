#pragma once
// Where a connection comes from, and who the visitor is by that.

#include <sys/socket.h>

#include "base/slice.h"

// An IPv6 address, or an IPv4 one mapped to it (::ffff:a.b.c.d), so that a socket of either family
// tells the same visitor the same way.
typedef struct Address {
    unsigned char bytes[16];
} Address;

// What is neither of the two families is the address of nobody, ::.
Address address_of_socket(const struct sockaddr *socket_address);

// Reads `192.0.2.1` or `2001:db8::1`, as X-Forwarded-For has them: also `192.0.2.1:80` and
// `[2001:db8::1]:80`. False for anything else.
bool address_parse(Slice text, Address *out);

// Whether it is an address of this machine to itself: 127.0.0.0/8 or ::1.
bool address_is_loopback(const Address *address);

bool address_equal(const Address *a, const Address *b);

// The visitor behind an address: one who has an IPv6 address has a network of 64 bits at least, so
// all of that is one visitor.
Address address_visitor(const Address *address);

#define ADDRESS_TEXT_SIZE 48
const char *address_text(const Address *address, char out[ADDRESS_TEXT_SIZE]);
