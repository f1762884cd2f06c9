#pragma once
// Every reason for which something is refused, with the name that programs see (docs/api.md): once
// published, a name stays. The comments name the arguments in their order; further arguments are
// details of the text that nothing is promised about.
//
// The page has a translation for each code of ERROR_CODES_CORE, which are those of the layers that
// run in the browser. A build for the browser has no others.

#define ERROR_CODES_CORE(X)                                                                        \
    /* Where it is: what error_prefix puts before a reason. */                                     \
    X(AT_ANSWER, "at-answer")                                                                      \
    X(AT_BOOK, "at-book") /* name */                                                               \
    X(AT_FILE, "at-file") /* path */                                                               \
    X(AT_LINE, "at-line") /* number from 1 */                                                      \
    X(AT_MOVE, "at-move") /* number as in PGN, side */                                             \
    X(AT_NETWORK, "at-network")                                                                    \
    X(AT_POSITION, "at-position")                                                                  \
    X(AT_PROPERTY, "at-property") /* SGF name */                                                   \
    X(AT_TAG, "at-tag")           /* name */                                                       \
    /* Moves against the rules. Sides are "first" and "second". */                                 \
    X(ARROW_BLOCKED, "arrow-blocked")                   /* from, to, square of the obstacle */     \
    X(ARROW_NOT_STRAIGHT, "arrow-not-straight")         /* from, to */                             \
    X(GAME_OVER, "game-over")                           /* result, ending */                       \
    X(MALFORMED_MOVE, "malformed-move")                 /* text, example */                        \
    X(MOVE_BLOCKED, "move-blocked")                     /* from, to, square of the obstacle */     \
    X(MOVE_NOT_STRAIGHT, "move-not-straight")           /* from, to */                             \
    X(NOT_A_STEP, "not-a-step")                         /* from, to */                             \
    X(NO_AMAZON, "no-amazon")                           /* side, square */                         \
    X(NO_PATH, "no-path")                               /* wall, side */                           \
    X(NO_SUCH_PLACE, "no-such-place")                   /* text */                                 \
    X(NO_WALLS_LEFT, "no-walls-left")                   /* side */                                 \
    X(OFF_BOARD, "off-board")                           /* text, columns, rows */                  \
    X(SIDE_JUMP_AT_EDGE, "side-jump-at-edge")           /* from, to, square of the other pawn */   \
    X(SIDE_JUMP_WITHOUT_WALL, "side-jump-without-wall") /* from, to, square of the other pawn */   \
    X(SQUARE_TAKEN, "square-taken")                     /* square */                               \
    X(WALL_BETWEEN, "wall-between")                     /* from, to */                             \
    X(WALL_CROSSES, "wall-crosses")                     /* wall, wall on the board */              \
    X(WALL_OVERLAPS, "wall-overlaps")                   /* wall, wall on the board */              \
    /* Positions. */                                                                               \
    X(POSITION_AMAZONS, "position-amazons") /* side, found, due */                                 \
    X(POSITION_DASH, "position-dash")       /* text */                                             \
    X(POSITION_EMPTY, "position-empty")                                                            \
    X(POSITION_GOALS, "position-goals")                                                            \
    X(POSITION_GOES_ON, "position-goes-on")         /* text */                                     \
    X(POSITION_HALF_MOVES, "position-half-moves")   /* text */                                     \
    X(POSITION_HAND, "position-hand")               /* text */                                     \
    X(POSITION_MOVE_NUMBER, "position-move-number") /* text, variant */                            \
    X(POSITION_NO_PATH, "position-no-path")         /* side */                                     \
    X(POSITION_PAWN, "position-pawn")               /* text */                                     \
    X(POSITION_PAWNS_MEET, "position-pawns-meet")   /* square */                                   \
    X(POSITION_PLIES, "position-plies")             /* text, largest */                            \
    X(POSITION_RANK, "position-rank")               /* rank, squares found, squares due */         \
    X(POSITION_SIZE, "position-size")               /* ranks found */                              \
    X(POSITION_SQUARE, "position-square")           /* rank, text */                               \
    X(POSITION_STOCK, "position-stock")             /* text, largest */                            \
    X(POSITION_TURN, "position-turn")               /* text, both choices */                       \
    X(POSITION_VARIANT, "position-variant")         /* found, due */                               \
    X(POSITION_WALL, "position-wall")               /* text */                                     \
    X(POSITION_WALLS, "position-walls")             /* found, largest */                           \
    X(POSITION_WORDS, "position-words")             /* found */                                    \
    /* Records. */                                                                                 \
    X(BAD_EVALUATION, "bad-evaluation") /* text */                                                 \
    X(BAD_PROPERTY, "bad-property")     /* SGF name, text */                                       \
    X(BAD_TAG, "bad-tag")                                                                          \
    X(BAD_TAG_NAME, "bad-tag-name") /* text */                                                     \
    X(COMMENT_NOT_CLOSED, "comment-not-closed")                                                    \
    X(CONTROL_CHARACTER, "control-character") /* what holds it, byte in hexadecimal */             \
    X(DERIVED_TAG, "derived-tag")             /* name */                                           \
    X(MOVE_IN_ROOT, "move-in-root")                                                                \
    X(NODE_WITHOUT_MOVE, "node-without-move")                                                      \
    X(NOT_AMAZONS, "not-amazons")                                                                  \
    X(NOT_SGF, "not-sgf")                                                                          \
    X(OTHER_GAME, "other-game")           /* found, due */                                         \
    X(PLY_NOT_OF_TURN, "ply-not-of-turn") /* plies, colour */                                      \
    X(POINT_SET_TWICE, "point-set-twice") /* SGF name, point */                                    \
    X(PROPERTY_EMPTY, "property-empty")   /* SGF name */                                           \
    X(PROPERTY_MISSING, "property-missing")                                                        \
    X(PROPERTY_NOT_CLOSED, "property-not-closed") /* SGF name */                                   \
    X(PROPERTY_TWICE, "property-twice")           /* SGF name */                                   \
    X(RECORD_GOES_ON, "record-goes-on")                                                            \
    X(RECORD_MISSING, "record-missing")                                                            \
    X(RECORD_NOT_CLOSED, "record-not-closed")                                                      \
    X(RESULT_MISSING, "result-missing")                                                            \
    X(RESULT_NOT_OF_MOVES, "result-not-of-moves") /* found, due, ending */                         \
    X(RESULT_NOT_OF_TAG, "result-not-of-tag")     /* found, text of the tag */                     \
    X(SETUP_AFTER_ROOT, "setup-after-root")       /* SGF name */                                   \
    X(SEVERAL_VALUES, "several-values")           /* SGF name */                                   \
    X(STRAY_MOVE_NUMBER, "stray-move-number")                                                      \
    X(TAG_MISSING, "tag-missing")                 /* name */                                       \
    X(TAG_NOT_CLOSED, "tag-not-closed")           /* name */                                       \
    X(TAG_TWICE, "tag-twice")                     /* name */                                       \
    X(TOO_MANY_MOVES, "too-many-moves")           /* limit */                                      \
    X(TOO_MANY_TAGS, "too-many-tags")             /* limit */                                      \
    X(UNEXPECTED_TEXT, "unexpected-text")         /* text */                                       \
    X(VARIATIONS_TOO_DEEP, "variations-too-deep") /* limit */                                      \
    X(WRONG_COLOUR, "wrong-colour")               /* who moves, who is to move */                  \
    X(WRONG_MOVE_NUMBER, "wrong-move-number")     /* text, number due */                           \
    /* Names. */                                                                                   \
    X(ENGINE_OTHER_GAME, "engine-other-game") /* engine, its game */                               \
    X(UNKNOWN_ENGINE, "unknown-engine")       /* text */                                           \
    X(UNKNOWN_FORMAT, "unknown-format")       /* text */                                           \
    X(UNKNOWN_GAME, "unknown-game")           /* text */                                           \
    X(UNKNOWN_RESULT, "unknown-result")       /* text */                                           \
    X(UNKNOWN_SETTING, "unknown-setting")     /* text, settings */                                 \
    X(UNKNOWN_VARIANT, "unknown-variant")     /* text, game */                                     \
    X(WRONG_FORMAT, "wrong-format")           /* format, game */                                   \
    X(WRONG_NOTATION, "wrong-notation")       /* notation, game */                                 \
    /* Engines, networks and books. */                                                             \
    X(BAD_BOOK_ENTRY, "bad-book-entry")                                                            \
    X(BAD_LEVEL, "bad-level")     /* text, largest */                                              \
    X(BAD_SETTING, "bad-setting") /* name, smallest, largest, text */                              \
    X(NETWORK_COUNTS, "network-counts")                                                            \
    X(NETWORK_DAMAGED, "network-damaged")                                                          \
    X(NETWORK_HIDDEN, "network-hidden")               /* units found */                            \
    X(NETWORK_SHAPE, "network-shape")                 /* found, due */                             \
    X(NETWORK_UNKNOWN_SHAPE, "network-unknown-shape") /* text */                                   \
    X(NETWORK_VERSION, "network-version")             /* found, due */                             \
    X(NOT_A_BOOK, "not-a-book")                                                                    \
    X(NOT_A_NETWORK, "not-a-network")                                                              \
    X(OTHER_BOOK, "other-book") /* found, due */                                                   \
    /* Input, files and the machine. */                                                            \
    X(BAD_REQUEST, "bad-request")                                                                  \
    X(FILE_UNREADABLE, "file-unreadable") /* path, reason */                                       \
    X(FILE_UNWRITABLE, "file-unwritable") /* path, reason */                                       \
    X(INPUT_TOO_LONG, "input-too-long")   /* what, limit in bytes */                               \
    X(OUT_OF_MEMORY, "out-of-memory")

// What a bot can refuse besides, also as a submission.
#define ERROR_CODES_BOT(X)                                                                         \
    X(AT_OPPONENT_MOVE, "at-opponent-move")                                                        \
    X(AT_REQUEST, "at-request")   /* number from 1 */                                              \
    X(AT_RESPONSE, "at-response") /* number from 1 */                                              \
    X(BAD_FIELD, "bad-field")                                                                      \
    X(BAD_TURN_COUNT, "bad-turn-count")                                                            \
    X(INPUT_ENDS, "input-ends")                                                                    \
    X(NOT_ITS_TURN, "not-its-turn")                                                                \
    X(NOT_JSON, "not-json")                                                                        \
    X(UNKNOWN_SIDE, "unknown-side")

// What only the program itself can refuse: neither the page nor a submission.
#ifndef IMMURE_SUBMISSION
#define ERROR_CODES_PROGRAM(X)                                                                     \
    /* Where it is. */                                                                             \
    X(AT_GAME, "at-game")             /* number from 1 */                                          \
    X(AT_GENERATION, "at-generation") /* number from 1 */                                          \
    X(AT_ILLEGAL_MOVE, "at-illegal-move")                                                          \
    X(AT_JOB, "at-job") /* number from 1 */                                                        \
    X(AT_LAST_MOVE, "at-last-move")                                                                \
    X(AT_MEMBER, "at-member") /* name */                                                           \
    X(AT_OPENINGS, "at-openings")                                                                  \
    X(AT_OPTION, "at-option") /* name */                                                           \
    X(AT_PLAYER, "at-player")                                                                      \
    X(AT_SIDE, "at-side")           /* side */                                                     \
    X(AT_MIGRATION, "at-migration") /* name */                                                     \
    X(AT_STATEMENT, "at-statement") /* name */                                                     \
    /* Requests to the site. */                                                                    \
    X(BODY_NOT_JSON, "body-not-json") /* line, column, reason */                                   \
    X(BODY_NOT_OBJECT, "body-not-object")                                                          \
    X(BUSY, "busy")                                                                                \
    X(FORBIDDEN, "forbidden")                     /* scope */                                      \
    X(HEAD_TOO_LARGE, "head-too-large")           /* what, limit in bytes */                       \
    X(JSON_TOO_DEEP, "json-too-deep")             /* limit */                                      \
    X(MEMBER_MISSING, "member-missing")           /* name */                                       \
    X(MEMBER_NOT_LIST, "member-not-list")         /* name */                                       \
    X(MEMBER_NOT_STRING, "member-not-string")     /* name */                                       \
    X(MEMBER_OUT_OF_RANGE, "member-out-of-range") /* name, smallest, largest */                    \
    X(METHOD_NOT_ALLOWED, "method-not-allowed")   /* method, methods of the path */                \
    X(MOVE_NOT_STRING, "move-not-string")                                                          \
    X(NOT_FOUND, "not-found")                                                                      \
    X(NOT_UTF8, "not-utf8")                                                                        \
    X(NO_STORE, "no-store")                                                                        \
    X(QUEUE_FULL, "queue-full") /* limit */                                                        \
    X(STOPPING, "stopping")                                                                        \
    X(TOO_LARGE, "too-large")                 /* what, limit in bytes */                           \
    X(TOO_MANY_ANALYSES, "too-many-analyses") /* limit */                                          \
    X(TOO_MANY_BODIES, "too-many-bodies")                                                          \
    X(TOO_MANY_CONNECTIONS, "too-many-connections") /* limit */                                    \
    X(TOO_MANY_STREAMS, "too-many-streams")                                                        \
    X(UNAUTHORIZED, "unauthorized")                                                                \
    X(UNKNOWN_MEMBER, "unknown-member") /* text */                                                 \
    X(UNSUPPORTED_TYPE, "unsupported-type")                                                        \
    /* Words of the command line. */                                                               \
    X(BAD_OPTION, "bad-option")                                                                    \
    X(COMMAND_MISSING, "command-missing")                                                          \
    X(OPTIONS_CONFLICT, "options-conflict")                                                        \
    X(OPTION_MISSING, "option-missing")                                                            \
    X(OPTION_TWICE, "option-twice")                                                                \
    X(TOO_MANY_WORDS, "too-many-words")                                                            \
    X(UNKNOWN_COMMAND, "unknown-command")                                                          \
    X(UNKNOWN_NAME, "unknown-name")                                                                \
    X(UNKNOWN_NOTATION, "unknown-notation")                                                        \
    X(UNKNOWN_OPTION, "unknown-option")                                                            \
    X(WORD_MISSING, "word-missing")                                                                \
    /* What judges and programs say to each other. */                                              \
    X(BAD_COMMAND, "bad-command")                                                                  \
    X(BAD_NEWS, "bad-news")                                                                        \
    X(CANNOT_UNDO, "cannot-undo")                                                                  \
    X(NOT_COMPILED, "not-compiled")                                                                \
    X(PROCESS_FAULT, "process-fault")                                                              \
    X(PROGRAM_NOT_STARTED, "program-not-started")                                                  \
    X(PROTOCOL_OTHER_GAME, "protocol-other-game") /* protocol, its game */                         \
    X(REFEREE_FAILED, "referee-failed")                                                            \
    X(UNKNOWN_LANGUAGE, "unknown-language")                                                        \
    X(UNKNOWN_PROTOCOL, "unknown-protocol")                                                        \
    /* Fouls: what a program does in a game that loses it, besides illegal moves. */               \
    X(ANSWER_LATE, "answer-late") /* seconds that it had */                                        \
    X(BESTMOVE_EMPTY, "bestmove-empty")                                                            \
    X(BESTMOVE_UNASKED, "bestmove-unasked")                                                        \
    X(END_UNSEEN, "end-unseen")               /* seconds that it had */                            \
    X(JSON_WITHOUT_MOVE, "json-without-move") /* text */                                           \
    X(NOT_RUN, "not-run")                     /* first line of what the system says */             \
    X(NOT_SIX_INTEGERS, "not-six-integers")   /* text */                                           \
    X(NOT_THREE_NUMBERS, "not-three-numbers") /* text */                                           \
    X(NOT_TWO_NUMBERS, "not-two-numbers")     /* text */                                           \
    X(OUTPUT_CLOSED, "output-closed")                                                              \
    X(OUTPUT_NOT_JSON, "output-not-json") /* text */                                               \
    X(PROGRAM_EXITED, "program-exited")   /* exit code */                                          \
    X(PROGRAM_KILLED, "program-killed")   /* signal */                                             \
    X(PROGRAM_SILENT, "program-silent")                                                            \
    X(STILL_RUNNING, "still-running") /* seconds that it had */                                    \
    X(TOO_MUCH_MEMORY, "too-much-memory")                                                          \
    X(TOO_MUCH_OUTPUT, "too-much-output") /* limit in bytes */                                     \
    /* Matches. */                                                                                 \
    X(BAD_JOURNAL, "bad-journal")                                                                  \
    X(BAD_OPENINGS, "bad-openings")                                                                \
    X(BAD_PAIR, "bad-pair")                                                                        \
    X(BAD_PLAYER, "bad-player")                                                                    \
    X(BAD_PLAYER_VALUE, "bad-player-value")                                                        \
    X(BAD_RESULT, "bad-result")                                                                    \
    X(BAD_SPRT, "bad-sprt")                                                                        \
    X(FILE_IN_USE, "file-in-use")                                                                  \
    X(JOURNAL_OTHER_MATCH, "journal-other-match")                                                  \
    X(NO_OPENINGS, "no-openings")                                                                  \
    X(PLAYER_TWICE, "player-twice")                                                                \
    X(TOO_MANY_PLAYERS, "too-many-players")                                                        \
    X(UNKNOWN_PLAYER_KEY, "unknown-player-key")                                                    \
    /* Training. */                                                                                \
    X(BAD_GENERATION, "bad-generation")                                                            \
    X(CHECKPOINT_DAMAGED, "checkpoint-damaged")                                                    \
    X(CHECKPOINT_OTHER, "checkpoint-other")                                                        \
    X(FILE_CHANGED, "file-changed")                                                                \
    X(NOT_A_CHECKPOINT, "not-a-checkpoint")                                                        \
    X(NOT_SAMPLES, "not-samples")                                                                  \
    X(NO_SAMPLES, "no-samples")                                                                    \
    X(SAMPLES_OTHER_GAME, "samples-other-game")                                                    \
    X(SAMPLES_VERSION, "samples-version")                                                          \
    X(STOPPED, "stopped")                                                                          \
    X(TOO_MANY_GENERATIONS, "too-many-generations")                                                \
    /* The store. */                                                                               \
    X(BLOB_DAMAGED, "blob-damaged") /* hash */                                                     \
    X(BLOB_MISSING, "blob-missing") /* hash */                                                     \
    X(STORE_BUSY, "store-busy")                                                                    \
    X(STORE_CHECK, "store-check")                                                                  \
    X(STORE_DUPLICATE, "store-duplicate")                                                          \
    X(STORE_FAILED, "store-failed")                                                                \
    X(STORE_IN_USE, "store-in-use")                                                                \
    X(STORE_LOCATION, "store-location")                                                            \
    X(STORE_NEW, "store-new")                                                                      \
    X(STORE_NOT_EMPTY, "store-not-empty")                                                          \
    X(STORE_OLD, "store-old")                                                                      \
    X(STORE_OUTCOME_UNKNOWN, "store-outcome-unknown")                                              \
    X(STORE_REFERENCE, "store-reference")                                                          \
    X(STORE_UNREACHABLE, "store-unreachable")                                                      \
    /* Jobs. */                                                                                    \
    X(ATTEMPTS_USED, "attempts-used")                                                              \
    X(ATTEMPT_STALE, "attempt-stale")                                                              \
    X(BAD_HELLO, "bad-hello")                                                                      \
    X(BAD_JOB, "bad-job")                                                                          \
    X(BAD_NAME, "bad-name")                                                                        \
    X(BLOB_HASH, "blob-hash")                                                                      \
    X(HOST_ASIDE, "host-aside") /* reason */                                                       \
    X(HOST_UNKNOWN, "host-unknown")                                                                \
    X(JOB_CANCELLED, "job-cancelled")                                                              \
    X(JOB_DIFFERS, "job-differs") /* name */                                                       \
    X(JOB_LATE, "job-late")                                                                        \
    X(NAME_TAKEN, "name-taken")                                                                    \
    X(OTHER_VERSION, "other-version") /* found, due */                                             \
    X(RESULT_DIFFERS, "result-differs")                                                            \
    X(RESULT_REFUSED, "result-refused") /* reason */                                               \
    X(TOO_MANY_JOBS, "too-many-jobs")   /* limit */                                                \
    X(TOO_MANY_NEEDS, "too-many-needs") /* limit */                                                \
    /* People. */                                                                                  \
    X(BAD_INVITATION, "bad-invitation")                                                            \
    X(BAD_LINK, "bad-link")                                                                        \
    X(FOREIGN_ORIGIN, "foreign-origin")                                                            \
    X(LAST_ADMIN, "last-admin")                                                                    \
    X(PASSWORD_COMMON, "password-common")                                                          \
    X(PASSWORD_LENGTH, "password-length") /* smallest, largest in characters */                    \
    X(REGISTRATION_CLOSED, "registration-closed")                                                  \
    X(SIGN_IN_FAILED, "sign-in-failed")   /* unknown name and wrong password alike */              \
    X(TOO_MANY_TOKENS, "too-many-tokens") /* limit */                                              \
    X(TOO_MANY_TRIES, "too-many-tries")   /* seconds until the next */                             \
    /* Bots and games. */                                                                          \
    X(BOT_RETIRED, "bot-retired")                                                                  \
    X(CHECK_FAILED, "check-failed")     /* verdict, detail */                                      \
    X(COMPILE_FAILED, "compile-failed") /* status of the compilation */                            \
    X(GIVEN_UP, "given-up")             /* before the reason */                                    \
    X(OTHER_BOARD, "other-board")                                                                  \
    X(TOO_MANY_BOTS, "too-many-bots")         /* limit */                                          \
    X(TOO_MANY_FOULS, "too-many-fouls")       /* limit */                                          \
    X(TOO_MANY_OPEN, "too-many-open")         /* limit */                                          \
    X(VERSION_NOT_READY, "version-not-ready") /* bot, number */                                    \
    /* Rooms. */                                                                                   \
    X(NO_OFFER, "no-offer")                                                                        \
    X(NOT_YOUR_TURN, "not-your-turn")                                                              \
    X(PLY_STALE, "ply-stale")     /* moves that were played, ply that was sent */                  \
    X(ROOM_CLOSED, "room-closed") /* what the game is */                                           \
    X(ROOM_FULL, "room-full")                                                                      \
    X(TOO_MANY_ROOMS, "too-many-rooms") /* limit */                                                \
    /* Contests. */                                                                                \
    X(ALREADY_ENTERED, "already-entered") /* bot */                                                \
    X(CONTEST_STATE, "contest-state")     /* state */                                              \
    X(CONTEST_STOPPED, "contest-stopped")                                                          \
    X(DISQUALIFIED, "disqualified") /* reason */                                                   \
    X(GAMES_FAILED, "games-failed") /* count of pairs */                                           \
    X(NOT_INVITED, "not-invited")                                                                  \
    X(NO_ACTIVE_VERSION, "no-active-version")                                                      \
    X(TOO_FEW_ENTRIES, "too-few-entries") /* count */                                              \
    X(TOO_MANY_GAMES, "too-many-games")   /* count, limit */                                       \
    /* The machine. */                                                                             \
    X(BAD_HOST, "bad-host")                                                                        \
    X(BAD_PORT, "bad-port")                                                                        \
    X(BAD_PUZZLE, "bad-puzzle")                                                                    \
    X(NO_ANSWER, "no-answer")                                                                      \
    X(NO_CGROUP, "no-cgroup")                                                                      \
    X(NO_SANDBOX, "no-sandbox")                                                                    \
    X(NO_THREADS, "no-threads")                                                                    \
    X(PORT_IN_USE, "port-in-use")                                                                  \
    X(SERVER_REFUSED, "server-refused")                                                            \
    X(UNEXPLAINED, "unexplained")
#endif

#if defined __wasm__
#define ERROR_CODES(X) ERROR_CODES_CORE(X)
#elif defined IMMURE_SUBMISSION
#define ERROR_CODES(X) ERROR_CODES_CORE(X) ERROR_CODES_BOT(X)
#else
#define ERROR_CODES(X) ERROR_CODES_CORE(X) ERROR_CODES_BOT(X) ERROR_CODES_PROGRAM(X)
#endif

#define ERROR_CODE_MEMBER(code, name) ERROR_##code,

typedef enum ErrorCode {
    ERROR_NONE, // nothing was refused
    ERROR_CODES(ERROR_CODE_MEMBER)
} ErrorCode;

#undef ERROR_CODE_MEMBER
