#pragma once
// What Botzone tells a program at home: which matches wait for a response, and which are over.
//
//      2 1                         matches that wait, matches that are over
//      5bd137c30681335cc1f4d093    a match
//      -1 -1 -1 -1 -1 -1           its request, in one line: simple or JSON
//      ...
//      5bd137c30681335cc1f4d000 0 2 2 0    a match, our slot, players (0: aborted), their scores
//
// The text comes from the net, so nothing in it is believed: a match's name is made of letters,
// digits and `_` and `-` only, as it goes into a header.

#include "base/error.h"
#include "base/slice.h"

#define NEWS_WAITING_MAX 64
#define NEWS_ENDED_MAX 256
#define MATCH_ID_MAX 64

typedef struct NewsRequest {
    Slice match;
    Slice request;
} NewsRequest;

typedef struct NewsEnd {
    Slice match;
    int slot;
    int player_count; // 0 if the match was aborted
    Slice scores;
} NewsEnd;

// The slices are pieces of the text that was read.
typedef struct News {
    size_t waiting_count;
    size_t ended_count;
    NewsRequest waiting[NEWS_WAITING_MAX];
    NewsEnd ended[NEWS_ENDED_MAX];
} News;

// False with a reason if the text is anything else.
bool news_read(Slice text, News *out, Error *error);
