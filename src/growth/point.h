/* point.h — the highest cost that is known at a size. */
#pragma once

#include "base/base.h"

typedef struct GrowthPoint {
  i64 size; /* at least 1 */
  i64 cost; /* at least 0 */
  bool proven;
  bool is_cut; /* nadir gave up runs there before they ended: the true cost may be far higher */
} GrowthPoint;
