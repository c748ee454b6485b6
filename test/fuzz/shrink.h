/* shrink.h — for the fuzzer: a failing session made small. */
#pragma once

#include "fuzz/session.h"

typedef bool StillFails(void *user, Session *s);

/* Takes away actions, stages and parts of terms as long as it still fails. */
void session_shrink(Session *s, StillFails *still_fails, void *user);
