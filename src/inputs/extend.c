/* extend.c — makes an input of one size from one of another size; see extend.h.
 *
 * Each way of extending says, for each place of the new row, which place of the old row it
 * resembles and how much the value moves.  Values that look like ranks or places, all below the old
 * length, are stretched with it, so that a permutation stays one as nearly as possible.  Rows of a
 * matrix are extended as rows.
 */
#include "inputs/extend.h"

typedef struct Row {
  const Gene *g;
  const u8 *genome;
  u64 n;        /* elements along this direction */
  bool is_rank; /* its numbers are below the length */
} Row;

typedef struct Match {
  u64 at;            /* in the old row */
  i64 by;            /* to be added to its value */
  u64 steps;         /* so many times the difference of two old values, too … */
  u64 first, second; /* … which are these */
} Match;

typedef Match Way(u64 i, u64 old, u64 now);

static Match again(u64 i, u64 old, u64 now) {
  (void)now;
  return (Match){i % old, 0};
}
/* Each time round above the last, as in sorted inputs. */
static Match again_above(u64 i, u64 old, u64 now) {
  (void)now;
  return (Match){i % old, (i64)(i / old * old)};
}
static Match again_below(u64 i, u64 old, u64 now) {
  (void)now;
  return (Match){i % old, -(i64)(i / old * old)};
}
static Match at_the_end(u64 i, u64 old, u64 now) { return (Match){(i + old - now % old) % old, 0}; }
static Match stretched(u64 i, u64 old, u64 now) {
  return (Match){(u64)((unsigned __int128)i * old / now), 0};
}
/* More of the last, of the first, of the middle one. */
static Match more_of_last(u64 i, u64 old, u64 now) {
  (void)now;
  return (Match){MIN(i, old - 1), i < old ? 0 : (i64)(i - old + 1)};
}
static Match more_of_same(u64 i, u64 old, u64 now) {
  (void)now;
  return (Match){MIN(i, old - 1), 0};
}
static Match more_of_first(u64 i, u64 old, u64 now) {
  return (Match){i + old < now ? 0 : i + old - now, 0};
}
static Match more_of_middle(u64 i, u64 old, u64 now) {
  u64 kept = MIN(old, now), before = kept / 2, behind = kept - before; /* cut: without the middle */
  if (i < before) return (Match){i, 0};
  return (Match){i + behind >= now ? i + old - now : before, 0};
}
static Match there_and_back(u64 i, u64 old, u64 now) {
  (void)now;
  u64 at = i % (2 * old);
  return (Match){at < old ? at : 2 * old - 1 - at, 0};
}

/* All in steps of the difference of two: keys of a table that collide go on colliding. */
static Match in_steps(u64 i, u64 first, u64 second) {
  return (Match){.at = first, .steps = i, .first = first, .second = second};
}
static Match steps_of_first(u64 i, u64 old, u64 now) {
  (void)now;
  return in_steps(i, 0, MIN(1, old - 1));
}
static Match steps_of_last(u64 i, u64 old, u64 now) {
  (void)now;
  return in_steps(i, old - MIN(2, old), old - 1);
}
static Match steps_across(u64 i, u64 old, u64 now) {
  (void)now;
  return in_steps(i, 0, old - 1);
}
static Match steps_of_middle(u64 i, u64 old, u64 now) {
  (void)now;
  return in_steps(i, old / 2, old - 1);
}

/* After the first two, and before the rest, the last elements go on: one, two, … of them. */
enum { FIRST_PERIOD = 2, MOST_PERIOD = 16 };
static Way *const ways[] = {stretched,    again,          again_above,    again_below,
                            more_of_last, more_of_first,  more_of_middle, at_the_end,
                            more_of_same, there_and_back, steps_of_first, steps_of_last,
                            steps_across, steps_of_middle};

u32 extend_count(void) { return ARRAY_LEN(ways) + MOST_PERIOD; }

static Match match_of(u32 k, u64 i, u64 old, u64 now) {
  if (k < FIRST_PERIOD) return ways[k](i, old, now);
  if (k >= FIRST_PERIOD + MOST_PERIOD) return ways[k - MOST_PERIOD](i, old, now);
  u64 period = MIN(k - FIRST_PERIOD + 1, old);
  if (now < old) return (Match){i + MIN(period, old - now), 0}; /* a part from there on */
  return (Match){i < old ? i : old - period + (i - old) % period, 0};
}

/* Numbers of genes that are no text and stay below the length. */
static bool are_ranks(const Gene *g, const u8 *genome) {
  u32 n = gene_elements(g);
  if (g->kind == GENE_TEXT || n < 2) return false;
  for (u32 i = 0; i < g->n; i++) {
    i64 value = gene_get(g, genome, i);
    if (value < 0 || (u64)value > n) return false;
  }
  return true;
}

/* A stretched rank lies among those that the same old one became. */
static i64 moved(const Row *from, i64 value, Match m, u64 i, u64 now, bool is_stretched) {
  if (!is_stretched || !from->is_rank) return (i64)((u64)value + (u64)m.by);
  u64 within = i - (m.at * now + from->n - 1) / from->n;
  return value * (i64)now / (i64)from->n + (i64)within;
}

static i64 stepped(const Row *from, Match m, u32 k, i64 value) {
  const Gene *g = from->g;
  u64 a = (u64)gene_get(g, from->genome, (u32)m.first * g->group + k % g->group);
  u64 b = (u64)gene_get(g, from->genome, (u32)m.second * g->group + k % g->group);
  return (i64)((u64)value + m.steps * (b - a));
}

static void put_gene(const Gene *from, const u8 *old, const Gene *to, u32 way, u8 *genome) {
  Row r = {.g = from, .genome = old, .n = gene_elements(from), .is_rank = are_ranks(from, old)};
  bool has_rows = from->row < r.n && to->row < gene_elements(to);
  u64 old_columns = has_rows ? from->row : r.n, columns = has_rows ? to->row : gene_elements(to);
  u64 old_rows = r.n / old_columns, now_rows = gene_elements(to) / columns;
  assert(old_columns && columns);
  r.n = old_columns;
  for (u64 i = 0; i < gene_elements(to); i++) {
    Match column = match_of(way, i % columns, old_columns, columns);
    Match row = has_rows ? match_of(way, i / columns, old_rows, now_rows) : (Match){0};
    u64 at = row.at * old_columns + column.at;
    assert(row.at < old_rows && column.at < old_columns);
    for (u32 k = 0; k < to->group; k++) {
      i64 value = gene_get(from, old, (u32)at * from->group + k % from->group);
      bool is_stretched = !way && !has_rows;
      if (column.steps && to->kind == GENE_NUMBER) value = stepped(&r, column, k, value);
      gene_put(to, genome, (u32)i * to->group + k,
               moved(&r, value, column, i % columns, columns, is_stretched));
    }
  }
}

void extend_put(const Plan *from, const u8 *old, const Plan *to, u32 k, u8 *genome) {
  assert(k < extend_count());
  for (u32 i = 0; i < to->genes.n; i++) {
    const Gene *g = &to->genes.at[i];
    if (i < from->genes.n && gene_elements(&from->genes.at[i]) && gene_elements(g))
      put_gene(&from->genes.at[i], old, g, k, genome);
    else
      for (u32 j = 0; j < g->n; j++) gene_put(g, genome, j, 0);
  }
}
