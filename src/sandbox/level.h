/* level.h — which parts of a sandbox this host has, found out by making one. */
#pragma once

#include "sandbox/jail.h"

/* For programs and for compilers, which need less. */
JailParts level_parts(SandboxKind kind);
u64 level_capabilities(void); /* of this process, a bit for each */
bool level_is_root(void);     /* nadir has the capabilities of the host's root */
