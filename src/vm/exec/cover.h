/* cover.h — which sides of conditional jumps and switches any state of a machine has taken, and which
 * functions it has entered.
 *
 * Sides are numbered through the sites of the module: two of each jump (not taken, taken), and of a
 * switch one for each place that it goes to, however many cases lead there.  Only functions that
 * count have sides that are ever new, and checks that a sanitizer put in never have.
 *
 * Exact, also for frames with symbols: the loops count each side (edges.h), and
 * go out of their way only the first time that it is taken.  A run that repeats what another
 * did covers nothing new, so states that are made again need no care.  One Cover can serve several
 * machines of the same module, one after the other.
 */
#pragma once

#include "vm/exec/edges.h"

typedef struct Cover {
  const Module *module; /* borrowed */
  EdgeTable edges;      /* what is 0 may be new; uncounted edges start as seen */
  u32 *first;           /* owned; of each site, and one more: its first side */
  u32 *goes_to;         /* owned; of each side of a switch: the pc; of others 0 */
  u8 *is_seen;          /* owned; of each side */
  u8 *counts;           /* owned; of each function: do its sides count? */
  u8 *is_entered;       /* owned; of each function */
  u32 n_fns, n_entered; /* functions that count, and those of them that were entered */
  u32 n_all;            /* sides, those that do not count included */
  u32 n_sides;          /* that count */
  u32 n_seen;           /* of these; never less than before, unless it is cleared */
} Cover;

/* Does what is defined in this file count? */
typedef bool CoverFile(void *user, const char *file);

/* NULL: every file that is not what programs are linked with. */
Cover *cover_new(const Module *m, CoverFile *counts, void *user);
Cover *cover_free(Cover *c); /* accepts NULL, returns NULL */
void cover_clear(Cover *c);  /* nothing was seen */

/* Sides and functions in a row, for processes that share what they saw: those below n_all are sides. */
static inline u32 cover_n_items(const Cover *c) { return c->n_all + c->module->fns.n; }
static inline bool cover_has_item(const Cover *c, u32 item) {
  return item < c->n_all ? c->is_seen[item] : c->is_entered[item - c->n_all];
}
void cover_add_item(Cover *c, u32 item); /* another process saw it */

/* A site's sides are [first[site], first[site + 1]). */
static inline bool cover_counts(const Cover *c, u32 site) {
  const Site *s = &c->module->sites.at[site];
  return c->counts[s->fn] && s->kind != SITE_CHECK;
}

static inline bool cover_is_seen(const Cover *c, u32 side) { return c->is_seen[side]; }
