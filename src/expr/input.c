/* input.c — the register of inputs: found by name, numbered in order, with consecutive cells.
 *
 * Inputs are interned: the same name with the same shape is the same input.  The same name with
 * another shape is a new input, called name!2, name!3 and so on.  First cells ascend with the
 * numbers, so the input of a cell is found by binary search.
 */
#include "expr/input.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "expr/expr_impl.h"

#include <string.h>

static VEC(InputInfo) inputs; /* the input of id i stands at i - 1 */
static Map id_of_name;        /* hash of the printed name → id; collisions probe on */
static u32 n_cells;

static bool same_shape(const InputInfo *a, const InputInfo *b) {
  return a->shape == b->shape && a->n_bits == b->n_bits && a->elem_width == b->elem_width &&
         a->index_width == b->index_width;
}

/* Finds the input of this printed name, or the free key where it would go. */
static Input find(const char *name, u64 *ret_key) {
  u64 key = hash_bytes(name, strlen(name));
  u64 id;
  while (map_get(&id_of_name, key, &id)) {
    if (!strcmp(inputs.at[id - 1].name, name)) return (Input){(u32)id};
    key++;
  }
  *ret_key = key;
  return (Input){0};
}

static Input add(InputInfo info, const char *name, u64 key) {
  info.name = text_dup(name);
  info.first_cell = n_cells;
  n_cells += info.n_cells;
  vec_push(&inputs, info);
  map_put(&id_of_name, key, inputs.n);
  return (Input){inputs.n};
}

static Input intern(const char *name, InputInfo info) {
  cleanup(text_free) Text unique = {0};
  text_add(&unique, name);
  for (u32 k = 2;; k++) {
    u64 key = 0;
    Input in = find(text_c(&unique), &key);
    if (!in.id) return add(info, text_c(&unique), key);
    if (same_shape(&inputs.at[in.id - 1], &info)) return in;
    text_clear(&unique);
    text_addf(&unique, "%s!%u", name, k);
  }
}

Input input_bits(const char *name, u32 width) {
  assert(width >= 1 && width <= EXPR_MAX_WIDTH);
  return intern(name,
                (InputInfo){.shape = INPUT_BITS, .n_bits = width, .n_cells = (width + 7) / 8});
}

Input input_bool(const char *name) {
  return intern(name, (InputInfo){.shape = INPUT_BOOL, .n_bits = 1, .n_cells = 1});
}

Input input_bytes(const char *name, u32 n_bytes) {
  CHECK(n_bytes <= INPUT_MAX_BYTES, "an input of %u bytes", n_bytes);
  return intern(name, (InputInfo){.shape = INPUT_BYTES,
                                  .n_bits = n_bytes * 8,
                                  .elem_width = 8,
                                  .index_width = 64,
                                  .n_cells = n_bytes});
}

Input input_array(const char *name, u32 index_width, u32 elem_width) {
  assert(index_width >= 1 && index_width <= 64 && elem_width >= 1);
  assert(elem_width <= EXPR_MAX_WIDTH);
  return intern(name, (InputInfo){.shape = INPUT_ARRAY,
                                  .elem_width = elem_width,
                                  .index_width = index_width,
                                  .n_cells = 1});
}

const InputInfo *input_info(Input in) {
  assert(in.id >= 1 && in.id <= inputs.n);
  return &inputs.at[in.id - 1];
}

u32 input_count(void) { return inputs.n; }

u32 input_cells(void) { return n_cells; }

Input input_of_cell(u32 cell) {
  assert(cell < n_cells);
  u32 low = 0, high = inputs.n; /* the last input whose first cell is <= cell */
  while (high - low > 1) {
    u32 mid = (low + high) / 2;
    if (inputs.at[mid].first_cell <= cell)
      low = mid;
    else
      high = mid;
  }
  return (Input){low + 1};
}

void inputs_close(void) {
  for (u32 i = 0; i < inputs.n; i++) mem_free(inputs.at[i].name);
  vec_free(&inputs);
  map_done(&id_of_name);
  n_cells = 0;
}
