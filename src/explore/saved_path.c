/* saved_path.c — writes and reads the file of a path.
 *
 * Sites are known only when all decisions are printed, so these are collected and written last.
 * The reader names the line that is wrong, and returns nothing of a file that has one.
 */
#include "explore/saved_path.h"

#include <stdlib.h>
#include <string.h>

static const char first_line[] = "nadir-path 2\n", path_line[] = "path\n";

enum { LINE_LENGTH = 96 };

void saved_path_done(SavedPath *p) {
  named_bytes_free(&p->inputs);
  vec_free(&p->decisions);
}

/* ---- writing ----------------------------------------------------------------------------------- */

static void print_input(Text *to, const NamedBytes *in) {
  text_add(to, "input ");
  word_print(to, in->name);
  text_add(to, in->n_bytes ? " " : " -");
  static const char digits[] = "0123456789abcdef"; /* inputs may have megabytes */
  for (u32 i = 0; i < in->n_bytes; i++) {
    text_add_char(to, digits[in->bytes[i] >> 4]);
    text_add_char(to, digits[in->bytes[i] & 15]);
  }
  text_add_char(to, '\n');
}

void saved_path_print(const SavedPath *p, const Module *m, Text *to) {
  cleanup(site_table_done) SiteTable sites = {.module = m};
  cleanup(text_free) Text decisions = {0};
  SiteCursor cursor = {0};
  size_t line = 0;
  text_add(to, first_line);
  text_addf(to, "size %ju\n", (uintmax_t)p->size);
  if (p->has_cost) text_addf(to, "cost %ju\n", (uintmax_t)p->cost);
  for (u32 i = 0; i < p->inputs.n; i++) print_input(to, &p->inputs.at[i]);
  for (u32 i = 0; i < p->decisions.n; i++) {
    site_table_print(&sites, &cursor, &p->decisions.at[i], to, &decisions);
    if (decisions.n - line < LINE_LENGTH && i + 1 < p->decisions.n) continue;
    text_add_char(&decisions, '\n');
    line = decisions.n;
  }
  text_add(to, path_line);
  text_add_n(to, text_c(&decisions), decisions.n);
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct PathReader {
  const char *name; /* borrowed */
  u32 line;
  SiteTable sites; /* owned */
  SavedPath path;  /* owned */
} PathReader;

static void path_reader_done(PathReader *r) {
  site_table_done(&r->sites);
  saved_path_done(&r->path);
}

static int hex_pair(const char *at) {
  static const char digits[] = "0123456789abcdef";
  const char *high = *at ? strchr(digits, at[0]) : NULL;
  const char *low = high && at[1] ? strchr(digits, at[1]) : NULL;
  return low ? (int)((high - digits) << 4 | (low - digits)) : -1;
}

static Err read_input(PathReader *r, const char *at) {
  cleanup(freep) char *name = word_parse(&at);
  cleanup(text_free) Text bytes = {0};
  size_t n = strcspn(at, "\n");
  bool is_empty = n == 1 && *at == '-', is_good = name && n && (is_empty || n % 2 == 0);
  for (size_t i = 0; is_good && !is_empty && i < n; i += 2) {
    int byte = hex_pair(at + i);
    is_good = byte >= 0;
    text_add_char(&bytes, (char)byte);
  }
  if (!is_good) return err_set(ERR_INPUT, "%s:%u: is not an input", r->name, r->line);
  named_bytes_add(&r->path.inputs, name, text_c(&bytes), (u32)bytes.n);
  return OK;
}

static Err read_number(const PathReader *r, const char *at, u64 *ret) {
  char *end;
  u64 n = strtoull(at, &end, 10);
  if (*at < '0' || *at > '9' || *end != '\n')
    return err_set(ERR_INPUT, "%s:%u: is not a number", r->name, r->line);
  *ret = n;
  return OK;
}

/* A line before the decisions. */
static Err read_head(PathReader *r, const char *at) {
  if (!strncmp(at, "size ", 5)) return read_number(r, at + 5, &r->path.size);
  if (!strncmp(at, "input ", 6)) return read_input(r, at + 6);
  if (site_table_is_line(at)) return site_table_read(&r->sites, r->name, r->line, at);
  if (strncmp(at, "cost ", 5))
    return err_set(ERR_INPUT, "%s:%u: is no line of a path", r->name, r->line);
  r->path.has_cost = true;
  return read_number(r, at + 5, &r->path.cost);
}

static Err read_decisions(PathReader *r, const char *at) {
  SiteCursor cursor = {0};
  while (*at) {
    Decision d;
    r->line += *at == '\n';
    if (*at == '\n' && at++) continue;
    TRY(site_table_parse(&r->sites, &cursor, r->name, r->line, &at, &d));
    vec_push(&r->path.decisions, d);
  }
  return OK;
}

static Err read_all(PathReader *r, const char *at) {
  for (; strncmp(at, path_line, strlen(path_line)); r->line++) {
    const char *end = strchr(at, '\n');
    if (!end)
      return err_set(ERR_INPUT, "%s:%u: the file ends before its decisions", r->name, r->line);
    TRY(read_head(r, at));
    at = end + 1;
  }
  r->line++;
  return read_decisions(r, at + strlen(path_line));
}

bool saved_path_is(const char *text) {
  return !strncmp(text, "nadir-path ", strlen("nadir-path "));
}

Err saved_path_parse(const char *name, const char *text, const Module *m, SavedPath *ret) {
  if (strncmp(text, first_line, strlen(first_line)))
    return err_set(ERR_INPUT, "%s:1: is not a path of this version of nadir", name);
  cleanup(path_reader_done) PathReader r = {.name = name, .line = 2, .sites = {.module = m}};
  TRY(read_all(&r, text + strlen(first_line)));
  *ret = r.path;
  r.path = (SavedPath){0};
  return OK;
}
