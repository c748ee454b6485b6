/* dive.h — how long the first dive of the default order may last. */
#pragma once

#include "base/base.h"

/* Steps without the end of a path, and in all: about a second. */
enum { DIVE_PATIENCE = SIZED(1 << 12, 16), DIVE_FIRST = SIZED(1 << 18, 256) };
