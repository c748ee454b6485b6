/* input_shape.c — takes the shape of an input from the first that knows it: the CALL, the type of the
 * variable that a harness makes symbolic, the name of a __VERIFIER_nondet_ function.  What nobody knows is
 * taken for text if it looks like text, else for words.
 *
 * The members of a struct, and those of structs in it, are one flat list.
 */
#include "record/input_shape.h"

#include "native/native_world.h"
#include "report/input_text.h"

#include <string.h>

enum { MOST_FIELDS = 64 }; /* more are no table that one could read */

typedef struct FieldWalk {
  Names *kept;
  WorstInput *in;
} FieldWalk;

/* ---- fields -------------------------------------------------------------------------------------- */

static FieldKind kind_of(const CType *t) {
  switch (t->kind) {
  case C_SIGNED:
    return t->n_bytes <= 8 ? FIELD_SIGNED : FIELD_BYTES;
  case C_UNSIGNED:
  case C_BOOL:
  case C_ENUM:
    return t->n_bytes <= 8 ? FIELD_UNSIGNED : FIELD_BYTES;
  case C_CHAR:
    return FIELD_CHAR;
  case C_FLOAT:
    return t->n_bytes == 4 || t->n_bytes == 8 ? FIELD_FLOAT : FIELD_BYTES;
  case C_VOID:
  case C_STRUCT:
  case C_UNION:
  case C_POINTER:
  case C_ARRAY:
  case C_FUNCTION:
  case C_OTHER:
    return FIELD_BYTES;
  }
  return FIELD_BYTES;
}

static const char *keep(Names *kept, const char *name) {
  names_add(kept, name);
  return vec_last(kept);
}

static void add_field(FieldWalk *w, const char *name, const CType *t, u64 offset, u64 n_bits,
                      u64 count) {
  if (!n_bits || !count) return;
  vec_push(&w->in->fields, ((WorstField){.name = keep(w->kept, name),
                                         .kind = kind_of(t),
                                         .offset = (u32)offset,
                                         .n_bits = (u32)n_bits,
                                         .count = (u32)count}));
}

static void add_type(FieldWalk *w, const char *name, const CType *type, u64 offset, u64 n_bits);

static void add_members(FieldWalk *w, const char *name, const CType *t, u64 offset) {
  for (u32 i = 0; i < t->members.n && w->in->fields.n <= MOST_FIELDS; i++) {
    const CMember *m = &t->members.at[i];
    cleanup(text_free) Text whole =
        text_format("%s%s%s", name, *name && *m->name ? "." : "", m->name);
    add_type(w, text_c(&whole), m->type, offset + m->offset, m->n_bits);
  }
}

/* Numbers are one field with a count, structs a field for each member of each. */
static void add_array(FieldWalk *w, const char *name, const CType *t, u64 offset) {
  const CType *element = ctype_plain(t->to);
  u64 n = element->n_bytes ? t->n_bytes / element->n_bytes : 0, n_bits = 8 * element->n_bytes;
  if (element->kind != C_STRUCT && element->kind != C_ARRAY)
    return add_field(w, name, element, offset, n_bits, n);
  for (u64 i = 0; i < n && w->in->fields.n <= MOST_FIELDS; i++) {
    cleanup(text_free) Text whole = text_format("%s[%ju]", name, (uintmax_t)i);
    add_type(w, text_c(&whole), element, offset + i * n_bits, n_bits);
  }
}

static void add_type(FieldWalk *w, const char *name, const CType *type, u64 offset, u64 n_bits) {
  const CType *t = ctype_plain(type);
  if (t->kind == C_STRUCT)
    add_members(w, name, t, offset);
  else if (t->kind == C_ARRAY)
    add_array(w, name, t, offset);
  else
    add_field(w, name, t, offset, n_bits, 1);
}

static void add_fields(const CType *element, Names *kept, WorstInput *io) {
  const CType *t = ctype_plain(element);
  if (io->kind != ELEMENT_BYTES || t->n_bytes != io->element_bytes) return;
  if (t->kind != C_STRUCT && kind_of(t) != FIELD_FLOAT) return;
  FieldWalk w = {kept, io};
  add_type(&w, "", t, 0, 8 * t->n_bytes);
  if (io->fields.n > MOST_FIELDS) io->fields.n = 0;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

static const ElementKind kinds[] = {[SHAPE_SIGNED] = ELEMENT_SIGNED,
                                    [SHAPE_UNSIGNED] = ELEMENT_UNSIGNED,
                                    [SHAPE_CHAR] = ELEMENT_CHAR,
                                    [SHAPE_BYTES] = ELEMENT_BYTES};

static void take_shape(const Shape *shape, WorstInput *io) {
  bool is_float = shape->is_float && (shape->element_bytes == 4 || shape->element_bytes == 8);
  io->kind = is_float ? ELEMENT_FLOAT : kinds[shape->kind];
  io->element_bytes = shape->element_bytes;
  for (u32 i = 0; i < shape->n_sizes; i++) vec_push(&io->dimensions, shape->sizes[i]);
}

static ElementKind element_kind(const CType *t) {
  static const ElementKind of_field[] = {[FIELD_SIGNED] = ELEMENT_SIGNED,
                                         [FIELD_UNSIGNED] = ELEMENT_UNSIGNED,
                                         [FIELD_CHAR] = ELEMENT_CHAR,
                                         [FIELD_FLOAT] = ELEMENT_FLOAT,
                                         [FIELD_BYTES] = ELEMENT_BYTES};
  return of_field[kind_of(t)];
}

static const CType *element_of(const CType *t) {
  while (ctype_plain(t)->kind == C_ARRAY) t = ctype_plain(t)->to;
  return ctype_plain(t);
}

/* An input may be a part of a variable, or several elements behind a pointer. */
static bool take_type(const CType *type, u32 n_bytes, WorstInput *io) {
  const CType *element = element_of(type), *t = ctype_plain(type);
  if (!element->n_bytes || !n_bytes || n_bytes % element->n_bytes) return false;
  io->kind = element_kind(element);
  io->element_bytes = (u32)element->n_bytes;
  if (t->kind != C_ARRAY || t->n_bytes != n_bytes) {
    if (n_bytes != t->n_bytes) vec_push(&io->dimensions, n_bytes / element->n_bytes);
    return true;
  }
  for (; t->kind == C_ARRAY; t = ctype_plain(t->to))
    vec_push(&io->dimensions, t->n_bytes / MAX(ctype_plain(t->to)->n_bytes, 1u));
  return true;
}

/* The function is called after its type: "ushort@1". */
static bool take_nondet(const char *name, u32 n_bytes, WorstInput *io) {
  static const struct {
    const char *begin;
    ElementKind kind;
  } rows[] = {{"char@", ELEMENT_CHAR}, {"float@", ELEMENT_FLOAT}, {"double@", ELEMENT_FLOAT},
              {"sc", ELEMENT_SIGNED},  {"sh", ELEMENT_SIGNED},    {"int", ELEMENT_SIGNED},
              {"l", ELEMENT_SIGNED},   {"", ELEMENT_UNSIGNED}};
  if (!strchr(name, '@') || !strncmp(name, "memory", strlen("memory"))) return false;
  if (n_bytes != 1 && n_bytes != 2 && n_bytes != 4 && n_bytes != 8) return false;
  u32 k = 0;
  while (strncmp(name, rows[k].begin, strlen(rows[k].begin)) != 0) k++;
  io->kind = rows[k].kind;
  io->element_bytes = n_bytes;
  return true;
}

static void take_bytes(ElementKind kind, u64 n, u32 element_bytes, WorstInput *io) {
  io->kind = kind;
  io->element_bytes = element_bytes;
  if (n != 1 || kind == ELEMENT_CHAR) vec_push(&io->dimensions, n);
}

static void guess(u32 n_bytes, WorstInput *io) {
  u32 unit = n_bytes % 4 ? 1 : 4;
  bool is_text = bytes_are_text(io->bytes, n_bytes);
  take_bytes(is_text ? ELEMENT_CHAR : ELEMENT_SIGNED, is_text ? n_bytes : n_bytes / unit,
             is_text ? 1 : unit, io);
}

/* ---- public -------------------------------------------------------------------------------------- */

InputShapes input_shapes_of(const Target *target, u64 size) {
  InputShapes s = {.target = target,
                   .has_outside = target && environment_is_given(&target->environment)};
  const UserCall *call = target ? target_call(target) : NULL;
  if (call && call_shapes(call, target->module, size, &s.of_call) != OK) shapes_done(&s.of_call);
  return s;
}

void input_shapes_done(InputShapes *s) { shapes_done(&s->of_call); }

void input_shape_set(const InputShapes *s, u32 i, u32 n_bytes, Names *kept, WorstInput *io) {
  const Target *t = s->target;
  bool is_called = i < s->of_call.all.n && shape_bytes(&s->of_call.all.at[i]) == n_bytes;
  const CType *type = !t || !t->types        ? NULL
                      : !target_call(t)      ? ctypes_input(t->types, io->name)
                      : i < t->input_types.n ? t->input_types.at[i]
                                             : NULL;
  if (is_called)
    take_shape(&s->of_call.all.at[i], io);
  else if (s->has_outside && native_world_is_bytes(io->name))
    take_bytes(ELEMENT_CHAR, native_world_length(io->name, io->bytes, n_bytes), 1, io);
  else if (!(type && take_type(type, n_bytes, io)) && !take_nondet(io->name, n_bytes, io))
    guess(n_bytes, io);
  if (type) add_fields(element_of(type), kept, io);
}
