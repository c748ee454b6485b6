/* leaf_set.c — writes and reads leaves.
 *
 * An input is named where it first occurs, behind a 0, and has a number from then on.
 */
#include "explore/leaf_set.h"

#include "base/map.h"
#include "explore/path_wire.h"
#include "expr/input.h"
#include "vm/choice/guesses.h"

enum { HAS_MODEL = 1, WAS_RARE = 2, N_FLAGS = 4 };

typedef struct LeafWriter {
  Text *to; /* borrowed */
  PathEncoder paths;
  Map inputs;   /* Input -> its number, from 1 */
  U32Vec cells; /* scratch */
  Model *last;  /* shared; of the leaf before */
} LeafWriter;

static void write_guesses(LeafWriter *w, const Guess *last) {
  U64Vec values = {0};
  for (const Guess *g = last; g; g = g->parent) vec_push(&values, g->value);
  wire_add(w->to, values.n);
  for (u32 i = values.n; i-- > 0;) wire_add(w->to, values.at[i]);
  vec_free(&values);
}

static void write_model(LeafWriter *w, Model *m) {
  vec_clear(&w->cells);
  model_changes(w->last, m, &w->cells);
  wire_add(w->to, w->cells.n);
  for (u32 i = 0; i < w->cells.n; i++) {
    u32 cell = w->cells.at[i];
    Input in = input_of_cell(cell);
    const InputInfo *info = input_info(in);
    assert(info->shape == INPUT_BYTES);
    bool is_new;
    u64 *number = map_at(&w->inputs, in.id, &is_new);
    wire_add(w->to, is_new ? 0 : *number);
    if (is_new) {
      *number = w->inputs.n;
      wire_add_text(w->to, info->name);
      wire_add(w->to, info->n_bits / 8);
    }
    wire_add(w->to, cell - info->first_cell);
    wire_add(w->to, model_byte(m, cell));
  }
  model_unref(w->last);
  w->last = model_ref(m);
}

static void write_leaf(LeafWriter *w, const Leaf *leaf) {
  const State *s = leaf->state;
  Model *model = s ? context_model(s->context) : leaf->model;
  path_encode(&w->paths, s ? s->path : leaf->path, w->to);
  wire_add(w->to, (model ? HAS_MODEL : 0) | (leaf->was_rare ? WAS_RARE : 0));
  wire_add(w->to, leaf_instructions(leaf));
  wire_add(w->to, leaf->decided_at);
  wire_add(w->to, leaf_covered_at(leaf));
  wire_add(w->to, leaf_n_covered(leaf));
  write_guesses(w, s ? s->guesses : leaf->guesses);
  if (model) write_model(w, model);
}

void leaf_set_write(const LeafVec *leaves, Text *to) {
  LeafWriter w = {.to = to, .last = model_new()};
  wire_add(to, leaves->n);
  for (u32 i = 0; i < leaves->n; i++) write_leaf(&w, leaves->at[i]);
  path_encoder_done(&w.paths);
  map_done(&w.inputs);
  vec_free(&w.cells);
  model_unref(w.last);
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct LeafReader {
  Wire wire;
  PathDecoder paths;
  VEC(Input) inputs;
  Model *last; /* shared */
} LeafReader;

static Guess *read_guesses(LeafReader *r) {
  Guess *g = NULL;
  for (u32 n = wire_next_count(&r->wire); n > 0; n--) g = guess_add(g, wire_next(&r->wire));
  return g;
}

static void read_input(LeafReader *r) {
  cleanup(freep) char *name = wire_next_text(&r->wire);
  u32 n_bytes = (u32)wire_next_below(&r->wire, INPUT_MAX_BYTES + 1);
  r->wire.is_bad |= !n_bytes;
  vec_push(&r->inputs, r->wire.is_bad ? (Input){0} : input_bytes(name, n_bytes));
}

static Model *read_model(LeafReader *r) {
  Model *m = model_copy(r->last);
  for (u32 n = wire_next_count(&r->wire); n > 0 && !r->wire.is_bad; n--) {
    u64 number = wire_next_below(&r->wire, r->inputs.n + 1);
    if (!number) read_input(r);
    if (r->wire.is_bad) break;
    const InputInfo *info = input_info(number ? r->inputs.at[number - 1] : vec_last(&r->inputs));
    u32 at = (u32)wire_next_below(&r->wire, info->n_cells);
    model_set_byte(m, info->first_cell + at, (u8)wire_next_below(&r->wire, 256));
  }
  model_unref(r->last);
  r->last = model_ref(m);
  return m;
}

static void read_leaf(LeafReader *r, Leaf *leaf) {
  leaf->path = path_decode(&r->paths, &r->wire);
  u64 flags = wire_next_below(&r->wire, N_FLAGS);
  leaf->was_rare = flags & WAS_RARE;
  leaf->n_instructions = wire_next(&r->wire);
  leaf->decided_at = wire_next(&r->wire);
  leaf->covered_at = wire_next(&r->wire);
  leaf->n_covered = (u32)wire_next_below(&r->wire, UINT32_MAX);
  leaf->guesses = read_guesses(r);
  if (flags & HAS_MODEL) leaf->model = read_model(r);
}

static void reader_done(LeafReader *r) {
  path_decoder_done(&r->paths);
  vec_free(&r->inputs);
  model_unref(r->last);
}

u64 leaf_set_count(const void *bytes, size_t n) {
  Wire from = wire_of(bytes, n);
  return wire_next(&from);
}

Err leaf_set_read(const void *bytes, size_t n, const Module *m, Frontier *f, LeafVec *ret) {
  cleanup(reader_done)
      LeafReader r = {.wire = wire_of(bytes, n), .paths = {.module = m}, .last = model_new()};
  u32 before = ret->n;
  for (u32 k = wire_next_count(&r.wire); k > 0 && !r.wire.is_bad; k--) {
    vec_push(ret, frontier_add_parked(f));
    read_leaf(&r, vec_last(ret));
  }
  if (!r.wire.is_bad && r.wire.at == r.wire.end) return OK;
  while (ret->n > before) frontier_remove(f, NULL, vec_pop(ret));
  return err_set(ERR_INPUT, "the unfinished paths are damaged");
}
