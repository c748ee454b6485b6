/* facts.c — ranges and known bits: the domain, and the walk that fills it in.
 *
 * Three views of one set of values: an unsigned interval, a signed interval,
 * and the bits that are the same in all of them.  Each knows things the others
 * cannot say, so after each step facts_close lets them tighten one another: the
 * reduced product of Cousot and Cousot ("Systematic design of program analysis
 * frameworks", POPL 1979), cut off after a few rounds.  The transfer functions
 * are in facts_step.c.
 *
 * Facts hold under every assignment, so the memo lives as long as its terms: it
 * is emptied by a sweep, and never for its size, since a deep term asked for
 * again and again must not be walked again and again.
 */
#include "expr/facts.h"

#include "expr/expr_impl.h"
#include "expr/value.h"

enum { CLOSE_ROUNDS = 3 }; /* a second round rarely changes anything */

/* ---- the domain ---------------------------------------------------------- */

/* The smallest value >= v with the given bits.  False if there is none. */
static bool round_up(u64 v, u64 zeros, u64 ones, u64 mask, u64 *ret) {
  u64 wrong = (v & zeros) | (~v & ones);
  if (wrong) {
    u32 at = 63 - (u32)__builtin_clzll(wrong); /* above it nothing is wrong */
    if (v >> at & 1) {
      /* A one too many: the next free zero above carries. */
      u64 above = at == 63 ? 0 : ~0ull << (at + 1);
      u64 carries = ~v & ~zeros & above & mask;
      if (!carries) return false;
      at = (u32)__builtin_ctzll(carries);
    }
    u64 below = (1ull << at) - 1;
    v = (v & ~below) | 1ull << at | (ones & below);
  }
  *ret = v;
  return !(v & zeros) && !(~v & ones);
}

/* The largest value <= v with the given bits: round_up in the mirror. */
static bool round_down(u64 v, u64 zeros, u64 ones, u64 mask, u64 *ret) {
  u64 flipped;
  if (!round_up(~v & mask, ones, zeros, mask, &flipped)) return false;
  *ret = ~flipped & mask;
  return true;
}

/* Bits to unsigned range, and the common prefix of the range back to bits. */
static void close_bits(Facts *f, u64 mask) {
  u64 bound;
  if (round_up(f->umin, f->zeros, f->ones, mask, &bound)) f->umin = MAX(f->umin, bound);
  if (round_down(f->umax, f->zeros, f->ones, mask, &bound)) f->umax = MIN(f->umax, bound);
  if (f->umin > f->umax) return;
  u64 differ = f->umin ^ f->umax;
  u64 prefix = differ ? ~(~0ull >> __builtin_clzll(differ)) & mask : mask;
  f->ones |= f->umin & prefix;
  f->zeros |= ~f->umin & prefix;
}

/* A signed range that crosses zero is two pieces of the unsigned circle,
 * 0 .. smax and smin .. mask: it says something when the unsigned range misses
 * one of them.  The other way round likewise. */
static void close_ranges(Facts *f, u32 width) {
  u64 mask = value_mask(width), low_part = (u64)f->smax & mask, high_part = (u64)f->smin & mask;
  if ((f->smin < 0) == (f->smax < 0)) {
    f->umin = MAX(f->umin, high_part);
    f->umax = MIN(f->umax, low_part);
  } else {
    if (f->umin > low_part) f->umin = MAX(f->umin, high_part);
    if (f->umax < high_part) f->umax = MIN(f->umax, low_part);
  }
  i64 first = value_signed(f->umin, width), last = value_signed(f->umax, width);
  if ((first < 0) == (last < 0)) {
    f->smin = MAX(f->smin, first);
    f->smax = MIN(f->smax, last);
  } else if (f->umin <= f->umax) { /* first .. INT_MAX and INT_MIN .. last */
    if (f->smin > last) f->smin = MAX(f->smin, first);
    if (f->smax < first) f->smax = MIN(f->smax, last);
  }
}

/* ---- the memo ------------------------------------------------------------ */

typedef struct FactsEntry {
  Facts facts;
  u32 id; /* of the term */
} FactsEntry;

/* A sparse set (Briggs, Torczon, "An efficient representation for sparse sets",
 * LOPLAS 1993): a term is in iff its place holds an entry that points back.  It
 * costs four bytes per term of the table and 56 per term asked about; hashing
 * instead was three times slower. */
static struct {
  VEC(FactsEntry) entries;
  VEC(u32) place; /* by handle; may hold anything */
  ExprVec stack;  /* terms on order */
  u32 epoch;
} memo;

static void memo_bind(void) {
  if (memo.epoch != expr_epoch()) {
    memo.epoch = expr_epoch();
    vec_free(&memo.entries); /* a sweep is made to get memory back */
  }
  if (memo.place.n < expr_limit()) vec_resize(&memo.place, expr_limit());
}

static bool memo_get(Expr e, Facts *ret) {
  u32 place = memo.place.at[e.id];
  if (place >= memo.entries.n || memo.entries.at[place].id != e.id) return false;
  *ret = memo.entries.at[place].facts;
  return true;
}

static void memo_put(Expr e, Facts f) {
  memo.place.at[e.id] = memo.entries.n;
  vec_push(&memo.entries, ((FactsEntry){f, e.id}));
}

/* Leaves are computed when asked for, the rest is looked up. */
static bool at_hand(Expr e, Facts *ret) {
  ExprKind kind = expr_kind(e);
  u32 width = expr_width(e);
  if (width > 64 || kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT) {
    *ret = facts_top(width);
    return true;
  }
  if (kind == EXPR_CONST) {
    *ret = facts_exact(width, expr_value(e));
    return true;
  }
  return memo_get(e, ret);
}

/* Puts the facts of the top of the stack into the memo, or its kids on order. */
static bool step(Expr e) {
  Facts kids[3], unused;
  bool is_ready = true;
  if (at_hand(e, &unused)) return true;
  for (u32 i = 0; i < expr_arity(e); i++) {
    if (at_hand(expr_kid(e, i), &kids[i])) continue;
    vec_push(&memo.stack, expr_kid(e, i));
    is_ready = false;
  }
  if (is_ready) memo_put(e, facts_step(e, kids));
  return is_ready;
}

/* ---- public -------------------------------------------------------------- */

Facts facts_top(u32 width) {
  if (width > 64) width = 64; /* says nothing; see facts.h */
  u64 sign = 1ull << (width - 1);
  return (Facts){
      .umax = value_mask(width), .smin = value_signed(sign, width), .smax = (i64)(sign - 1)};
}

Facts facts_exact(u32 width, u64 value) {
  i64 as_signed = value_signed(value, width);
  return (Facts){value, value, as_signed, as_signed, ~value & value_mask(width), value};
}

Facts facts_close(Facts f, u32 width) {
  if (width > 64) return facts_top(width);
  for (u32 round = 0; round < CLOSE_ROUNDS && !facts_is_empty(&f); round++) {
    Facts before = f;
    close_bits(&f, value_mask(width));
    close_ranges(&f, width);
    if (!memcmp(&before, &f, sizeof f)) break;
  }
  return f;
}

Facts facts_meet(Facts a, Facts b, u32 width) {
  Facts both = {
      .umin = MAX(a.umin, b.umin),
      .umax = MIN(a.umax, b.umax),
      .smin = MAX(a.smin, b.smin),
      .smax = MIN(a.smax, b.smax),
      .zeros = a.zeros | b.zeros,
      .ones = a.ones | b.ones,
  };
  return facts_close(both, width);
}

Facts expr_facts(Expr e) {
  Facts f;
  memo_bind();
  if (at_hand(e, &f)) return f;
  vec_push(&memo.stack, e);
  while (memo.stack.n) {
    if (step(vec_last(&memo.stack))) memo.stack.n--;
  }
  bool is_known = at_hand(e, &f);
  CHECK(is_known, "no facts for term %u", e.id);
  return f;
}

u64 facts_bytes(void) {
  return (u64)memo.entries.cap * sizeof *memo.entries.at +
         (u64)memo.place.cap * sizeof *memo.place.at;
}

void facts_drop(void) {
  vec_free(&memo.entries);
  vec_free(&memo.place);
  vec_free(&memo.stack);
}
