/* nest_text.c — the parser reads the depth and the width off the text first and then builds the nest as
 * any caller does. */
#include "unit/laws/nest_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
