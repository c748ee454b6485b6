/* sides.h — which sides some path took where a symbol decides: the coverage of what is symbolic. */
#pragma once

#include "base/map.h"
#include "record/recorder.h"

/* Sides by their hash, which is the same in all processes that have the module. */
typedef struct SideSet {
  Map seen;
  U64Vec all;       /* in the order in which they came */
  Path *last;       /* shared; that was added last */
  PathLinks suffix; /* scratch; borrowed */
} SideSet;

void side_set_add(SideSet *s, Path *path);
void side_set_done(SideSet *s);

typedef struct Sides {
  Recorder *recorder; /* borrowed; gets RUN_COVERED when a path took a new one */
  SideSet set;
} Sides;

void sides_on_event(void *user, const RunEvent *e); /* a subscriber's; the user is the Sides */
void sides_done(Sides *s);
