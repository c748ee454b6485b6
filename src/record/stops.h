/* stops.h — the reasons of stop.def in words for users. */
#pragma once

#include "vm/vm.h"

const char *stop_label(Stop stop); /* "read-bounds" */

/* Paths that finished count as "finished", all errors as "error", others by their label. */
const char *stop_group(Stop stop);
const char *stop_group_meaning(Stop stop);
