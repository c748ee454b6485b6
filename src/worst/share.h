/* share.h — several searches share the time at one size by what each has gained so far. */
#pragma once

#include "worst/arm.h"
#include "worst/breeder.h"

typedef struct ShareConfig {
  const ArmOps *arms[ARM_COUNT];
  u32 n_arms;
  struct InputSearch *inputs; /* as in Slice */
  Breeder *breeder; /* borrowed; what is bred there counts for no arm; NULL: there is none */
} ShareConfig;

void share_add(ShareConfig *c, ArmSet arms);

/* Until the budget is spent, or until nothing has become better for long: much longer than it took to
 * come here.  The size search must have a best.  Says how it went. */
must_use Err share_search(SizeSearch *t, const ShareConfig *config);
