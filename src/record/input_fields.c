/* input_fields.c — lists the members of a struct, and those of structs in it, in one flat list. */
#include "record/input_fields.h"

enum { MOST_FIELDS = 64 }; /* more are no table that one could read */

typedef struct FieldWalk {
  WorstReport *report;
  WorstInput *in;
} FieldWalk;

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

static void add_field(FieldWalk *w, const char *name, const CType *t, u64 offset, u64 n_bits,
                      u64 count) {
  if (!n_bits || !count) return;
  vec_push(&w->in->fields, ((WorstField){.name = worst_report_keep(w->report, name),
                                         .kind = kind_of(t),
                                         .offset = (u32)offset,
                                         .n_bits = (u32)n_bits,
                                         .count = (u32)count}));
}

static void add_type(FieldWalk *w, const char *name, const CType *type, u64 offset, u64 n_bits);

static void add_members(FieldWalk *w, const char *name, const CType *t, u64 offset) {
  for (u32 i = 0; i < t->members.n && w->in->fields.n <= MOST_FIELDS; i++) {
    const CMember *m = &t->members.at[i];
    cleanup(text_free) Text whole = {0};
    text_addf(&whole, "%s%s%s", name, *name && *m->name ? "." : "", m->name);
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
    cleanup(text_free) Text whole = {0};
    text_addf(&whole, "%s[%ju]", name, (uintmax_t)i);
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

void input_fields_add(const CType *element, WorstReport *report, WorstInput *io) {
  const CType *t = ctype_plain(element);
  if (io->kind != ELEMENT_BYTES || t->n_bytes != io->element_bytes) return;
  if (t->kind != C_STRUCT && kind_of(t) != FIELD_FLOAT) return;
  FieldWalk w = {report, io};
  add_type(&w, "", t, 0, 8 * t->n_bytes);
  if (io->fields.n > MOST_FIELDS) io->fields.n = 0;
}
