/* known.c — sets of the values that are left of input bytes, in a table that is sorted by cell.
 *
 * A set is what the truth tables of the conditions on this byte alone leave: it may be too large, as
 * conditions on several bytes are not looked at.  A state that learns something new gets a table of
 * its own; there are as many rows as bytes that the path has decided something about.
 */
#include "vm/choice/known.h"

#include "vm/vm_impl.h"

#include <string.h>

typedef struct KnownByte {
  u32 cell;
  ByteSet left;
} KnownByte;

struct KnownBytes {
  u32 refs, n;
  KnownByte at[];
};

KnownBytes *known_ref(KnownBytes *k) {
  assert(!k || k->refs > 0);
  if (k) k->refs++;
  return k;
}

KnownBytes *known_unref(KnownBytes *k) {
  assert(!k || k->refs > 0);
  if (k && --k->refs == 0) mem_free(k);
  return NULL;
}

/* The first row whose cell is not smaller. */
static u32 row_of(const KnownBytes *k, u32 cell) {
  u32 low = 0, high = k ? k->n : 0;
  while (low < high) {
    u32 mid = low + (high - low) / 2;
    if (k->at[mid].cell < cell)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static bool has_row(const KnownBytes *k, u32 row, u32 cell) {
  return k && row < k->n && k->at[row].cell == cell;
}

static ByteSet left_of(const KnownBytes *k, u32 cell) {
  u32 row = row_of(k, cell);
  return has_row(k, row, cell) ? k->at[row].left : BYTE_SET_ALL;
}

/* A table of the state's own in which the cell has this row. */
static KnownBytes *known_own(State *s, u32 row, u32 cell) {
  KnownBytes *k = s->known;
  u32 n = k ? k->n : 0, more = !has_row(k, row, cell);
  if (!more && k->refs == 1) return k;
  KnownBytes *own = mem_new(sizeof *own + (n + more) * sizeof *own->at);
  own->refs = 1;
  own->n = n + more;
  if (k) memcpy(own->at, k->at, row * sizeof *own->at);
  if (k) memcpy(own->at + row + more, k->at + row, (n - row) * sizeof *own->at);
  if (more) own->at[row] = (KnownByte){cell, BYTE_SET_ALL};
  known_unref(k);
  return s->known = own;
}

/* False: it is not about one byte. */
static bool learn(Vm *vm, State *s, Expr condition) {
  u32 cell;
  ByteSet table;
  if (!solver_byte_table(vm->solver, condition, &cell, &table)) return false;
  ByteSet old = left_of(s->known, cell), now = byte_set_and(old, table);
  if (memcmp(&old, &now, sizeof now) == 0) return true;
  u32 row = row_of(s->known, cell);
  known_own(s, row, cell)->at[row].left = now;
  return true;
}

void known_learn(Vm *vm, State *s, Expr condition) {
  enum { MAX_PARTS = 16 };
  if (!vm->config.knows_bytes) return;
  Expr todo[MAX_PARTS + 1] = {condition};
  for (u32 n = 1; n > 0;) {
    Expr part = todo[--n];
    bool is_and = expr_kind(part) == EXPR_AND;
    bool is_nor = expr_kind(part) == EXPR_NOT && expr_kind(expr_kid(part, 0)) == EXPR_OR;
    if (learn(vm, s, part) || !(is_and || is_nor) || n + 2 > MAX_PARTS) continue;
    Expr both = is_and ? part : expr_kid(part, 0);
    for (u32 k = 0; k < 2; k++)
      todo[n++] = is_and ? expr_kid(both, k) : expr_not(expr_kid(both, k));
  }
}

bool known_decides(Vm *vm, const State *s, Expr condition, bool *ret_holds) {
  u32 cell;
  ByteSet table;
  if (!s->known || !solver_byte_table(vm->solver, condition, &cell, &table)) return false;
  ByteSet left = left_of(s->known, cell);
  bool may_hold = !byte_set_is_empty(byte_set_and(left, table));
  for (u32 i = 0; i < 4; i++) table.word[i] = ~table.word[i];
  bool may_fail = !byte_set_is_empty(byte_set_and(left, table));
  *ret_holds = may_hold;
  return may_hold != may_fail;
}

u32 known_values(Vm *vm, const State *s, Expr e, u32 max, u64 *ret) {
  u32 cell, n = 0;
  u64 all[256];
  if (!s->known && (max < ARRAY_LEN(all) || !vm->config.knows_bytes)) return 0;
  if (!solver_byte_values(vm->solver, e, &cell, all)) return 0;
  ByteSet left = left_of(s->known, cell);
  for (u32 v = byte_set_next(left, 0); v < 256; v = byte_set_next(left, v + 1)) {
    u32 k = 0;
    while (k < n && ret[k] != all[v]) k++;
    if (k < n) continue;
    if (n == max) return 0;
    ret[n++] = all[v];
  }
  return n;
}

bool known_are_few(Vm *vm, const State *s, Expr e, u64 max) {
  u32 n_cells;
  u64 n = 1;
  const u32 *cells = solver_cells(vm->solver, e, &n_cells);
  for (u32 k = 0; k < n_cells; k++) {
    if (input_info(input_of_cell(cells[k]))->shape == INPUT_ARRAY) return false;
    n *= byte_set_count(left_of(s->known, cells[k]));
    if (n > max) return false;
  }
  return true;
}
