/* squad.h — genomes judged many at a time, on several cores (base/crew.h).
 *
 * What a run tells besides its cost (an error was found, the program wants more inputs) changes
 * things that only the caller has.  Such a genome is left to the caller, who runs it again.  So
 * the results are those of running one after the other, whatever the number of processes.
 */
#ifndef INPUTS_SQUAD_H
#define INPUTS_SQUAD_H

#include "base/crew.h"
#include "inputs/evolve.h"
#include "inputs/judge.h"

typedef struct SquadRow {
  Judgement seen;
  u64 max_instructions, limit_ns; /* for its run; NEVER_NS: none */
  u64 ns;                         /* that it took */
  u32 n_bytes, n_hits;
  bool is_left; /* to the caller */
} SquadRow;

typedef struct Squad {
  Judge *judge;  /* borrowed; the workers have copies of it */
  Crew *crew;    /* owned; NULL: not now */
  u32 n_workers; /* besides the caller */
  u32 max_bytes; /* of a genome */
  u32 n_slots;   /* of the plan that the workers know */
} Squad;

/* Starts the workers, if there are to be any. */
void squad_open(Squad *b, Judge *j, u32 n_workers, u32 n_rows);
void squad_close(Squad *b);

/* Runs the children's genomes of n_bytes; returns false if it cannot now: the caller runs all of them. */
bool squad_run(Squad *b, const Child *children, u32 n, u32 n_bytes, u64 limit_ns);
/* What became of one; NULL: it is left to the caller, or was lost. */
const SquadRow *squad_row(const Squad *b, u32 i);
bool squad_is_lost(const Squad *b, u32 i); /* it ended its worker */
const SiteHit *squad_hits(const Squad *b, const SquadRow *row);

#endif
