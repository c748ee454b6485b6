/* neighbours.c — a few values for each number, so that all of them can be tried. */
#include "inputs/neighbours.h"

typedef struct Listing {
  const Gene *g;
  u8 *genome; /* borrowed; written to see what a value becomes, and restored */
  u32 i;
  i64 old;
  i64 *values;
  u32 n;
} Listing;

static void list(Listing *l, i64 value) {
  gene_put(l->g, l->genome, l->i, value);
  value = gene_get(l->g, l->genome, l->i);
  bool is_known = value == l->old || l->n >= MAX_NEIGHBOURS;
  for (u32 k = 0; k < l->n && !is_known; k++) is_known = l->values[k] == value;
  if (!is_known) l->values[l->n++] = value;
}

static i64 sum(i64 a, i64 b) { return (i64)((u64)a + (u64)b); }

/* One that the program does not have is a letter, too. */
static void list_letters(Listing *l, const Vocabulary *v) {
  const Gene *g = l->g;
  bool has_own = g->letters && g->n_letters <= MAX_NEIGHBOURS;
  for (u32 k = 0; has_own && k < g->n_letters; k++) list(l, g->letters[k]);
  for (u32 k = 0; !has_own && k < v->letters.n && l->n + 1 < MAX_NEIGHBOURS; k++)
    list(l, v->letters.at[k]);
  list(l, 'z');
}

static void list_numbers(Listing *l) {
  list(l, sum(l->old, 1));
  list(l, sum(l->old, -1));
  list(l, l->g->low);
  list(l, l->g->high);
  list(l, 0);
}

u32 neighbours_of(const Gene *g, const Vocabulary *v, u8 *genome, u32 i,
                  i64 ret_values[MAX_NEIGHBOURS]) {
  assert(i < g->n);
  Listing l = {.g = g, .genome = genome, .i = i, .values = ret_values};
  l.old = gene_get(g, genome, i);
  if (i >= g->group) list(&l, gene_get(g, genome, i - g->group));
  if (i + g->group < g->n) list(&l, gene_get(g, genome, i + g->group));
  if (g->kind == GENE_TEXT)
    list_letters(&l, v);
  else
    list_numbers(&l);
  gene_put(g, genome, i, l.old);
  assert(l.n <= MAX_NEIGHBOURS && gene_get(g, genome, i) == l.old);
  return l.n;
}
