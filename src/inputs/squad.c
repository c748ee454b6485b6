/* squad.c — rows of shared memory hold a genome each, then what its run showed. */
#include "inputs/squad.h"

/* Sites of a run that fit in a row; a run with more is left to the caller. */
enum { MAX_ROW_HITS = 4096 };
/* A worker may be late by so much: it may have to wait for a core. */
static const u64 patience_ns = 10 * NS_PER_S;

static u8 *genome_of(const SquadRow *r) {
  return (u8 *)(r + 1);
}

static SiteHit *hits_of(const Squad *b, const SquadRow *r) {
  return (SiteHit *)(genome_of(r) + (b->max_bytes + 7u) / 8 * 8);
}

static void take_hits(const Squad *b, SquadRow *r) {
  const Hits *h = b->judge->hits;
  r->n_hits = h ? h->n_touched : 0;
  r->is_left |= r->n_hits > MAX_ROW_HITS;
  for (u32 i = 0; i < r->n_hits && !r->is_left; i++)
    hits_of(b, r)[i] = (SiteHit){h->touched[i], h->n[h->touched[i]]};
}

static void judge_row(void *user, void *at) {
  const Squad *b = user;
  Judge *j = b->judge;
  SquadRow *r = at;
  u64 before = j->ns;
  j->is_quiet = true;
  j->is_wanted = false;
  j->max_instructions = r->max_instructions;
  j->deadline_ns = r->limit_ns == NEVER_NS ? NEVER_NS : clock_after(r->limit_ns);
  Err err = judge_run(j, genome_of(r), r->n_bytes, &r->seen);
  r->is_left = err != OK || j->is_wanted;
  r->ns = j->ns - before;
  j->is_quiet = false;
  take_hits(b, r);
}

void squad_open(Squad *b, Judge *j, u32 n_workers, u32 n_rows) {
  squad_close(b);
  *b = (Squad){
      .judge = j, .n_workers = n_workers, .max_bytes = j->plan.n_bytes, .n_slots = j->slots.n};
  if (!n_workers) return;
  size_t n_bytes = sizeof(SquadRow) + (b->max_bytes + 7u) / 8 * 8 + MAX_ROW_HITS * sizeof(SiteHit);
  b->crew = crew_new(n_workers, n_rows, n_bytes, judge_row, b);
}

void squad_close(Squad *b) {
  b->crew = crew_free(b->crew);
}

/* The workers know the program's inputs as they were; if none is left, there is nothing to be gained. */
static bool is_ready(const Squad *b, u32 n_bytes) {
  return b->crew && n_bytes <= b->max_bytes && b->judge->slots.n == b->n_slots &&
         crew_workers(b->crew);
}

bool squad_run(Squad *b, const Child *children, u32 n, u32 n_bytes, u64 limit_ns) {
  if (!is_ready(b, n_bytes)) return false;
  for (u32 i = 0; i < n; i++) {
    SquadRow *r = crew_row(b->crew, i);
    *r = (SquadRow){
        .n_bytes = n_bytes, .limit_ns = limit_ns, .max_instructions = b->judge->max_instructions};
    memcpy(genome_of(r), children[i].genome, n_bytes);
  }
  u64 patience = MIN(patience_ns, clock_left(b->judge->trial->budget.deadline_ns) + NS_PER_S);
  crew_run(b->crew, n, patience, b->judge->trial->budget.interrupted);
  return true;
}

bool squad_is_lost(const Squad *b, u32 i) {
  return crew_is_lost(b->crew, i);
}

const SquadRow *squad_row(const Squad *b, u32 i) {
  const SquadRow *r = crew_row(b->crew, i);
  return squad_is_lost(b, i) || r->is_left ? NULL : r;
}

const SiteHit *squad_hits(const Squad *b, const SquadRow *r) {
  return hits_of(b, r);
}
