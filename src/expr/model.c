/* model.c — assignments: bytes by cell, and the few elements of sparse arrays.
 *
 * Cells are numbered over all inputs, so the dense half is one string of bytes
 * and a slice of an input is a load and a shift.  The string is a tree that
 * copies share (base/byte_tree.h): a path that reads an input in each round of
 * a loop leaves a state with a model behind in each, and the models differ in
 * one cell.
 *
 * Elements of sparse arrays stand in a vector sorted by (input, index, piece), a
 * piece being one word of an element.  What the rest of the elements are stands in
 * another, by (input, piece).  Neither zeros of the rest nor elements that are as the
 * rest are kept, so equal models have equal vectors.
 */
#include "expr/model.h"

#include "base/byte_tree.h"
#include "expr/input.h"
#include "expr/value.h"

struct Model {
  u64 id;
  u32 refs;
  ByteTree bytes; /* by cell */
  VEC(ModelPiece) elements;
  VEC(ModelPiece) rest; /* index 0 */
};

/* Ids are deterministic and differ whenever contents differ; 0 is never an id. */
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

/* A run of sorted pieces. */
typedef struct Pieces {
  const ModelPiece *at;
  u32 n;
} Pieces;

static Pieces elements_of(const Model *m) { return (Pieces){m->elements.at, m->elements.n}; }

static Pieces rest_of(const Model *m) { return (Pieces){m->rest.at, m->rest.n}; }

static bool is_before(const ModelPiece *a, const ModelPiece *b) {
  if (a->input != b->input) return a->input < b->input;
  return a->index != b->index ? a->index < b->index : a->piece < b->piece;
}

/* Where the piece stands or would stand. */
static u32 place_of(Pieces p, const ModelPiece *wanted) {
  u32 low = 0, high = p.n;
  while (low < high) {
    u32 mid = low + (high - low) / 2;
    if (is_before(&p.at[mid], wanted)) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

static bool is_at(Pieces p, u32 place, const ModelPiece *wanted) {
  return place < p.n && !is_before(wanted, &p.at[place]);
}

/* The value of the piece, or the one given where it is not kept. */
static u64 value_or(Pieces p, const ModelPiece *wanted, u64 other) {
  if (!p.n) return other;
  u32 place = place_of(p, wanted);
  return is_at(p, place, wanted) ? p.at[place].value : other;
}

static void element_remove(Model *m, u32 at) {
  ModelPiece *from = m->elements.at + at;
  memmove(from, from + 1, (m->elements.n - at - 1) * sizeof *from);
  m->elements.n--;
}

static void element_insert(Model *m, u32 at, ModelPiece el) {
  vec_reserve(&m->elements, 1);
  ModelPiece *to = m->elements.at + at;
  memmove(to + 1, to, (m->elements.n - at) * sizeof *to);
  *to = el;
  m->elements.n++;
}

/* The bits that a piece of an element has. */
static u64 piece_mask(const InputInfo *info, u32 piece) {
  u32 width = info->elem_width - 64 * piece;
  return width < 64 ? value_mask(width) : ~0ull;
}

/* Forgets what is known of the elements of a sparse array. */
static void forget_array(Model *m, Input array) {
  u32 kept = 0, kept_rest = 0;
  for (u32 i = 0; i < m->elements.n; i++)
    if (m->elements.at[i].input != array.id) m->elements.at[kept++] = m->elements.at[i];
  for (u32 i = 0; i < m->rest.n; i++)
    if (m->rest.at[i].input != array.id) m->rest.at[kept_rest++] = m->rest.at[i];
  m->elements.n = kept;
  m->rest.n = kept_rest;
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
  vec_append(&copy->rest, m->rest.at, m->rest.n);
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
  vec_free(&m->rest);
  return mem_free(m);
}

u64 model_id(const Model *m) { return m->id; }

u8 model_byte(const Model *m, u32 cell) { return byte_tree_get(&m->bytes, cell); }

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

u64 model_get_rest(const Model *m, Input array, u32 piece) {
  return value_or(rest_of(m), &(ModelPiece){.input = array.id, .piece = piece}, 0);
}

u64 model_get_piece(const Model *m, Input array, u64 index, u32 piece) {
  const InputInfo *info = input_info(array);
  assert(info->elem_width > 64 * piece);
  if (info->shape != INPUT_ARRAY)
    return index < info->n_cells ? model_byte(m, info->first_cell + (u32)index) : 0;
  ModelPiece wanted = {.index = index, .input = array.id, .piece = piece};
  return value_or(elements_of(m), &wanted, model_get_rest(m, array, piece));
}

u64 model_get_element(const Model *m, Input array, u64 index) {
  return model_get_piece(m, array, index, 0);
}

const ModelPiece *model_pieces(const Model *m, Input array, u32 *ret_n) {
  ModelPiece first = {.input = array.id};
  u32 at = place_of(elements_of(m), &first), end = at;
  while (end < m->elements.n && m->elements.at[end].input == array.id) end++;
  *ret_n = end - at;
  return m->elements.at + at;
}

void model_set_piece(Model *m, Input array, u64 index, u32 piece, u64 value) {
  const InputInfo *info = input_info(array);
  assert(info->elem_width > 64 * piece);
  if (info->shape != INPUT_ARRAY) {
    assert(index < info->n_cells); /* past the end all is zero by definition */
    model_set_byte(m, info->first_cell + (u32)index, (u8)value);
    return;
  }
  touch(m);
  value &= piece_mask(info, piece);
  ModelPiece el = {index & value_mask(info->index_width), value, array.id, piece};
  u32 at = place_of(elements_of(m), &el);
  bool found = is_at(elements_of(m), at, &el), is_rest = value == model_get_rest(m, array, piece);
  if (found && is_rest) element_remove(m, at);
  if (found && !is_rest) m->elements.at[at].value = value;
  if (!found && !is_rest) element_insert(m, at, el);
}

void model_set_element(Model *m, Input array, u64 index, u64 value) {
  model_set_piece(m, array, index, 0, value);
}

void model_set_rest(Model *m, Input array, const u64 *words) {
  const InputInfo *info = input_info(array);
  assert(info->shape == INPUT_ARRAY);
  touch(m);
  forget_array(m, array);
  u32 at = place_of(rest_of(m), &(ModelPiece){.input = array.id});
  for (u32 i = 0; i < VALUE_WORDS(info->elem_width); i++) {
    ModelPiece el = {0, words[i] & piece_mask(info, i), array.id, i};
    if (!el.value) continue;
    vec_push(&m->rest, el);
    for (u32 k = m->rest.n - 1; k > at; k--) m->rest.at[k] = m->rest.at[k - 1];
    m->rest.at[at++] = el;
  }
}

void model_take_cell(Model *m, const Model *from, u32 cell) {
  Input in = input_of_cell(cell);
  if (input_info(in)->shape != INPUT_ARRAY) {
    model_set_byte(m, cell, model_byte(from, cell));
    return;
  }
  u64 rest[VALUE_WORDS(EXPR_MAX_WIDTH)];
  u32 n_words = VALUE_WORDS(input_info(in)->elem_width);
  for (u32 i = 0; i < n_words; i++) rest[i] = model_get_rest(from, in, i);
  model_set_rest(m, in, rest);
  for (u32 i = 0; i < from->elements.n; i++) {
    const ModelPiece *el = &from->elements.at[i];
    if (el->input == in.id) model_set_piece(m, in, el->index, el->piece, el->value);
  }
}

/* Pieces that only the first of two keeps, or keeps with another value. */
static void piece_changes(Pieces a, Pieces b, U32Vec *ret_cells) {
  for (u32 i = 0; i < a.n; i++) {
    u32 place = place_of(b, &a.at[i]);
    if (is_at(b, place, &a.at[i]) && b.at[place].value == a.at[i].value) continue;
    u32 cell = input_info((Input){a.at[i].input})->first_cell;
    if (!ret_cells->n || vec_last(ret_cells) != cell) vec_push(ret_cells, cell);
  }
}

void model_changes(const Model *a, const Model *b, U32Vec *ret_cells) {
  byte_tree_changes(&a->bytes, &b->bytes, ret_cells);
  piece_changes(elements_of(a), elements_of(b), ret_cells);
  piece_changes(elements_of(b), elements_of(a), ret_cells);
  piece_changes(rest_of(a), rest_of(b), ret_cells);
  piece_changes(rest_of(b), rest_of(a), ret_cells);
}
