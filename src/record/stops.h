/* stops.h — the reasons of stop.def in words for users. */
#ifndef RECORD_STOPS_H
#define RECORD_STOPS_H

#include "vm/vm.h"

const char *stop_label(Stop stop); /* "read-bounds" */

/* Paths that finished count as "finished", all errors as "error", others by their label. */
const char *stop_group(Stop stop);
const char *stop_group_meaning(Stop stop);

#endif
