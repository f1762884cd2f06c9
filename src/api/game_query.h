#pragma once
// Which games a query asks for: `?bot=&version=&person=&contest=&request=&ladder=&game=&variant=&
// purpose=&result=&verdict=&q=`, the same for the list and for the archive.

#include "api/api.h"
#include "arena/games.h"

typedef struct GameQuery {
    GameFilter filter;
    // What the filter points at.
    Text result;
    Text verdict;
    Text name;
} GameQuery;

// Release the query in any case. BAD_REQUEST, or what a board is refused with.
bool game_query_read(GameQuery *out, Slice query, Error *error);
void game_query_release(GameQuery *query);
