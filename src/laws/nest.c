/* nest.c — a nest as flat arrays: the counts of each level in order, and the leaves.
 *
 * So building one only appends, and comparing two is comparing memory.  The parser reads the depth
 * and the width off the text first and then builds the nest as any caller does.
 */
#include "laws/nest.h"

#include <inttypes.h>
#include <stdlib.h>

void nest_init(Nest *n, i64 size, u32 depth, u32 width) {
  assert(depth >= 1 && depth <= MAX_DEPTH && width >= 1);
  *n = (Nest){.size = size, .depth = depth, .width = width};
  vec_push(&n->counts[0], 0);
}

void nest_open(Nest *n, u32 level) {
  assert(level >= 1 && level < n->depth && n->counts[level - 1].n > 0);
  vec_last(&n->counts[level - 1])++;
  vec_push(&n->counts[level], 0);
}

void nest_add(Nest *n, const i64 *leaf) {
  assert(n->counts[n->depth - 1].n > 0);
  vec_last(&n->counts[n->depth - 1])++;
  vec_append(&n->values, leaf, n->width);
}

void nest_from(Nest *n, i64 size, const i64 *at, u32 count) {
  nest_init(n, size, 1, 1);
  vec_append(&n->values, at, count);
  n->counts[0].at[0] = count;
}

/* Prints one group; seen[l] groups of level l, and seen[depth] leaves, are already printed. */
static void group_print(const Nest *n, u32 level, u32 *seen, Text *ret) {
  u32 count = n->counts[level].at[seen[level]++];
  text_add_char(ret, '(');
  for (u32 i = 0; i < count; i++) {
    if (level + 1 < n->depth) {
      group_print(n, level + 1, seen, ret);
      continue;
    }
    for (u32 w = 0; w < n->width; w++) {
      text_addf(ret, "%s%" PRId64, w ? "," : (i ? " " : ""),
                n->values.at[seen[n->depth] * n->width + w]);
    }
    seen[n->depth]++;
  }
  text_add_char(ret, ')');
}

void nest_print(const Nest *n, Text *ret) {
  u32 seen[MAX_DEPTH + 1] = {0};
  group_print(n, 0, seen, ret);
}

static u32 text_depth(const char *text) {
  u32 open = 0, deepest = 0;
  for (; *text; text++) {
    if (*text == '(') open++;
    if (*text == ')' && open > 0) open--;
    deepest = MAX(deepest, open);
  }
  return deepest;
}

static u32 text_width(const char *text) {
  u32 width = 1;
  text += strcspn(text, "-0123456789");
  for (; *text && *text != ' ' && *text != ')'; text++) width += *text == ',';
  return width;
}

static bool leaf_parse(const char **text, u32 width, i64 *ret) {
  for (u32 w = 0; w < width; w++) {
    char *end;
    if (w && *(*text)++ != ',') return false;
    ret[w] = strtoll(*text, &end, 10);
    if (end == *text) return false;
    *text = end;
  }
  return true;
}

static Err shape_error(const char *text) {
  return err_set(ERR_INPUT, "'%s' is not a sequence in brackets with all numbers at one depth",
                 text);
}

enum { MAX_PARSED_WIDTH = 16 };

static bool text_parse(const char *text, Nest *n) {
  u32 level = 0; /* of the next opening bracket */
  for (const char *c = text; *c;) {
    i64 leaf[MAX_PARSED_WIDTH];
    if (*c == ' ') {
      c++;
    } else if (*c == '(') {
      if (level == n->depth || (level == 0 && c != text)) return false;
      if (level > 0) nest_open(n, level);
      level++;
      c++;
    } else if (*c == ')') {
      if (level == 0) return false;
      level--;
      c++;
    } else {
      if (level != n->depth || !leaf_parse(&c, n->width, leaf)) return false;
      nest_add(n, leaf);
    }
  }
  return level == 0;
}

Err nest_parse(const char *text, i64 size, Nest *ret) {
  u32 depth = text_depth(text), width = text_width(text);
  Nest n;
  if (depth < 1 || depth > MAX_DEPTH || width > MAX_PARSED_WIDTH || *text != '(') {
    return shape_error(text);
  }
  nest_init(&n, size, depth, width);
  if (!text_parse(text, &n)) {
    nest_done(&n);
    return shape_error(text);
  }
  *ret = n;
  return OK;
}

bool nest_equal(const Nest *a, const Nest *b) {
  if (a->size != b->size || a->depth != b->depth || a->width != b->width) return false;
  for (u32 l = 0; l < a->depth; l++) {
    const U32Vec *c = &a->counts[l], *d = &b->counts[l];
    if (c->n != d->n || (c->n && memcmp(c->at, d->at, c->n * sizeof *c->at) != 0)) return false;
  }
  if (a->values.n != b->values.n) return false;
  return !a->values.n || memcmp(a->values.at, b->values.at, a->values.n * sizeof(i64)) == 0;
}

void nest_done(Nest *n) {
  for (u32 l = 0; l < MAX_DEPTH; l++) vec_free(&n->counts[l]);
  vec_free(&n->values);
}
