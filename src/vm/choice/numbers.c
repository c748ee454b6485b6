/* numbers.c — what comparisons have said of floats, as a table of bits over the bytes of the
 * inputs.
 *
 * Each byte at which a float or a double may begin has two bits for either: not below the negative
 * infinity, not above infinity.  A NaN fails one of the two.  States share the table, and a state
 * that learns something new gets a copy of its own.
 */
#include "vm/choice/numbers.h"

#include "expr/float.h"
#include "expr/input.h"

enum { ROOM = 64 }; /* bytes by which the table grows */

Numbers *numbers_ref(Numbers *n) {
  assert(!n || n->refs > 0);
  if (n) n->refs++;
  return n;
}

Numbers *numbers_unref(Numbers *n) {
  assert(!n || n->refs > 0);
  if (n && --n->refs == 0) mem_free(n);
  return NULL;
}

/* Where in the table a float of an input is: its byte and its bits; false: it is no such float. */
static bool place_of(Expr x, u32 *ret_byte, u32 *ret_shift) {
  if (expr_kind(x) != EXPR_VAR || expr_var_low(x) % 8) return false;
  u32 cell = input_info(expr_input(x))->first_cell + expr_var_low(x) / 8;
  *ret_byte = cell / 2;
  *ret_shift = 4 * (cell % 2) + (expr_width(x) == 64 ? 2 : 0);
  return true;
}

/* The table of the state, with room for this byte, its own. */
static Numbers *numbers_own(State *s, u32 byte) {
  Numbers *n = s->numbers;
  if (n && n->refs == 1 && byte < n->n_bytes) return n;
  u32 old = n ? n->n_bytes : 0, size = MAX(old, byte + ROOM);
  Numbers *copy = mem_new(sizeof *copy + size);
  *copy = (Numbers){.refs = 1, .n_bytes = size};
  if (n) memcpy(copy->known, n->known, old);
  numbers_unref(n);
  return s->numbers = copy;
}

static void learn(State *s, Expr part) {
  Expr x;
  u32 byte, shift, known = float_known(part, &x);
  if (!known || !place_of(x, &byte, &shift)) return;
  if ((numbers_known(s, x) & known) == known) return;
  assert(known < 16);
  numbers_own(s, byte)->known[byte] |= (u8)(known << shift);
}

void numbers_learn(State *s, Expr condition) {
  enum { MAX_PARTS = 16 };
  Expr todo[MAX_PARTS + 1] = {condition};
  for (u32 n = 1; n > 0;) {
    Expr part = todo[--n];
    if (expr_kind(part) != EXPR_AND) {
      learn(s, part);
    } else if (n + 2 <= MAX_PARTS) {
      todo[n++] = expr_kid(part, 0);
      todo[n++] = expr_kid(part, 1);
    }
  }
}

u32 numbers_known(const State *s, Expr x) {
  u32 byte, shift;
  if (!s->numbers || !place_of(x, &byte, &shift) || byte >= s->numbers->n_bytes) return 0;
  return s->numbers->known[byte] >> shift & FLOAT_NUMBER;
}
