/* dive.h — how long the first dive of the default order may last. */
#ifndef EXPLORE_DIVE_H
#define EXPLORE_DIVE_H

#include "base/base.h"

/* Steps without the end of a path, and in all: about a second. */
enum { DIVE_PATIENCE = SIZED(1 << 12, 16), DIVE_FIRST = SIZED(1 << 18, 256) };

#endif
