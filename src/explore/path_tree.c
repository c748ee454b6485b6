/* path_tree.c — the decisions of many paths in one text; see path_tree.h.
 *
 * Paths share their beginnings in memory, too (vm/path.h).  A decision that was written is marked
 * with the number of the path that it was written for, so from the end of a path backwards what is
 * new ends at the first mark.
 */
#include "explore/path_tree.h"

#include "explore/follow.h"

#include <stdlib.h>
#include <string.h>

static const char first_line[] = "nadir-paths 1 sides\n";

/* ---- writing ----------------------------------------------------------------------------------- */

void path_tree_begin(Text *t) {
  text_add(t, first_line);
}

void path_tree_add(Text *t, Path *path, u32 number) {
  VEC(const Decision *) fresh = {0};
  Path *at = path;
  for (; at && !at->saved_as; at = at->parent) {
    at->saved_as = number;
    vec_push(&fresh, &at->decision);
  }
  text_addf(t, "%u %u ", at ? at->saved_as : 0, path_length(at));
  while (fresh.n) decision_print(t, vec_pop(&fresh));
  text_add_char(t, '\n');
  vec_free(&fresh);
}

void path_tree_refer(Text *t, const char *file, u32 number) {
  text_addf(t, "tree %s %u\n", file, number);
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* A line: where its decisions are, and what stands before them. */
typedef struct TreeLine {
  const char *decisions; /* borrowed */
  u32 parent, n_shared;
} TreeLine;

typedef VEC(TreeLine) TreeLineVec;

static bool number_parse(const char **io_at, u32 *ret) {
  char *end;
  if (**io_at < '0' || **io_at > '9') return false;
  unsigned long long n = strtoull(*io_at, &end, 10);
  if (n > UINT32_MAX || *end != ' ') return false;
  *io_at = end + 1;
  *ret = (u32)n;
  return true;
}

/* All lines up to the one asked for. */
static Err lines_parse(const char *name, const char *text, u32 number, TreeLineVec *ret) {
  size_t n_first = strlen(first_line), most = strlen(text); /* no path has more decisions */
  if (strncmp(text, first_line, n_first))
    return err_set(ERR_INPUT, "%s: is no tree of paths of this version", name);
  const char *at = text + n_first;
  for (u32 k = 1; k <= number; k++) {
    TreeLine line;
    bool is_whole = number_parse(&at, &line.parent) && number_parse(&at, &line.n_shared) &&
                    line.parent < k && line.n_shared <= (line.parent ? most : 0) &&
                    strchr(at, '\n');
    if (!is_whole) return err_set(ERR_INPUT, "%s:%u: is no path", name, k + 1);
    line.decisions = at;
    at = strchr(at, '\n') + 1;
    vec_push(ret, line);
  }
  return OK;
}

/* The decisions of one line, the first of which is number n_shared of its path, as far as `end`. */
static Err line_read(const char *name, u32 number, const TreeLine *line, u32 end, Decision *to) {
  const char *at = line->decisions;
  for (u32 i = line->n_shared; i < end; i++) {
    if (*at == '\n') return err_set(ERR_INPUT, "%s:%u: has too few decisions", name, number + 1);
    TRY(decision_parse(name, number + 1, &at, &to[i]));
  }
  return OK;
}

static Err line_length(const char *name, u32 number, const TreeLine *line, u32 *ret) {
  u32 n = line->n_shared;
  for (const char *at = line->decisions; *at != '\n'; n++) {
    Decision unused;
    TRY(decision_parse(name, number + 1, &at, &unused));
  }
  *ret = n;
  return OK;
}

static Err tree_read(const char *name, const TreeLineVec *lines, u32 number, DecisionVec *ret) {
  u32 end;
  TRY(line_length(name, number, &lines->at[number - 1], &end));
  vec_resize(ret, end);
  while (number) {
    const TreeLine *line = &lines->at[number - 1];
    TRY(line_read(name, number, line, end, ret->at));
    end = MIN(end, line->n_shared);
    number = line->parent;
  }
  return end ? err_set(ERR_INPUT, "%s: a path begins in no other", name) : OK;
}

Err path_tree_parse(const char *name, const char *text, u32 number, DecisionVec *ret) {
  TreeLineVec lines = {0};
  DecisionVec all = {0};
  Err err = number ? lines_parse(name, text, number, &lines)
                   : err_set(ERR_INPUT, "%s: paths are numbered from 1", name);
  if (err == OK) err = tree_read(name, &lines, number, &all);
  if (err == OK) vec_append(ret, all.at, all.n);
  vec_free(&lines);
  vec_free(&all);
  return err;
}

bool path_tree_is_reference(const char *text, char **ret_file, u32 *ret_number) {
  if (strncmp(text, "tree ", 5)) return false;
  const char *file = text + 5, *end = strpbrk(file, " \n");
  if (!end || *end != ' ' || end == file) return false;
  char *stop;
  unsigned long long number = strtoull(end + 1, &stop, 10);
  if (end[1] < '0' || end[1] > '9' || number > UINT32_MAX || *stop != '\n') return false;
  *ret_file = mem_dup(file, (size_t)(end - file) + 1);
  (*ret_file)[end - file] = 0;
  *ret_number = (u32)number;
  return true;
}
