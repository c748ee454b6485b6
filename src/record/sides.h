/* sides.h — which sides some path took where a symbol decides: the coverage of what is symbolic. */
#ifndef RECORD_SIDES_H
#define RECORD_SIDES_H

#include "base/map.h"
#include "record/recorder.h"

typedef struct Sides {
  Recorder *recorder; /* borrowed; gets RUN_COVERED when a path took a new one */
  Map seen;           /* sides, by their hash */
  Path *last;         /* shared; that ended last */
} Sides;

void sides_on_event(void *user, const RunEvent *e); /* a subscriber's; the user is the Sides */
void sides_done(Sides *s);

#endif
