/* filter.h — which system calls the process that asks for it, and all that it starts, can make. */
#pragma once

#include "sandbox/parts.h"

/* calls.def, as far as the other parts make a call harmless.  For ever, and also after an exec.  Needs
 * no_new_privs. */
must_use bool filter_self(JailParts parts, bool is_sanitized);
