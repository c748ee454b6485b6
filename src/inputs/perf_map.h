/* perf_map.h — the best genome for each site of the program, not only for the sum.
 *
 * A site is a side of a branch.  An input that goes there more often than any other is kept, even
 * if it costs little in all: a search that only sees the sum loses what is good in one loop when
 * another loop gains.  Parents are drawn from here, too, and crossover brings the parts together.
 *
 * After: Lemieux, Padhye, Sen, Song, "PerfFuzz: automatically generating pathological inputs",
 * ISSTA 2018.
 * Differs: a site takes part only if inputs differ there, as most sites of a program are hit
 * equally often by all of them.
 */
#pragma once

#include "base/rng.h"
#include "base/vec.h"

typedef struct SiteHit {
  u32 site, n; /* how often the run went there */
} SiteHit;

/* A genome that is the best at some sites. */
typedef struct Champion {
  u8 *genome; /* owned */
  u64 cost;
  u32 n_sites; /* of which it is the best; freed at 0 */
} Champion;

typedef struct SiteBest {
  u32 n;              /* hits; 0: nobody came here */
  Champion *champion; /* shared by the sites of which it is the best */
  bool is_contested;
} SiteBest;

typedef struct PerfMap {
  u32 n_bytes;         /* of a genome */
  VEC(SiteBest) sites; /* by number */
  VEC(u32) contested;  /* sites at which inputs differ */
} PerfMap;

void perf_map_done(PerfMap *m);
void perf_map_grow(PerfMap *m, u32 n_bytes); /* genomes get zeros at their ends */

/* Leaves in `hits` only those that offering them would change something for; their number. */
u32 perf_map_filter(const PerfMap *m, SiteHit *hits, u32 n, u64 cost);
/* A genome of this cost, and how often it goes where. */
void perf_map_offer(PerfMap *m, const u8 *genome, u64 cost, const SiteHit *hits, u32 n);

/* The best of a contested site, any of them alike; NULL: there is none. */
const Champion *perf_map_choose(const PerfMap *m, Rng *rng);
