/* share.h — several searches share the time at one size by what each has gained so far. */
#ifndef WORST_SHARE_H
#define WORST_SHARE_H

#include "worst/arm.h"

/* Until the budget is spent, or until nothing has become better for long: much longer than it took to
 * come here.  The size search must have a best.  Says how it went. */
must_use Err share_search(SizeSearch *t, Portfolio *p);
/* The same among these arms only. */
must_use Err share_search_among(SizeSearch *t, Portfolio *p, const ArmOps *const *arms, u32 n_arms);

#endif
