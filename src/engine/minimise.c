/* minimise.c — takes parts away from a test and makes the rest plain, as long as a run in the machine shows the same.
 *
 * Three steps, in turn until none of them finds anything.  A smaller N: elements are taken from all inputs that become
 * smaller with it.  Shorter texts: bytes are taken out, and zeros come in at the end.  Plainer values: zeros, else small
 * numbers and letters.  Each takes large parts first, then halves of these.
 */
#include "engine/minimise.h"

#include "base/clock.h"
#include "native/native.h"
#include "record/input_shape.h"
#include "record/places.h"
#include "record/stops.h"
#include "vm/memory/uninit.h"

#include <string.h>

enum { FUEL = 1 << 18 };

typedef struct TestEffect {
  Stop stop;
  ReportPlace place; /* texts are borrowed from the module */
  u64 cost, n_instructions;
} TestEffect;

typedef struct Minimiser {
  const MinimisePlan *plan; /* borrowed */
  Solver *solver;           /* owned; never asked */
  Vm *vm;                   /* owned; for a run at … */
  u64 vm_size;              /* … this N */
  TestCase uninit;          /* owned vectors, borrowed bytes; what memory holds that nobody wrote */
  TestEffect wanted;
  NamedBytesVec best; /* owned */
  u64 size;           /* N of the best */
  /* The run at hand: what it is made of, what is taken out of that, and what it was given. */
  const NamedBytesVec *parent; /* borrowed */
  u64 cut_at, n_cut;           /* elements */
  NamedBytesVec given;         /* owned */
  u64 n_runs;
} Minimiser;

/* ---- a run --------------------------------------------------------------------------------------- */

/* An input that has become smaller lacks the elements that are taken out. */
static void copy_part(const Minimiser *m, const NamedBytes *from, NamedBytes *to) {
  u32 n_less = from->n_bytes - to->n_bytes;
  bool is_even = m->n_cut && n_less % m->n_cut == 0;
  u64 at = is_even ? MIN(m->cut_at * (n_less / m->n_cut), to->n_bytes) : to->n_bytes;
  memcpy(to->bytes, from->bytes, at);
  memcpy(to->bytes + at, from->bytes + at + n_less, to->n_bytes - at);
}

static const u8 *give(void *user, u32 index, const char *name, u32 n_bytes) {
  Minimiser *m = user;
  (void)index;
  const NamedBytes *from = named_bytes_find(m->parent, name);
  NamedBytes *to = named_bytes_add(&m->given, name, NULL, n_bytes);
  if (from && from->n_bytes <= n_bytes) memcpy(to->bytes, from->bytes, from->n_bytes);
  if (from && from->n_bytes > n_bytes) copy_part(m, from, to);
  return to->bytes;
}

static void open_vm(Minimiser *m, u64 size) {
  if (m->vm && m->vm_size == size) return;
  vm_free(m->vm);
  VmConfig c = m->plan->vm;
  target_configure(m->plan->target, &c);
  c.size = m->vm_size = size;
  c.test = &m->uninit;
  c.input_source = give;
  c.input_source_user = m;
  m->vm = vm_new(m->plan->target->module, m->solver, &c);
}

static bool is_over(const Minimiser *m) {
  return !clock_left(m->plan->deadline_ns) || (m->plan->interrupted && *m->plan->interrupted);
}

static TestEffect seen_of(const Minimiser *m, const State *s) {
  ReportPlaceVec stack = {0};
  places_of(m->vm, s, &stack);
  TestEffect seen = {.stop = s->ending->stop,
                     .place = place_of_end(m->vm, s->ending, &stack),
                     .cost = s->cost.n[m->plan->cost],
                     .n_instructions = s->cost.n[COST_INSTRUCTIONS]};
  vec_free(&stack);
  return seen;
}

/* A test that makes the program run much longer is no plainer one. */
static Err run(Minimiser *m, u64 size, TestEffect *ret) {
  enum { TIMES = 8, ALWAYS = 1 << 22 };
  State *s = NULL;
  u64 most = m->wanted.n_instructions ? TIMES * m->wanted.n_instructions + ALWAYS : UINT64_MAX;
  open_vm(m, size);
  named_bytes_free(&m->given);
  m->n_runs++;
  TRY(vm_start(m->vm, &s));
  while (state_is_live(s)) {
    if (vm_run(m->vm, s, FUEL) == EVENT_CHOICE) choice_follow_model(m->vm, s);
    if (!state_is_live(s) || (s->cost.n[COST_INSTRUCTIONS] < most && !is_over(m))) continue;
    s->choice = (Choice){0};
    state_stop(s, STOP_BUDGET, "it runs for too long");
  }
  *ret = seen_of(m, s);
  state_free(m->vm, s);
  return OK;
}

static bool is_same(const Minimiser *m, const TestEffect *seen) {
  const TestEffect *w = &m->wanted;
  if (seen->stop != w->stop) return false;
  if (m->plan->keeps_cost) return seen->cost >= w->cost;
  return seen->place.line == w->place.line && seen->place.column == w->place.column &&
         !strcmp(seen->place.file, w->place.file) && !strcmp(seen->place.fn, w->place.fn);
}

/* Becomes the best if it shows the same; it is what the run was given, as the program may ask for less. */
static Err try(Minimiser *m, const NamedBytesVec *inputs, u64 size, bool *ret) {
  TestEffect seen;
  m->parent = inputs;
  TRY(run(m, size, &seen));
  *ret = is_same(m, &seen);
  if (!*ret) return OK;
  named_bytes_free(&m->best);
  m->best = m->given;
  m->given = (NamedBytesVec){0};
  m->size = size;
  return OK;
}

/* ---- steps --------------------------------------------------------------------------------------- */

static u64 all_bytes(const NamedBytesVec *v) {
  u64 n = 0;
  for (u32 i = 0; i < v->n; i++) n += v->at[i].n_bytes;
  return n;
}

/* Where no input becomes smaller with N, the program has no use for it. */
static Err reduce_size(Minimiser *m, bool *io_changed) {
  for (u64 n = m->size / 2; n && !is_over(m); n /= 2)
    for (u64 at = 0; at + n <= m->size && m->size > n && !is_over(m);) {
      NamedBytesVec before = {0};
      bool is_found;
      u64 size = m->size, n_bytes = all_bytes(&m->best);
      named_bytes_add_all(&before, &m->best);
      m->cut_at = at;
      m->n_cut = n;
      Err err = try(m, &before, size - n, &is_found);
      m->n_cut = 0;
      bool is_useless = err == OK && is_found && all_bytes(&m->best) == n_bytes;
      if (is_useless) m->size = size;
      named_bytes_free(&before);
      TRY(err);
      if (is_useless) return OK;
      *io_changed |= is_found;
      if (!is_found) at += n;
    }
  return OK;
}

static u32 length_of(const NamedBytes *in) {
  u32 n = in->n_bytes;
  while (n && !in->bytes[n - 1]) n--;
  return n;
}

/* With input i changed: `bytes` are as many as it has. */
static Err try_input(Minimiser *m, u32 i, const u8 *bytes, bool *ret) {
  NamedBytesVec candidate = {0};
  named_bytes_add_all(&candidate, &m->best);
  memcpy(candidate.at[i].bytes, bytes, candidate.at[i].n_bytes);
  Err err = try(m, &candidate, m->size, ret);
  named_bytes_free(&candidate);
  return err;
}

static Err shorten(Minimiser *m, u32 i, bool *io_changed) {
  for (u32 n = length_of(&m->best.at[i]); n && !is_over(m); n /= 2)
    for (u32 at = 0; i < m->best.n && at + n <= length_of(&m->best.at[i]) && !is_over(m);) {
      const NamedBytes *in = &m->best.at[i];
      bool is_found;
      u8 *bytes = mem_new(in->n_bytes + 1ull);
      memcpy(bytes, in->bytes, at);
      memcpy(bytes + at, in->bytes + at + n, in->n_bytes - at - n);
      Err err = try_input(m, i, bytes, &is_found);
      mem_free(bytes);
      TRY(err);
      *io_changed |= is_found;
      if (!is_found) at += n;
    }
  return OK;
}

/* How plain a byte of a text is; 0 the plainest. */
static u32 rank_of(u8 c) {
  static const char plain[] = "a0 A\n";
  const char *at = c ? strchr(plain, c) : NULL;
  if (!c) return 0;
  if (at) return 1 + (u32)(at - plain);
  return c > ' ' && c < 127 ? 10 : 20;
}

/* The k-th plainer value of an element of n bytes; false: there are no more. */
static bool plainer(const u8 *element, u32 n, u32 k, u8 *ret) {
  static const u8 letters[] = {0, 'a', '0', ' ', 'A', '\n'};
  i64 value = 0, now;
  if (n == 1 && k < ARRAY_LEN(letters)) ret[0] = letters[k];
  if (n == 1) return k < ARRAY_LEN(letters) && rank_of(letters[k]) < rank_of(*element);
  memcpy(&value, element, n);
  value = (i64)((u64)value << (64 - 8 * n)) >> (64 - 8 * n);
  now = k == 0   ? 0
        : k == 1 ? 1
        : k == 2 ? value / 16
        : k == 3 ? value / 2
                 : value - (value > 0) + (value < 0);
  memcpy(ret, &now, n);
  return k < 5 && now != value &&
         (now < 0 ? -(u64)now : (u64)now) < (value < 0 ? -(u64)value : (u64)value);
}

static Err plain_element(Minimiser *m, u32 i, u32 at, u32 n, bool *io_changed) {
  u8 element[8];
  for (u32 k = 0; i < m->best.n && at + n <= m->best.at[i].n_bytes && !is_over(m);) {
    const NamedBytes *in = &m->best.at[i];
    if (!plainer(in->bytes + at, n, k, element)) {
      if (k++ < 8) continue;
      return OK;
    }
    bool is_found;
    u8 *bytes = mem_dup(in->bytes, in->n_bytes);
    memcpy(bytes + at, element, n);
    Err err = try_input(m, i, bytes, &is_found);
    mem_free(bytes);
    TRY(err);
    *io_changed |= is_found;
    k = is_found ? 0 : k + 1;
  }
  return OK;
}

static Err zero_parts(Minimiser *m, u32 i, bool *io_changed) {
  for (u32 n = length_of(&m->best.at[i]); n > 1 && !is_over(m); n /= 2)
    for (u32 at = 0; i < m->best.n && at < length_of(&m->best.at[i]) && !is_over(m); at += n) {
      const NamedBytes *in = &m->best.at[i];
      u32 n_part = MIN(n, in->n_bytes - at), n_set = 0;
      for (u32 k = at; k < at + n_part; k++) n_set += in->bytes[k] != 0;
      if (!n_set) continue;
      bool is_found;
      u8 *bytes = mem_dup(in->bytes, in->n_bytes);
      memset(bytes + at, 0, n_part);
      Err err = try_input(m, i, bytes, &is_found);
      mem_free(bytes);
      TRY(err);
      *io_changed |= is_found;
    }
  return OK;
}

/* Bytes of an element whose value can be made plainer as a whole. */
static u32 width_of(const Minimiser *m, u32 i) {
  const NamedBytes *o = &m->best.at[i];
  InputShapes shapes = input_shapes_of(m->plan->target, m->size);
  Names kept = {0};
  WorstInput in = {.name = o->name, .bytes = mem_new(o->n_bytes + 1ull)};
  memcpy(in.bytes, o->bytes, o->n_bytes);
  input_shape_set(&shapes, i, o->n_bytes, &kept, &in);
  bool is_number = in.kind == ELEMENT_SIGNED || in.kind == ELEMENT_UNSIGNED;
  u32 width = is_number && in.element_bytes <= 8 ? MAX(in.element_bytes, 1u) : 1;
  worst_input_done(&in);
  names_free(&kept);
  input_shapes_done(&shapes);
  return width;
}

static Err make_plain(Minimiser *m, u32 i, bool *io_changed) {
  u32 width = width_of(m, i);
  if (width == 1) TRY(shorten(m, i, io_changed));
  if (i < m->best.n) TRY(zero_parts(m, i, io_changed));
  for (u32 at = 0; i < m->best.n && at + width <= m->best.at[i].n_bytes && !is_over(m); at += width)
    TRY(plain_element(m, i, at, width, io_changed));
  return OK;
}

static Err reduce(Minimiser *m) {
  for (bool is_changed = true; is_changed && !is_over(m);) {
    is_changed = false;
    TRY(reduce_size(m, &is_changed));
    for (u32 i = 0; i < m->best.n; i++)
      if (m->best.at[i].n_bytes) TRY(make_plain(m, i, &is_changed));
  }
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

static u64 content(const NamedBytesVec *v) {
  u64 n = 0;
  for (u32 i = 0; i < v->n; i++) n += length_of(&v->at[i]);
  return n;
}

/* What is to be kept. */
static Err look(Minimiser *m, const NamedBytesVec *inputs) {
  m->parent = inputs;
  TRY(run(m, m->size, &m->wanted));
  StopClass class = stop_infos[m->wanted.stop].class;
  const char *said = stop_infos[m->wanted.stop].meaning;
  if (m->plan->keeps_cost && m->wanted.stop != STOP_EXIT)
    return err_set(ERR_INPUT, "the test does not come to its end: it %s", said);
  if (!m->plan->keeps_cost && class != STOP_BUG)
    return err_set(
        ERR_INPUT,
        "the test shows no error in nadir's machine (it %s): nothing is there to be kept", said);
  m->best = m->given;
  m->given = (NamedBytesVec){0};
  return OK;
}

static void take(Minimiser *m, const NamedBytesVec *inputs, Minimised *ret) {
  const TestEffect *w = &m->wanted;
  *ret = (Minimised){.size = m->size,
                     .n_bytes_before = content(inputs),
                     .n_bytes = content(&m->best),
                     .n_runs = m->n_runs,
                     .cost = w->cost,
                     .is_cut_short = is_over(m)};
  ret->inputs = m->best;
  m->best = (NamedBytesVec){0};
  named_bytes_add_all(&ret->uninit, &m->uninit.uninit);
  if (m->plan->keeps_cost) return;
  ret->error = (ReportError){.kind = stop_label(w->stop),
                             .meaning = stop_infos[w->stop].meaning,
                             .text = text_dup(""),
                             .place = w->place,
                             .n_paths = 1,
                             .size = m->size};
}

static void minimiser_done(Minimiser *m) {
  vm_free(m->vm);
  solver_free(m->solver);
  named_bytes_free(&m->best);
  named_bytes_free(&m->given);
  vec_free(&m->uninit.uninit);
}

Err minimise(const MinimisePlan *plan, Minimised *ret) {
  SolverConfig plain = solver_config_default();
  cleanup(minimiser_done)
      Minimiser m = {.plan = plan, .size = plan->size, .solver = solver_new(&plain)};
  TestCase all = {0};
  native_inputs(plan->test, &all);
  m.uninit.uninit = all.uninit;
  NamedBytesVec inputs = all.inputs; /* borrowed bytes */
  Err err = look(&m, &inputs);
  if (err == OK) err = reduce(&m);
  if (err == OK) take(&m, &inputs, ret);
  vec_free(&inputs);
  return err;
}

void minimised_done(Minimised *m) {
  named_bytes_free(&m->inputs);
  named_bytes_free(&m->uninit);
  mem_free(m->error.text);
  mem_free(m->error.test);
  mem_free(m->error.native.how);
}
