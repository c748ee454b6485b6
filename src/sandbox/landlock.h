/* landlock.h — which files a process, and all that it starts, can read, write and change; no sockets of
 * the network, no signals and no abstract sockets across the border. */
#pragma once

#include "base/base.h"

typedef struct LandlockRules {
  int fd; /* -1: the host has no Landlock */
  u64 files;
} LandlockRules;

typedef enum LandlockAccess { LANDLOCK_READ, LANDLOCK_DEVICE, LANDLOCK_CHANGE } LandlockAccess;

bool landlock_open(LandlockRules *ret); /* false: the host has no Landlock */
/* What is at the path, and below it; nothing if there is no such path. */
void landlock_allow(const LandlockRules *r, const char *path, LandlockAccess access);
/* For ever, for the calling process.  Needs no_new_privs. */
must_use bool landlock_self(LandlockRules *r);
