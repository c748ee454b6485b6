/* model.c — assignments: bytes by cell, and the few elements of sparse arrays.
 *
 * Cells are numbered over all inputs, so the dense half is one string of bytes
 * and a slice of an input is a load and a shift.  The string is a tree that
 * copies share (base/byte_tree.h): a path that reads an input in each round of
 * a loop leaves a state with a model behind in each, and the models differ in
 * one cell.
 *
 * Elements of sparse arrays stand in a vector sorted by (input, index).  Zeros
 * are not kept, so equal models have equal vectors.
 */
#include "expr/model.h"

#include "base/byte_tree.h"
#include "expr/input.h"
#include "expr/value.h"

typedef struct Element {
  u64 index, value;
  u32 input;
} Element;

struct Model {
  u64 id;
  u32 refs;
  ByteTree bytes; /* by cell */
  VEC(Element) elements;
};

/* Deterministic, and never the same for two contents: 0 is no model's id. */
static u64 last_id;

static void touch(Model *m) {
  assert(m->refs == 1);
  m->id = ++last_id;
}

/* Bits low .. low+width-1 counted from the first bit of `cell`; width <= 64. */
static u64 load(const Model *m, u32 cell, u32 low, u32 width) {
  u32 shift = low % 8;
  u8 ninth;
  u32 n = (shift + width + 7) / 8;
  u64 word = byte_tree_word(&m->bytes, cell + low / 8, n, &ninth) >> shift;
  if (shift + width > 64) word |= (u64)ninth << (64 - shift);
  return word & value_mask(width);
}

/* Where (input, index) stands or would stand. */
static u32 element_at(const Model *m, u32 input, u64 index) {
  u32 low = 0, high = m->elements.n;
  while (low < high) {
    u32 mid = low + (high - low) / 2;
    const Element *el = &m->elements.at[mid];
    bool is_before = el->input != input ? el->input < input : el->index < index;
    if (is_before) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

static bool element_is(const Model *m, u32 at, u32 input, u64 index) {
  return at < m->elements.n && m->elements.at[at].input == input &&
         m->elements.at[at].index == index;
}

static void element_remove(Model *m, u32 at) {
  Element *from = m->elements.at + at;
  memmove(from, from + 1, (m->elements.n - at - 1) * sizeof *from);
  m->elements.n--;
}

static void element_insert(Model *m, u32 at, Element el) {
  vec_reserve(&m->elements, 1);
  Element *to = m->elements.at + at;
  memmove(to + 1, to, (m->elements.n - at) * sizeof *to);
  *to = el;
  m->elements.n++;
}

/* ---- public -------------------------------------------------------------- */

Model *model_new(void) {
  Model *m = NEW(Model);
  m->refs = 1;
  m->id = ++last_id;
  return m;
}

Model *model_copy(const Model *m) {
  Model *copy = model_new();
  copy->bytes = byte_tree_copy(&m->bytes);
  vec_append(&copy->elements, m->elements.at, m->elements.n);
  return copy;
}

Model *model_ref(Model *m) {
  m->refs++;
  return m;
}

Model *model_unref(Model *m) {
  if (!m || --m->refs) return NULL;
  byte_tree_done(&m->bytes);
  vec_free(&m->elements);
  return mem_free(m);
}

u64 model_id(const Model *m) {
  return m->id;
}

bool model_same(const Model *a, const Model *b) {
  if (a->elements.n != b->elements.n || !byte_tree_same(&a->bytes, &b->bytes)) return false;
  for (u32 i = 0; i < a->elements.n; i++) {
    const Element *x = &a->elements.at[i], *y = &b->elements.at[i];
    if (x->input != y->input || x->index != y->index || x->value != y->value) return false;
  }
  return true;
}

u8 model_byte(const Model *m, u32 cell) {
  return byte_tree_get(&m->bytes, cell);
}

void model_set_byte(Model *m, u32 cell, u8 value) {
  const InputInfo *info = input_info(input_of_cell(cell));
  u32 low = 8 * (cell - info->first_cell);
  assert(info->shape != INPUT_ARRAY);
  touch(m);
  byte_tree_set(&m->bytes, cell, value & (u8)value_mask(MIN(8, info->n_bits - low)));
}

u64 model_get_word(const Model *m, Input in, u32 low, u32 width) {
  const InputInfo *info = input_info(in);
  assert(info->shape != INPUT_ARRAY && width <= 64 && low + width <= info->n_bits);
  return load(m, info->first_cell, low, width);
}

void model_get_bits(const Model *m, Input in, u32 low, u32 width, u64 *ret_words) {
  const InputInfo *info = input_info(in);
  assert(info->shape != INPUT_ARRAY && low + width <= info->n_bits);
  for (u32 done = 0; done < width; done += 64)
    ret_words[done / 64] = load(m, info->first_cell, low + done, MIN(64, width - done));
}

void model_set_bits(Model *m, Input in, u32 low, u32 width, const u64 *words) {
  const InputInfo *info = input_info(in);
  assert(info->shape != INPUT_ARRAY && low + width <= info->n_bits);
  touch(m);
  for (u32 done = 0; done < width;) {
    u32 bit = low + done, n = MIN(8 - bit % 8, width - done);
    u64 part = words[done / 64] >> done % 64;
    if (done % 64 + n > 64) part |= words[done / 64 + 1] << (64 - done % 64);
    u8 mask = (u8)(value_mask(n) << bit % 8);
    u32 cell = info->first_cell + bit / 8;
    u8 kept = byte_tree_get(&m->bytes, cell) & (u8)~mask;
    byte_tree_set(&m->bytes, cell, (u8)(kept | ((u8)(part << bit % 8) & mask)));
    done += n;
  }
}

u64 model_get_element(const Model *m, Input array, u64 index) {
  const InputInfo *info = input_info(array);
  assert(info->elem_width);
  if (info->shape != INPUT_ARRAY)
    return index < info->n_cells ? model_byte(m, info->first_cell + (u32)index) : 0;
  u32 at = element_at(m, array.id, index);
  return element_is(m, at, array.id, index) ? m->elements.at[at].value : 0;
}

bool model_next_element(const Model *m, Input array, u64 *io_index, u64 *ret_value) {
  u32 at = element_at(m, array.id, *io_index);
  if (at == m->elements.n || m->elements.at[at].input != array.id) return false;
  *io_index = m->elements.at[at].index;
  *ret_value = m->elements.at[at].value;
  return true;
}

void model_set_element(Model *m, Input array, u64 index, u64 value) {
  const InputInfo *info = input_info(array);
  assert(info->elem_width);
  if (info->shape != INPUT_ARRAY) {
    assert(index < info->n_cells); /* past the end all is zero by definition */
    model_set_byte(m, info->first_cell + (u32)index, (u8)value);
    return;
  }
  touch(m);
  index &= value_mask(info->index_width);
  value &= value_mask(info->elem_width);
  u32 at = element_at(m, array.id, index);
  bool found = element_is(m, at, array.id, index);
  if (found && !value) element_remove(m, at);
  if (found && value) m->elements.at[at].value = value;
  if (!found && value) element_insert(m, at, (Element){index, value, array.id});
}

void model_take_cell(Model *m, const Model *from, u32 cell) {
  Input in = input_of_cell(cell);
  if (input_info(in)->shape != INPUT_ARRAY) {
    model_set_byte(m, cell, model_byte(from, cell));
    return;
  }
  touch(m);
  u32 kept = 0;
  for (u32 i = 0; i < m->elements.n; i++)
    if (m->elements.at[i].input != in.id) m->elements.at[kept++] = m->elements.at[i];
  m->elements.n = kept;
  for (u32 i = 0; i < from->elements.n; i++) {
    const Element *el = &from->elements.at[i];
    if (el->input == in.id) model_set_element(m, in, el->index, el->value);
  }
}

/* Elements that only one of the two holds, or holds with another value. */
static void element_changes(const Model *a, const Model *b, U32Vec *ret_cells) {
  for (u32 i = 0; i < a->elements.n; i++) {
    const Element *el = &a->elements.at[i];
    if (model_get_element(b, (Input){el->input}, el->index) == el->value) continue;
    u32 cell = input_info((Input){el->input})->first_cell;
    if (!ret_cells->n || vec_last(ret_cells) != cell) vec_push(ret_cells, cell);
  }
}

void model_changes(const Model *a, const Model *b, U32Vec *ret_cells) {
  byte_tree_changes(&a->bytes, &b->bytes, ret_cells);
  element_changes(a, b, ret_cells);
  element_changes(b, a, ret_cells);
}
