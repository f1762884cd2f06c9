#include "api/api_status.h"

#define RETRY_S 2

static int status_of(ErrorCode code) {
    switch (code) {
    case ERROR_UNAUTHORIZED:
        return 401;
    case ERROR_FORBIDDEN:
    case ERROR_FOREIGN_ORIGIN:
    case ERROR_HOST_ASIDE:
    case ERROR_NOT_INVITED:
    case ERROR_REGISTRATION_CLOSED:
        return 403;
    case ERROR_NOT_FOUND:
    case ERROR_UNKNOWN_NAME:
    case ERROR_NO_STORE:
        return 404;
    case ERROR_ALREADY_ENTERED:
    case ERROR_ATTEMPT_STALE:
    case ERROR_BOT_RETIRED:
    case ERROR_CONTEST_STATE:
    case ERROR_HOST_UNKNOWN:
    case ERROR_JOB_CANCELLED:
    case ERROR_JOB_DIFFERS:
    case ERROR_LAST_ADMIN:
    case ERROR_NAME_TAKEN:
    case ERROR_OTHER_BOARD:
    case ERROR_NO_OFFER:
    case ERROR_NOT_YOUR_TURN:
    case ERROR_OTHER_VERSION:
    case ERROR_PLY_STALE:
    case ERROR_RESULT_DIFFERS:
    case ERROR_VERSION_NOT_READY:
    case ERROR_TOO_MANY_GAMES:
    case ERROR_TOO_MANY_TOKENS:
    case ERROR_ROOM_CLOSED:
    case ERROR_ROOM_FULL:
        return 409;
    case ERROR_BAD_INVITATION:
    case ERROR_BAD_LINK:
    case ERROR_BLOB_HASH:
    case ERROR_BLOB_MISSING:
    case ERROR_PASSWORD_COMMON:
    case ERROR_PASSWORD_LENGTH:
    case ERROR_RESULT_REFUSED:
    case ERROR_SIGN_IN_FAILED:
        return 422;
    case ERROR_TOO_MANY_BOTS:
    case ERROR_TOO_MANY_JOBS:
    case ERROR_TOO_MANY_NEEDS:
    case ERROR_TOO_MANY_OPEN:
    case ERROR_TOO_MANY_TRIES:
    case ERROR_TOO_MANY_ROOMS:
        return 429;
    case ERROR_BLOB_DAMAGED:
    case ERROR_STORE_CHECK:
    case ERROR_STORE_DUPLICATE:
    case ERROR_STORE_FAILED:
    case ERROR_STORE_REFERENCE:
        return 500;
    case ERROR_STORE_BUSY:
    case ERROR_STORE_OUTCOME_UNKNOWN:
    case ERROR_STORE_UNREACHABLE:
        return 503;
    default:
        return 400;
    }
}

void api_refuse(HttpReply *reply, const Error *error) {
    int status = status_of(error->reason.code);
    reply->retry_after_s = status == 429 || status == 503 ? RETRY_S : 0;
    if (error->reason.code == ERROR_TOO_MANY_TRIES) {
        slice_to_int(slice_from(error->reason.arguments[0]), &reply->retry_after_s);
    }
    http_refuse(reply, status, error);
}
