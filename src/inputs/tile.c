/* tile.c — lists of costly pieces; see tile.h. */
#include "inputs/tile.h"

enum { MOST_CANDIDATES = 8, MOST_PIECES = 2, MOST_LETTERS = SIZED(24, 4), MOST_PIECE = 64 };

/* The worst input of a smaller size, as one gene has it. */
typedef struct Piece {
  VEC(i64) letters; /* owned */
  u32 from, n;
  double per_letter; /* what one of them costs */
  u64 alone;         /* what one piece costs, trimmed */
} Piece;

/* begin (each piece separator)*; a letter of NO_LETTER is left out.  Or the first bits of the piece, repeated. */
enum { NO_LETTER = -1 };
typedef struct Tile {
  const Piece *piece; /* borrowed */
  i64 begin, each, separator;
  u32 n_bits; /* 0: letters are repeated */
  bool is_high_first;
  u64 cost; /* of a few pieces */
} Tile;

/* Three pieces show whether a list of them is one; then so many times more, as long as there is room: a
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
  Piece better; /* owned; that of the best, where it was made better */
} Tiling;

static void piece_done(Piece *p) { vec_free(&p->letters); }

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

/* Zeros behind so many times the bits. */
static void bits_put(const Gene *g, const Tile *tile, u64 n_pieces, u8 *genome) {
  for (u32 i = 0; i < g->n; i++) {
    i64 value = 0;
    for (u32 b = 0; b < 8; b++) {
      u64 at = 8ull * i + b;
      if (at >= n_pieces * tile->n_bits) break;
      u32 from = (u32)(at % tile->n_bits), bit = tile->is_high_first ? 7 - b : b;
      u32 of = tile->is_high_first ? 7 - from % 8 : from % 8;
      value |= (letter_of(tile->piece, from / 8) >> of & 1) << bit;
    }
    gene_put(g, genome, i, g->is_signed ? (signed char)value : value);
  }
}

/* Spaces behind so many pieces. */
static void tile_put(const Gene *g, const Tile *tile, u64 n_pieces, u8 *genome) {
  u32 i = 0;
  if (tile->n_bits) {
    bits_put(g, tile, n_pieces, genome);
    return;
  }
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

/* One whose few pieces cost more than those of any other before is filled up.  Bits fill all at once: small inputs hold
 * several pieces, and the costliest may be none that goes on. */
static Err try_tile(Tiling *t, Tile tile) {
  u64 ignored;
  if (!has_time(t)) return OK;
  TRY(try_pieces(t, &tile, tile.n_bits ? UINT32_MAX : FEW_PIECES, &tile.cost));
  if (tile.cost <= t->best.cost) return OK;
  t->best = tile;
  if (tile.n_bits) return OK;
  for (u64 n = FEW_PIECES; n < t->g->n; n *= MORE) TRY(try_pieces(t, &tile, n * MORE, &ignored));
  return OK;
}

/* A piece without the letters at an end that hardly cost anything: what is behind them is to be read, too. */
static Err trim(Tiling *t, Piece *p, bool at_end) {
  enum { HARDLY = 16 };
  Tile tile = {.piece = p, .begin = NO_LETTER, .each = NO_LETTER, .separator = NO_LETTER};
  u64 whole = 0, cost = 0;
  TRY(try_pieces(t, &tile, 1, &whole));
  p->alone = whole;
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

/* Does it make a difference which of the pieces is there?  What a program only writes is no input. */
static Err matters(Tiling *t, bool *ret) {
  u64 first = 0, cost = 0;
  *ret = false;
  for (u32 i = 0; i < t->n_pieces && !*ret; i++) {
    Tile tile = {
        .piece = &t->pieces[i], .begin = NO_LETTER, .each = NO_LETTER, .separator = NO_LETTER};
    TRY(try_pieces(t, &tile, 1, i ? &cost : &first));
    *ret = i && cost != first;
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
  t->n_pieces = n;
  return OK;
}

/* None, and each of the first n letters, as separators. */
static Err try_separators(Tiling *t, const Piece *p, i64 begin, i64 each, u32 n) {
  Tile tile = {.piece = p, .begin = begin, .each = each, .separator = NO_LETTER};
  TRY(try_tile(t, tile));
  for (u32 k = 0; k < n; k++) {
    tile.separator = t->letters[k];
    TRY(try_tile(t, tile));
  }
  return OK;
}

static Err try_letters(Tiling *t, const Piece *p, u32 n) {
  TRY(try_separators(t, p, NO_LETTER, NO_LETTER, n));
  for (u32 k = 0; k < n; k++) TRY(try_separators(t, p, t->letters[k], NO_LETTER, n));
  for (u32 k = 0; k < n; k++) TRY(try_separators(t, p, NO_LETTER, t->letters[k], n));
  return OK;
}

/* Do a few of these cost clearly more than one?  A number too large, at which a parser gives up, does not: it may be
 * the costliest piece and still make no list. */
static bool repeats(const Tiling *t, const Piece *p) {
  return t->best.piece == p && t->best.cost >= 2 * p->alone;
}

/* The usual letters; the piece that makes the best list so far, and one more. */
static Err try_usual(Tiling *t) {
  bool is_list = false;
  for (u32 i = 0, end = t->n_pieces; i < end; i++) {
    if (!is_list) t->best = (Tile){0};
    TRY(try_letters(t, &t->pieces[i], t->n_usual));
    if (is_list || !repeats(t, &t->pieces[i])) continue;
    is_list = true;
    end = MIN(end, i + MOST_PIECES);
  }
  return OK;
}

/* There are ten times as many as with the usual ones. */
static Err try_all(Tiling *t) {
  if (t->n_usual == t->n_letters) return OK;
  for (u32 i = 0; i < MIN(t->n_pieces, (u32)MOST_PIECES); i++)
    TRY(try_letters(t, &t->pieces[i], t->n_letters));
  return OK;
}

/* Blocks of a stream of bits end anywhere in a byte.  Pieces are not trimmed yet. */
static Err try_bits(Tiling *t) {
  enum { FEW_BITS = 3, MANY_BITS = 32 };
  if (t->g->letters || t->g->no_zero) return OK;
  for (u32 i = 0; i < t->n_pieces; i++)
    for (u32 n = FEW_BITS; n < MIN(8 * t->pieces[i].n, (u32)MANY_BITS); n++)
      for (u32 high = 0; high < 2 && n % 8; high++)
        TRY(try_tile(t, (Tile){.piece = &t->pieces[i], .n_bits = n, .is_high_first = high}));
  return OK;
}

/* ---- better pieces ------------------------------------------------------------------------------- */

/* The same piece, but for one letter: another one, or one more. */
static void change(const Piece *from, u32 at, i64 letter, bool is_more, Piece *ret) {
  ret->letters.n = 0;
  for (u32 k = 0; k < from->n; k++) {
    if (k == at) vec_push(&ret->letters, letter);
    if (k != at || is_more) vec_push(&ret->letters, letter_of(from, k));
  }
  if (at == from->n) vec_push(&ret->letters, letter);
  ret->from = 0;
  ret->n = ret->letters.n;
}

static double per_letter(const Tile *t) {
  u32 n = t->piece->n + (t->each != NO_LETTER) + (t->separator != NO_LETTER);
  return (double)t->cost / n;
}

/* Takes the changed piece for the best one if a few cost more for their length. */
static Err try_changed(Tiling *t, Piece *changed, bool *ret_is_better) {
  enum { CLEARLY = 64 };
  Tile tile = t->best;
  tile.piece = changed;
  *ret_is_better = false;
  TRY(try_pieces(t, &tile, FEW_PIECES, &tile.cost));
  if (per_letter(&tile) <= per_letter(&t->best) * (1 + 1.0 / CLEARLY)) return OK;
  Piece old = t->better;
  t->better = *changed;
  *changed = old;
  t->best = tile;
  t->best.piece = &t->better;
  *ret_is_better = true;
  return OK;
}

/* One of the letters at each place, instead of what is there or before it. */
static Err try_changes(Tiling *t, const i64 *letters, u32 n, bool is_more, bool *io_is_better) {
  cleanup(piece_done) Piece changed = {0};
  for (u32 at = 0; at < t->best.piece->n + is_more; at++)
    for (u32 k = 0; k < n && has_time(t); k++) {
      bool is_better = false;
      if (is_more && t->best.piece->n == MOST_PIECE) return OK;
      change(t->best.piece, at, letters[k], is_more, &changed);
      TRY(try_changed(t, &changed, &is_better));
      *io_is_better |= is_better;
    }
  return OK;
}

/* Until none helps: small sizes may not have found the costliest number. */
static Err make_better(Tiling *t) {
  static const i64 digits[] = {'9', '8', '7', '6', '5', '4', '3', '2', '1', '0'};
  for (bool is_better = true; is_better && has_time(t);) {
    is_better = false;
    TRY(try_changes(t, digits, ARRAY_LEN(digits), false, &is_better));
    TRY(try_changes(t, digits, ARRAY_LEN(digits), true, &is_better));
    if (is_better) continue;
    TRY(try_changes(t, t->letters, t->n_letters, false, &is_better));
    TRY(try_changes(t, t->letters, t->n_letters, true, &is_better));
  }
  return OK;
}

/* Not of bits, and of one piece alone: that is not a list. */
static Err improve(Tiling *t) {
  u64 ignored;
  if (!t->best.piece || t->best.n_bits || t->best.cost < 2 * t->best.piece->alone) return OK;
  TRY(make_better(t));
  if (t->best.piece != &t->better) return OK;
  for (u64 n = FEW_PIECES; n < t->g->n; n *= MORE) TRY(try_pieces(t, &t->best, n * MORE, &ignored));
  return OK;
}

/* ---- letters ------------------------------------------------------------------------------------- */

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

static Err tile_pieces(Tiling *t) {
  bool is_read;
  TRY(matters(t, &is_read));
  if (!is_read) return OK;
  TRY(try_bits(t));
  TRY(trim_all(t));
  TRY(try_usual(t));
  TRY(improve(t));
  return try_all(t);
}

static Err tile_gene(InputSearch *c, u32 gene, u64 deadline_ns) {
  Tiling t = {.c = c, .g = &c->evaluator.plan.genes.at[gene], .deadline_ns = deadline_ns};
  collect_letters(&t);
  Err err = read_pieces(&t, gene);
  if (err == OK) err = tile_pieces(&t);
  for (u32 i = 0; i < t.n_pieces; i++) piece_done(&t.pieces[i]);
  piece_done(&t.better);
  return err;
}

Err tile_try(InputSearch *c, u64 deadline_ns) {
  Err err = OK;
  u32 n = c->evaluator.plan.genes.n, n_texts = 0, k = 0;
  for (u32 i = 0; i < n; i++) n_texts += c->evaluator.plan.genes.at[i].kind == GENE_TEXT;
  input_search_begin(c, ORIGIN_tiled);
  for (u32 i = 0; i < n && err == OK; i++) {
    if (c->evaluator.plan.genes.at[i].kind != GENE_TEXT) continue;
    err = tile_gene(c, i, clock_part(deadline_ns, n_texts - k++));
  }
  return input_search_end(c, err);
}
