/* path_tree.c — the decisions of many paths in one text.
 *
 * The hash of a path says which one it is (vm/path.h).  So, from the end of a path backwards, the new
 * decisions end where the hash of the rest is that of decisions which were written already.
 */
#include "explore/path_tree.h"

#include <stdlib.h>
#include <string.h>

static const char first_line[] = "nadir-paths 2 sites\n";

/* ---- writing ----------------------------------------------------------------------------------- */

void path_tree_begin(Text *t) { text_add(t, first_line); }

void path_tree_add(PathTree *tree, const Path *path, u32 number, Text *t) {
  VEC(const Decision *) fresh = {0};
  cleanup(text_free) Text line = {0};
  SiteCursor cursor = {0};
  u64 parent = 0;
  assert(number > 0);
  for (; path && !map_get(&tree->written, path->hash, &parent); path = path->parent) {
    map_put(&tree->written, path->hash, number);
    vec_push(&fresh, &path->decision);
  }
  while (fresh.n) site_table_print(&tree->sites, &cursor, vec_pop(&fresh), t, &line);
  text_addf(t, "%u %u %s\n", (u32)parent, path_length(path), text_c(&line));
  vec_free(&fresh);
}

void path_tree_done(PathTree *tree) {
  site_table_done(&tree->sites);
  map_done(&tree->written);
}

void path_tree_refer(Text *t, const char *file, u32 number) {
  text_addf(t, "tree %s %u\n", file, number);
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* A path: where its decisions are, and what stands before them. */
typedef struct TreeLine {
  const char *decisions; /* borrowed */
  u32 parent, n_shared;
  u32 line; /* in the file, from 1 */
} TreeLine;

typedef VEC(TreeLine) TreeLineVec;

typedef struct TreeReader {
  const char *name;  /* borrowed */
  SiteTable sites;   /* owned */
  TreeLineVec lines; /* owned */
} TreeReader;

static void tree_reader_done(TreeReader *r) {
  site_table_done(&r->sites);
  vec_free(&r->lines);
}

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
static Err lines_parse(TreeReader *r, const char *text, u32 number) {
  size_t n_first = strlen(first_line), most = strlen(text); /* no path has more decisions */
  if (strncmp(text, first_line, n_first))
    return err_set(ERR_INPUT, "%s: is no tree of paths of this version", r->name);
  const char *at = text + n_first;
  for (u32 k = 2; r->lines.n < number; k++) {
    TreeLine line = {.line = k};
    const char *end = strchr(at, '\n');
    bool is_site = end && site_table_is_line(at);
    bool is_path = end && !is_site && number_parse(&at, &line.parent) &&
                   number_parse(&at, &line.n_shared) && line.parent <= r->lines.n &&
                   line.n_shared <= (line.parent ? most : 0);
    if (!is_site && !is_path) return err_set(ERR_INPUT, "%s:%u: is no path", r->name, k);
    line.decisions = at;
    if (is_site)
      TRY(site_table_read(&r->sites, r->name, k, at));
    else
      vec_push(&r->lines, line);
    at = end + 1;
  }
  return OK;
}

/* The decisions of one line, the first of which is number n_shared of its path: as far as `end`, or
 * where that is NULL all of them. */
static Err line_read(const TreeReader *r, const TreeLine *line, const u32 *end, DecisionVec *ret) {
  const char *at = line->decisions;
  SiteCursor cursor = {0};
  for (u32 i = line->n_shared; end ? i < *end : *at != '\n'; i++) {
    if (*at == '\n') return err_set(ERR_INPUT, "%s:%u: has too few decisions", r->name, line->line);
    if (i >= ret->n) vec_resize(ret, i + 1);
    TRY(site_table_parse(&r->sites, &cursor, r->name, line->line, &at, &ret->at[i]));
  }
  return OK;
}

static Err tree_read(const TreeReader *r, u32 number, DecisionVec *ret) {
  const TreeLine *line = &r->lines.at[number - 1];
  vec_resize(ret, line->n_shared);
  TRY(line_read(r, line, NULL, ret));
  u32 end = line->n_shared;
  for (number = line->parent; number && end; number = line->parent) {
    line = &r->lines.at[number - 1];
    TRY(line_read(r, line, &end, ret));
    end = MIN(end, line->n_shared);
  }
  return end ? err_set(ERR_INPUT, "%s: a path begins in no other", r->name) : OK;
}

Err path_tree_parse(const char *name, const char *text, const Module *m, u32 number,
                    DecisionVec *ret) {
  if (!number) return err_set(ERR_INPUT, "%s: paths are numbered from 1", name);
  cleanup(tree_reader_done) TreeReader r = {.name = name, .sites = {.module = m}};
  TRY(lines_parse(&r, text, number));
  DecisionVec all = {0};
  Err err = tree_read(&r, number, &all);
  if (err == OK) vec_append(ret, all.at, all.n);
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
