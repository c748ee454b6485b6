/* perf_map.c — sites with their best genomes, which are shared: one input is often the best at many.
 *
 * At equal hits the genome that costs more in all stays: it is nearer to what is wanted.
 */
#include "inputs/perf_map.h"

static void champion_drop(Champion *e) {
  assert(!e || e->n_sites);
  if (!e || --e->n_sites) return;
  mem_free(e->genome);
  mem_free(e);
}

void perf_map_done(PerfMap *m) {
  for (u32 i = 0; i < m->sites.n; i++) champion_drop(m->sites.at[i].champion);
  vec_free(&m->sites);
  vec_free(&m->contested);
  *m = (PerfMap){0};
}

/* One that several sites share gets longer once. */
void perf_map_grow(PerfMap *m, u32 n_bytes) {
  VEC(Champion *) seen = {0};
  for (u32 i = 0; i < m->sites.n && n_bytes > m->n_bytes; i++) {
    Champion *e = m->sites.at[i].champion;
    bool is_new = e != NULL;
    for (u32 k = 0; k < seen.n && is_new; k++) is_new = seen.at[k] != e;
    if (!is_new) continue;
    vec_push(&seen, e);
    e->genome = mem_resize(e->genome, n_bytes);
    memset(e->genome + m->n_bytes, 0, n_bytes - m->n_bytes);
  }
  vec_free(&seen);
  m->n_bytes = MAX(m->n_bytes, n_bytes);
}

static bool is_better(const PerfMap *m, SiteHit h, u64 cost) {
  if (h.site >= m->sites.n || !m->sites.at[h.site].n) return h.n > 0;
  const SiteBest *s = &m->sites.at[h.site];
  return h.n > s->n || (h.n == s->n && s->is_contested && cost > s->champion->cost);
}

u32 perf_map_filter(const PerfMap *m, SiteHit *hits, u32 n, u64 cost) {
  assert(hits || !n);
  u32 kept = 0;
  for (u32 i = 0; i < n; i++)
    if (is_better(m, hits[i], cost)) hits[kept++] = hits[i];
  assert(kept <= n);
  return kept;
}

static void contest(PerfMap *m, u32 site) {
  assert(site < m->sites.n && m->sites.at[site].n);
  SiteBest *s = &m->sites.at[site];
  if (s->is_contested) return;
  s->is_contested = true;
  vec_push(&m->contested, site);
}

void perf_map_offer(PerfMap *m, const u8 *genome, u64 cost, const SiteHit *hits, u32 n) {
  Champion *e = NULL;
  for (u32 i = 0; i < n; i++) {
    if (!is_better(m, hits[i], cost)) continue;
    while (m->sites.n <= hits[i].site) vec_push(&m->sites, (SiteBest){0});
    SiteBest *s = &m->sites.at[hits[i].site];
    if (!e) {
      e = NEW(Champion);
      *e = (Champion){.genome = mem_dup(genome, MAX(m->n_bytes, 1u)), .cost = cost};
    }
    if (s->n && hits[i].n > s->n) contest(m, hits[i].site);
    champion_drop(s->champion);
    s->champion = e;
    s->n = hits[i].n;
    e->n_sites++;
  }
}

const Champion *perf_map_choose(const PerfMap *m, Rng *rng) {
  if (!m->contested.n) return NULL;
  u32 site = m->contested.at[rng_below(rng, m->contested.n)];
  assert(m->sites.at[site].champion);
  return m->sites.at[site].champion;
}
