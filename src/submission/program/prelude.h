#pragma once
// What makes one text compile as C17, C++11 and later, by gcc and clang.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define IMMURE_SUBMISSION
#define IMMURE_LEVEL base

// Sites compile with -O2.
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3", "no-math-errno", "no-trapping-math")
#endif

// Everything is in one file, so functions of headers that this program has no use for are here too;
// and the sources are C, whose initialisers C++ takes but does not like.
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wmissing-braces"
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wc99-designator"
#endif
#else
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wformat-truncation" // error texts are cut on purpose
#endif

#include <assert.h>
#include <stdalign.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

// gcc has clang's name for it since version 12.
#if defined __GNUC__ && !defined __clang__ && __GNUC__ < 12
#define __builtin_shufflevector(a, b, ...) __builtin_shuffle(a, b, (__typeof__(a)){__VA_ARGS__})
#endif

// One thread searches. Another one can only ask it to stop, so all that has to be atomic is a load
// and a store.
#define plain_load(place, ...) __atomic_load_n(place, __ATOMIC_RELAXED)
#define plain_store(place, value, ...) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#define plain_add(place, value, ...) (*(place) += (value))
#define plain_subtract(place, value, ...) (*(place) -= (value))
#define plain_exchange_if(place, expected, value, ...)                                             \
    (*(place) == *(expected) ? (*(place) = (value), true) : (*(expected) = *(place), false))
