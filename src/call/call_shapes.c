/* call_shapes.c — the inputs of a CALL at one size: from its formulas, and from what the compiler
 * said about its types in the global nadir_call_facts of the main that call_write.c wrote,
 *
 *     inputs + 1, (kind, bytes of an element) of each input, (value, is it exact) of each constant
 */
#include "call/call.h"

#include "expr/input.h"

#include <nadir/call_kinds.h>

typedef VEC(i64) SizeValues;

/* What is the same for all inputs at one size. */
typedef struct Setting {
  const UserCall *c;
  const i64 *constants;
  u64 size;
} Setting;

/* Where an input lies in the facts, which begin with a number. */
static u32 kind_at(u32 input) { return 1 + 2 * input; }

static Err read_facts(const UserCall *c, const Module *m, SizeValues *ret) {
  u32 n = kind_at(c->inputs.n) + 2 * c->constants.n;
  for (u32 i = 0; i < m->globals.n; i++) {
    const Global *g = &m->globals.at[i];
    if (strcmp(g->name, "nadir_call_facts")) continue;
    if (!g->bytes || g->n_bytes != n * sizeof(i64)) break;
    vec_resize(ret, n);
    memcpy(ret->at, g->bytes, g->n_bytes);
    if (ret->at[0] == (i64)c->inputs.n + 1) return OK;
  }
  return err_set(ERR_INPUT, "--call: the program was not built with the main of this call");
}

static Err read_constants(const UserCall *c, const SizeValues *facts, SizeValues *ret) {
  for (u32 i = 0; i < c->constants.n; i++) {
    const i64 *fact = facts->at + kind_at(c->inputs.n) + 2 * i;
    if (!fact[1]) return call_error(c->text, c->constants.at[i].from, "this constant is too large");
    vec_push(ret, fact[0]);
  }
  return OK;
}

/* ---- one input ------------------------------------------------------------------------------- */

static Err eval(const Setting *s, const SizeFormula *f, i64 *ret) {
  return size_formula_eval(f, s->c->text, s->size, s->constants, ret);
}

static Err eval_sizes(const Setting *s, const CallInput *in, Shape *shape) {
  for (u32 k = 0; k < in->n_sizes; k++) {
    i64 value = 0;
    TRY(eval(s, &in->sizes[k], &value));
    if (value < 0)
      return call_error(s->c->text, in->sizes[k].from, "the size of '%s' is %lld at N = %llu",
                        in->name, (long long)value, (unsigned long long)s->size);
    shape->sizes[k] = (u64)value;
  }
  if (shape_bytes(shape) > INPUT_MAX_BYTES)
    return call_error(s->c->text, in->typed.from,
                      "'%s' has over 256 MiB at N = %llu, and no input can have as many", in->name,
                      (unsigned long long)s->size);
  return OK;
}

/* Of what a long long holds of the type. */
static void type_limits(i64 kind, u32 n_bytes, i64 *ret_least, i64 *ret_most) {
  *ret_least = INT64_MIN;
  *ret_most = INT64_MAX;
  if (kind == NADIR_CALL_FLOAT || n_bytes > 8) return;
  bool is_signed = kind == NADIR_CALL_SIGNED || kind == NADIR_CALL_CHAR;
  u32 n_bits = 8 * n_bytes - is_signed;
  if (n_bits < 63) *ret_most = ((i64)1 << n_bits) - 1;
  if (kind == NADIR_CALL_BOOL) *ret_most = 1;
  *ret_least = is_signed ? -*ret_most - 1 : 0;
}

static Err check_range(const Setting *s, const CallInput *in, Shape *shape, i64 kind) {
  i64 low = 0, high = 0, least, most;
  TRY(eval(s, &in->low, &low));
  TRY(eval(s, &in->high, &high));
  type_limits(kind, shape->element_bytes, &least, &most);
  i64 first = MAX(low, least), last = MIN(high, most);
  shape->has_range = true;
  shape->low = first;
  shape->high = last;
  bool is_empty = first > last || (in->is_string && first == 0 && last == 0);
  if (!is_empty || shape_bytes(shape) == 0) return OK;
  return call_error(s->c->text, in->low.from, "no value of '%s' lies in %lld..%lld, at N = %llu",
                    in->name, (long long)low, (long long)high, (unsigned long long)s->size);
}

static ShapeKind shape_kind(const CallInput *in, i64 kind) {
  if (in->is_string || kind == NADIR_CALL_CHAR) return SHAPE_CHAR;
  if (kind == NADIR_CALL_SIGNED) return SHAPE_SIGNED;
  if (kind == NADIR_CALL_UNSIGNED || kind == NADIR_CALL_BOOL) return SHAPE_UNSIGNED;
  return SHAPE_BYTES;
}

/* What an input asks of its type. */
static Err check_type(const Setting *s, const CallInput *in, const i64 *fact) {
  if (in->has_range && fact[0] == NADIR_CALL_OTHER)
    return call_error(s->c->text, in->low.from, "'%s' has a range, but is no number", in->name);
  if (in->is_sorted && fact[0] == NADIR_CALL_OTHER)
    return call_error(s->c->text, in->type.from, "'%s' is sorted, but its elements are no numbers",
                      in->name);
  if (in->is_string && fact[1] != 1)
    return call_error(s->c->text, in->type.from, "'%s' is a string, but not of bytes", in->name);
  return OK;
}

static Err make_shape(const Setting *s, const CallInput *in, const i64 *fact, Shape *ret) {
  TRY(check_type(s, in, fact));
  Shape shape = {.name = in->name,
                 .kind = shape_kind(in, fact[0]),
                 .element_bytes = (u32)fact[1],
                 .n_sizes = in->n_sizes,
                 .is_float = fact[0] == NADIR_CALL_FLOAT,
                 .is_string = in->is_string,
                 .letters = in->letters.n ? &in->letters : NULL,
                 .has_range = fact[0] == NADIR_CALL_BOOL,
                 .high = 1};
  TRY(eval_sizes(s, in, &shape));
  if (in->has_range) TRY(check_range(s, in, &shape, fact[0]));
  *ret = shape;
  return OK;
}

static Err make_shapes(const UserCall *c, const Module *m, u64 size, SizeValues *facts,
                       SizeValues *constants, Shapes *shapes) {
  TRY(read_facts(c, m, facts));
  TRY(read_constants(c, facts, constants));
  Setting s = {.c = c, .constants = constants->at, .size = size};
  for (u32 i = 0; i < c->inputs.n; i++) {
    Shape shape;
    TRY(make_shape(&s, &c->inputs.at[i], facts->at + kind_at(i), &shape));
    vec_push(&shapes->all, shape);
  }
  return OK;
}

/* ---- public ---------------------------------------------------------------------------------- */

u64 shape_bytes(const Shape *s) {
  u64 n = s->element_bytes;
  for (u32 k = 0; k < s->n_sizes; k++)
    if (s->sizes[k] == 0) return 0;
  for (u32 k = 0; k < s->n_sizes; k++)
    if (__builtin_mul_overflow(n, s->sizes[k], &n)) return UINT64_MAX;
  return n;
}

void shapes_done(Shapes *s) { vec_free(&s->all); }

Err call_shapes(const UserCall *c, const Module *m, u64 size, Shapes *ret) {
  SizeValues facts = {0}, constants = {0};
  Shapes shapes = {0};
  Err e = make_shapes(c, m, size, &facts, &constants, &shapes);
  vec_free(&facts);
  vec_free(&constants);
  if (e == OK)
    *ret = shapes;
  else
    shapes_done(&shapes);
  return e;
}

bool call_is_made(const UserCall *c, const Module *m) {
  const Fn *f = &m->fns.at[module_find_fn(m, "main")];
  u32 callee = module_find_fn(m, c->function);
  for (u32 pc = 0; pc < f->n_code; pc++) {
    const Ins *i = &f->code[pc];
    if (i->op == OP_CALL_AT) return true; /* of an unknown function */
    if (i->op == OP_CALL && i->b == callee) return true;
    if (i->op == OP_BUILTIN && callee && i->b == m->fns.at[callee].builtin) return true;
  }
  return false;
}
