/* folded.c — stacks of calls, a line each. */
#include "report/folded.h"

#include <inttypes.h>

void worst_report_folded(const WorstReport *r, Text *to) {
  const WorstSize *s = NULL;
  for (u32 i = 0; i < r->sizes.n; i++)
    if (r->sizes.at[i].stacks.n) s = &r->sizes.at[i];
  for (u32 i = 0; s && i < s->stacks.n; i++)
    text_addf(to, "%s %" PRIu64 "\n", s->stacks.at[i].stack, s->stacks.at[i].n);
}
