/* site_table.h — decisions as text that outlives the process: where, which side, whether forced.
 *
 * A place is named by its function, its line and column, and its number among those there; a side
 * is that of the source.  So another process, another size, and a build that moved the code find
 * it again.  Each place has a line of its own, and decisions refer to it:
 *
 *     site 1 branch insertion_sort 5:20 #0
 *     site 2 address insertion_sort 5:20 +3
 *
 * #K is the K-th place at that position where the program decides, +K the K-th instruction there.
 * Decisions follow each other without blanks:
 *
 *     @1:      they are made at site 1 from here on
 *     ^2a:     and in an activation whose caller is the 2a-th call of the path (hexadecimal)
 *     0  1     a branch: whether the condition in the source holds
 *     s2.      a switch: the target, from 1 in the order of the code
 *     a1000.   other choices: letter and side as in follow.h
 *     !  +     after a side: no other side was possible; another one was.  Neither: nobody asked
 */
#pragma once

#include "base/map.h"
#include "base/text.h"
#include "vm/vm.h"

typedef struct SiteTable {
  const Module *module; /* borrowed */
  Map numbers;          /* place and kind -> index in `places` */
  DecisionVec places;   /* owned; site K is the K-th; fn, pc and kind */
} SiteTable;

void site_table_done(SiteTable *t); /* also for cleanup() */

/* What decisions so far say about the next one; all zero at the beginning of a row of them. */
typedef struct SiteCursor {
  u32 site, caller;
} SiteCursor;

/* Appends the decision to *to, and the line of its site, if it is a new one, to *sites. */
void site_table_print(SiteTable *t, SiteCursor *io, const Decision *d, Text *sites, Text *to);

/* Is this line about a site?  Errors say `name` and the number of the line. */
bool site_table_is_line(const char *text);
must_use Err site_table_read(SiteTable *t, const char *name, u32 line, const char *text);

/* The decision at *io_at, which is moved behind it. */
must_use Err site_table_parse(const SiteTable *t, SiteCursor *io, const char *name, u32 line,
                              const char **io_at, Decision *ret);

/* A word of any bytes: blanks, controls and % are written as %XX. */
void word_print(Text *t, const char *word);
/* Up to the next blank or end of line, behind which *io_at is moved; the caller owns it.  NULL: there is none. */
char *word_parse(const char **io_at);

/* Of a branch, whether the condition in the source holds, from the side of the code; and back.  Other
 * sides are what they are. */
u64 side_in_source(const Module *m, const Decision *at, u64 side);

/* The side of a switch as files and people have it: the target's number, from 1 in the order of the
 * code; and back: false when there is no such target. */
u64 switch_rank(const Module *m, const Decision *d);
bool switch_of_rank(const Module *m, const Decision *at, u64 rank, u64 *ret_pc);
