/* tile.c — lists of costly pieces; see tile.h. */
#include "inputs/tile.h"

enum { MOST_CANDIDATES = 6, MOST_PIECES = 2, MOST_LETTERS = SIZED(24, 4) };

/* The worst input of a smaller size, as one gene has it. */
typedef struct Piece {
  VEC(i64) letters; /* owned */
  u32 from, n;
  double per_letter; /* what one of them costs */
} Piece;

/* begin (each piece separator)*; a letter of NO_LETTER is left out. */
enum { NO_LETTER = -1 };
typedef struct Tile {
  const Piece *piece; /* borrowed */
  i64 begin, each, separator;
  u64 cost; /* of a few pieces */
} Tile;

/* Three pieces tell whether a list of them is one; then so many times more, as long as there is room: a
 * list of a thousand costly pieces would seem not to end beside the best input so far. */
enum { FEW_PIECES = 3, MORE = 8 };

typedef struct Tiling {
  InputSearch *c;
  const Gene *g; /* that is filled; the others stay those of the best */
  u64 deadline_ns;
  i64 letters[MOST_LETTERS];
  u32 n_letters, n_usual;        /* the usual ones are first */
  Piece pieces[MOST_CANDIDATES]; /* the costliest first */
  u32 n_pieces;
  Tile best;
} Tiling;

/* ---- pieces ------------------------------------------------------------------------------------- */

static void add_piece(Tiling *t, Piece p) {
  u32 at = t->n_pieces;
  while (at && t->pieces[at - 1].per_letter < p.per_letter) at--;
  Piece *last = &t->pieces[MOST_CANDIDATES - 1];
  if (at == MOST_CANDIDATES) {
    vec_free(&p.letters);
    return;
  }
  if (t->n_pieces == MOST_CANDIDATES) vec_free(&last->letters);
  t->n_pieces = MIN(t->n_pieces + 1, (u32)MOST_CANDIDATES);
  for (u32 i = t->n_pieces - 1; i > at; i--) t->pieces[i] = t->pieces[i - 1];
  t->pieces[at] = p;
}

/* The same gene of the worst input of another size. */
static Err read_piece(Tiling *t, u32 gene, const SizeSearch *source) {
  Evaluator from;
  Piece p = {0};
  const Evaluator *own = &t->c->evaluator;
  Err err = evaluator_open((SizeSearch *)source, own->reading, source->budget.deadline_ns, &from);
  u8 *genome = err == OK ? evaluator_genome(&from, &source->best) : NULL;
  const Gene *g = genome && gene < from.plan.genes.n ? &from.plan.genes.at[gene] : NULL;
  for (u32 i = 0; g && g->kind == GENE_TEXT && i < g->n; i++)
    vec_push(&p.letters, gene_get(g, genome, i));
  p.n = p.letters.n;
  p.per_letter = (double)source->best.cost / MAX(p.letters.n, 1u);
  if (p.letters.n && 2 * p.letters.n <= t->g->n)
    add_piece(t, p);
  else
    vec_free(&p.letters);
  mem_free(genome);
  evaluator_close(&from);
  return err;
}

static Err read_pieces(Tiling *t, u32 gene) {
  const Search *h = t->c->size_search->search;
  for (u32 i = 0; i < h->searches.n + h->others.n; i++) {
    const SizeSearch *s = i < h->searches.n ? h->searches.at[i] : h->others.at[i - h->searches.n];
    if (s->best.is_found && s->best.inputs.n && 2 * s->size <= t->c->size_search->size)
      TRY(read_piece(t, gene, s));
  }
  return OK;
}

/* ---- tiles -------------------------------------------------------------------------------------- */

static i64 letter_of(const Piece *p, u32 k) { return p->letters.at[p->from + k]; }

/* Spaces behind so many pieces. */
static void tile_put(const Gene *g, const Tile *tile, u64 n_pieces, u8 *genome) {
  u32 i = 0;
  if (tile->begin != NO_LETTER) gene_put(g, genome, i++, tile->begin);
  for (; i < g->n && n_pieces; n_pieces--) {
    if (tile->each != NO_LETTER) gene_put(g, genome, i++, tile->each);
    for (u32 k = 0; k < tile->piece->n && i < g->n; k++)
      gene_put(g, genome, i++, letter_of(tile->piece, k));
    if (tile->separator != NO_LETTER && i < g->n) gene_put(g, genome, i++, tile->separator);
  }
  while (i < g->n) gene_put(g, genome, i++, ' ');
}

static bool has_time(const Tiling *t) {
  return clock_left(t->deadline_ns) && !size_search_is_spent(t->c->size_search);
}

static Err try_pieces(Tiling *t, const Tile *tile, u64 n_pieces, u64 *ret_cost) {
  InputSearch *c = t->c;
  u8 *genome = mem_new(MAX(c->evaluator.plan.n_bytes, 1u));
  if (c->best) memcpy(genome, c->best, c->n_best);
  tile_put(t->g, tile, n_pieces, genome);
  Err err = input_search_try(c, genome, ret_cost);
  mem_free(genome);
  return err;
}

/* One whose few pieces cost more than those of any other before is filled up. */
static Err try_tile(Tiling *t, Tile tile) {
  u64 ignored;
  if (!has_time(t)) return OK;
  TRY(try_pieces(t, &tile, FEW_PIECES, &tile.cost));
  if (tile.cost <= t->best.cost) return OK;
  t->best = tile;
  for (u64 n = FEW_PIECES; n < t->g->n; n *= MORE) TRY(try_pieces(t, &tile, n * MORE, &ignored));
  return OK;
}

/* A piece without the letters at an end that hardly cost anything: what is behind them is to be read, too. */
static Err trim(Tiling *t, Piece *p, bool at_end) {
  enum { HARDLY = 16 };
  Tile tile = {p, NO_LETTER, NO_LETTER, NO_LETTER, 0};
  u64 whole = 0, cost = 0;
  TRY(try_pieces(t, &tile, 1, &whole));
  while (p->n > 1 && has_time(t)) {
    p->n--;
    p->from += !at_end;
    TRY(try_pieces(t, &tile, 1, &cost));
    if (cost >= whole - whole / HARDLY) continue;
    p->n++;
    p->from -= !at_end;
    return OK;
  }
  return OK;
}

static bool is_equal(const Piece *p, const Piece *q) {
  return p->n == q->n &&
         !memcmp(p->letters.at + p->from, q->letters.at + q->from, p->n * sizeof(i64));
}

/* Those that are the same without their ends are one. */
static Err trim_all(Tiling *t) {
  u32 n = 0;
  for (u32 i = 0; i < t->n_pieces; i++) {
    TRY(trim(t, &t->pieces[i], true));
    TRY(trim(t, &t->pieces[i], false));
    bool is_known = false;
    for (u32 k = 0; k < n; k++) is_known |= is_equal(&t->pieces[k], &t->pieces[i]);
    if (is_known)
      vec_free(&t->pieces[i].letters);
    else
      t->pieces[n++] = t->pieces[i];
  }
  for (; n > MOST_PIECES; n--) vec_free(&t->pieces[n - 1].letters);
  t->n_pieces = n;
  return OK;
}

/* None, and each of the first n letters, as separators. */
static Err try_separators(Tiling *t, i64 begin, i64 each, u32 n) {
  for (u32 i = 0; i < t->n_pieces; i++) {
    Tile tile = {&t->pieces[i], begin, each, NO_LETTER, 0};
    TRY(try_tile(t, tile));
    for (u32 k = 0; k < n; k++) {
      tile.separator = t->letters[k];
      TRY(try_tile(t, tile));
    }
  }
  return OK;
}

static Err try_letters(Tiling *t, u32 n) {
  TRY(try_separators(t, NO_LETTER, NO_LETTER, n));
  for (u32 k = 0; k < n; k++) TRY(try_separators(t, t->letters[k], NO_LETTER, n));
  for (u32 k = 0; k < n; k++) TRY(try_separators(t, NO_LETTER, t->letters[k], n));
  return OK;
}

/* The usual ones first: with all letters there are ten times as many. */
static Err try_tiles(Tiling *t) {
  TRY(try_letters(t, t->n_usual));
  return t->n_usual < t->n_letters ? try_letters(t, t->n_letters) : OK;
}

static void add_letter(Tiling *t, u8 letter) {
  for (u32 i = 0; i < t->n_letters; i++)
    if (t->letters[i] == letter) return;
  if (t->n_letters < MOST_LETTERS) t->letters[t->n_letters++] = letter;
}

/* What lists begin with and are separated by elsewhere, as far as the program knows it, then its other letters. */
static void collect_letters(Tiling *t) {
  static const u8 usual[] = "[({,;\"+ \n";
  const Vocabulary *v = t->c->v;
  for (u32 i = 0; usual[i]; i++)
    for (u32 k = 0; k < v->letters.n; k++)
      if (v->letters.at[k] == usual[i]) add_letter(t, usual[i]);
  t->n_usual = t->n_letters;
  for (u32 k = 0; k < v->letters.n; k++) add_letter(t, v->letters.at[k]);
}

static Err tile_gene(InputSearch *c, u32 gene, u64 deadline_ns) {
  Tiling t = {.c = c, .g = &c->evaluator.plan.genes.at[gene], .deadline_ns = deadline_ns};
  collect_letters(&t);
  Err err = read_pieces(&t, gene);
  if (err == OK) err = trim_all(&t);
  if (err == OK) err = try_tiles(&t);
  for (u32 i = 0; i < t.n_pieces; i++) vec_free(&t.pieces[i].letters);
  return err;
}

Err tile_try(InputSearch *c, u64 deadline_ns) {
  Err err = OK;
  u32 n = c->evaluator.plan.genes.n, n_texts = 0, k = 0;
  for (u32 i = 0; i < n; i++) n_texts += c->evaluator.plan.genes.at[i].kind == GENE_TEXT;
  input_search_begin(c, ORIGIN_tiled);
  for (u32 i = 0; i < n && err == OK; i++) {
    if (c->evaluator.plan.genes.at[i].kind != GENE_TEXT) continue;
    u64 left = clock_left(deadline_ns);
    err = tile_gene(c, i, left == UINT64_MAX ? NEVER_NS : clock_after(left / (n_texts - k++)));
  }
  return input_search_end(c, err);
}
