/* answer.c — the text of each Reason, from reasons.def. */
#include "solver/answer.h"

static const char *const texts[REASON_COUNT] = {
    [REASON_NONE] = "",
#define REASON(id, text) [REASON_##id] = text,
#include "solver/reasons.def"
#undef REASON
};

const char *reason_text(Reason r) { return texts[r]; }
