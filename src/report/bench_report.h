/* bench_report.h — what `nadir bench` measured, beside a paper's tables, as plain data and JSON. */
#ifndef REPORT_BENCH_REPORT_H
#define REPORT_BENCH_REPORT_H

#include "base/text.h"
#include "report/paper.h"

typedef enum BenchState {
  BENCH_LEFT,   /* not run yet */
  BENCH_ABSENT, /* nadir has no such strategy */
  BENCH_DONE,
  BENCH_FAILED,
} BenchState;

/* One cell of a table. */
typedef struct BenchCell {
  const PaperCell *paper; /* borrowed */
  BenchState state;
  bool is_old;   /* measured by an earlier bench, */
  bool is_other; /* and with another build of nadir */
  char *why;     /* owned; why it failed, or has no cost */
  /* What follows is of those that are done. */
  char *command; /* owned */
  char *folder;  /* owned; its name beside those of the other cells */
  u32 n_runs;    /* with different seeds; what follows is of the one in the middle */
  u32 n_met;     /* of them found the worst cost, if that is known */
  bool has_cost; /* else no path came to its end */
  u64 cost;
  bool is_proven;
  bool is_predicted; /* the cost is a formula's */
  bool is_cut;       /* a limit stopped the strategy before it finished */
  bool is_verified;  /* the same cost in a concrete run and, where it can be counted, natively */
  bool is_doubted;   /* another cost, or another path */
  u64 n_feasible, n_infeasible, n_queries;
  double seconds; /* of what the paper's seconds are of; not finite: there was no such phase */
} BenchCell;

void bench_cell_done(BenchCell *c);
bool bench_cell_met(const BenchCell *c); /* its cost is the worst, as far as that is known */
const char *bench_cell_word(const BenchCell *c); /* "proven", "cut", …; see docs/bench.md */

typedef struct BenchTable {
  const PaperTable *paper; /* borrowed */
  VEC(BenchCell) cells;
} BenchTable;

/* On what, with what: a line of the head each. */
typedef struct BenchFact {
  const char *name;
  char *value; /* owned */
} BenchFact;

typedef struct BenchReport {
  const Paper *paper; /* borrowed */
  VEC(BenchFact) facts;
  VEC(BenchTable) tables;
} BenchReport;

void bench_report_done(BenchReport *r);                 /* also for cleanup() */
void bench_report_json(const BenchReport *r, Text *to); /* appended, ends in a newline */

/* What we keep of a cell beside its worst.json: whether it finished, and how it was run. */
typedef struct BenchRecord {
  char *command;  /* owned */
  char *build;    /* owned; of nadir */
  double seconds; /* of the whole process */
} BenchRecord;

void bench_record_done(BenchRecord *r); /* also for cleanup() */
void bench_record_json(const BenchRecord *r, Text *to);
must_use Err bench_record_read(const char *path, BenchRecord *ret);

#endif
