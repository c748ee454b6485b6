/* made.c — the inputs that a path has made, as a list that it shares with the paths that it forked
 * from.
 *
 * Within a path every input has a name of its own: the second `x` is `x_1`, as in KLEE.  On other
 * paths the same names mean the same inputs, so that the caches of the solver recognise them.
 */
#include "base/text.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

#include <string.h>

void made_discard(Made *m) {
  assert(m->index == (m->parent ? m->parent->index + 1 : 0));
  mem_free(m->name);
  mem_free(m->known);
  mem_free(m);
}

static bool is_taken(const Made *m, const char *name) {
  for (; m; m = m->parent)
    if (strcmp(m->name, name) == 0) return true;
  return false;
}

/* Takes the name, and what is known. */
static Input push(Made **last, char *name, u8 *known, u32 n_bytes) {
  assert(!is_taken(*last, name));
  Made *m = NEW(Made);
  *m = (Made){.parent = *last,
              .name = name,
              .n_stem = (u32)strlen(name),
              .is_odd = *last && (*last)->is_odd,
              .input = n_bytes && !known ? input_bytes(name, n_bytes) : (Input){0},
              .known = known,
              .n_bytes = n_bytes,
              .index = *last ? (*last)->index + 1 : 0,
              .refs = 1};
  *last = m;
  return m->input;
}

static bool has_number(const char *name) {
  size_t n = strlen(name), n_digits = 0;
  while (n_digits < n && name[n - 1 - n_digits] >= '0' && name[n - 1 - n_digits] <= '9') n_digits++;
  return n_digits && n_digits < n && name[n - 1 - n_digits] == '_';
}

/* The last of these that was called so; NULL: none was. */
static const Made *find_stem(const Made *m, const char *name) {
  u32 n = (u32)strlen(name);
  while (m && (m->n_stem != n || memcmp(m->name, name, n) != 0)) m = m->parent;
  return m;
}

/* A program that makes inputs in a loop gives all of them the same name: the number is one more than the last, and only
 * if names had numbers of their own others are looked at. */
static Input push_named(State *s, const char *name, u8 *known, u32 n_bytes) {
  cleanup(text_free) Text own = {0};
  if (!*name) name = "unnamed";
  const Made *before = find_stem(s->inputs, name);
  u32 number = before ? before->number + 1 : 0;
  bool is_odd = has_number(name) || (s->inputs && s->inputs->is_odd);
  do {
    text_clear(&own);
    text_add(&own, name);
    if (number) text_addf(&own, "_%u", number);
    number++;
  } while (is_odd && is_taken(s->inputs, text_c(&own)));
  Input in = push(&s->inputs, text_dup(text_c(&own)), known, n_bytes);
  s->inputs->n_stem = (u32)strlen(name);
  s->inputs->number = number - 1;
  s->inputs->is_odd = is_odd;
  return in;
}

Input made_add(State *s, const char *name, u32 n_bytes) {
  return push_named(s, name, NULL, n_bytes);
}

void made_add_known(State *s, const char *name, const u8 *bytes, u32 n_bytes) {
  u8 *known = mem_new(n_bytes + 1ull);
  memcpy(known, bytes, n_bytes);
  push_named(s, name, known, n_bytes);
}

Input made_add_numbered(State *s, const char *kind, u32 n_bytes) {
  cleanup(text_free) Text own = text_format("%s@%u", kind, s->inputs ? s->inputs->index + 1 : 0);
  return push(&s->inputs, text_dup(text_c(&own)), NULL, n_bytes);
}

static char *uninit_name(const State *s, const char *place) {
  cleanup(text_free) Text own = text_format(
      UNINIT_PREFIX "%u%s%s", s->uninit ? s->uninit->index + 1 : 0, *place ? " " : "", place);
  return text_dup(text_c(&own));
}

Input made_add_uninit(State *s, const char *place, u32 n_bytes) {
  return push(&s->uninit, uninit_name(s, place), NULL, n_bytes);
}

Input made_add_uninit_array(State *s, const char *place) {
  char *name = uninit_name(s, place);
  push(&s->uninit, name, NULL, 0);
  return input_array(name, 64, 8);
}
