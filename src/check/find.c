/* find.c — walks folders, and cuts comments out of C.
 *
 * A comment is found as the compiler finds it: // in a string is none, and neither is what follows another //.
 */
#define _GNU_SOURCE /* the kinds of directory entries */
#include "check/find.h"

#include "base/os.h"
#include "build/compile.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char contracts_file[] = "nadir.check";

enum { DEEPEST = 64 };

/* ---- one contract -------------------------------------------------------------------------------- */

static void take_contract(FoundContracts *f, const ContractText *t, const char *source) {
  Contract c;
  if (contract_parse(t, source, &c) == OK)
    vec_push(&f->contracts, c);
  else
    names_add(&f->faults, err_text());
}

/* Is something missing behind it?  Then the contract goes on in the next line. */
static bool is_open(const ContractText *t) {
  const char *text = text_c(&t->text);
  size_t n = t->text.n;
  u32 depth = 0;
  while (n && (u8)text[n - 1] <= ' ') n--;
  for (size_t i = 0; i < n; i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')' && depth;
  }
  return depth || (n && (text[n - 1] == ',' || text[n - 1] == '\\'));
}

/* ---- comments ------------------------------------------------------------------------------------ */

typedef struct Line {
  const char *at; /* of the text of a comment */
  size_t n;
  u32 line, column;
  bool begins; /* a comment */
} Line;

typedef VEC(Line) Lines;

typedef struct Scanner {
  const char *text, *at, *line_begin;
  u32 line;
  Lines lines; /* owned; of all comments */
} Scanner;

static void next_line(Scanner *s) {
  s->line++;
  s->line_begin = s->at;
}

static void add_line(Scanner *s, const char *from, const char *to, bool begins) {
  vec_push(&s->lines, ((Line){.at = from,
                              .n = (size_t)(to - from),
                              .line = s->line,
                              .column = (u32)(from - s->line_begin) + 1,
                              .begins = begins}));
}

static void scan_line_comment(Scanner *s) {
  const char *begin = s->at += 2;
  while (*s->at && *s->at != '\n') s->at++;
  add_line(s, begin, s->at, true);
}

static void scan_block_comment(Scanner *s) {
  const char *begin = s->at += 2;
  bool begins = true;
  for (; *s->at && strncmp(s->at, "*/", 2); s->at++) {
    if (*s->at != '\n') continue;
    add_line(s, begin, s->at, begins);
    begins = false;
    begin = s->at + 1;
    s->line++;
    s->line_begin = begin;
  }
  add_line(s, begin, s->at, begins);
  if (*s->at) s->at += 2;
}

static void scan_literal(Scanner *s) {
  char quote = *s->at++;
  for (; *s->at && *s->at != quote && *s->at != '\n'; s->at++)
    if (*s->at == '\\' && s->at[1]) {
      s->at++;
      if (*s->at == '\n') {
        s->line++;
        s->line_begin = s->at + 1;
      }
    }
  if (*s->at == quote) s->at++;
}

static void scan(Scanner *s) {
  while (*s->at) {
    if (!strncmp(s->at, "//", 2)) {
      scan_line_comment(s);
    } else if (!strncmp(s->at, "/*", 2)) {
      scan_block_comment(s);
    } else if (*s->at == '"' || *s->at == '\'') {
      scan_literal(s);
    } else if (*s->at++ == '\n') {
      next_line(s);
    }
  }
}

/* Without the blanks and the stars at its begin, and the blanks at its end. */
static Line trimmed(Line l) {
  while (l.n && strchr(" \t\r*/!", *l.at)) {
    l.at++;
    l.n--;
    l.column++;
  }
  while (l.n && (u8)l.at[l.n - 1] <= ' ') l.n--;
  return l;
}

static bool take_mark(Line *io) {
  static const char mark[] = "nadir:";
  size_t n = strlen(mark);
  if (io->n < n || memcmp(io->at, mark, n)) return false;
  io->at += n;
  io->n -= n;
  io->column += (u32)n;
  while (io->n && *io->at == ' ') {
    io->at++;
    io->n--;
    io->column++;
  }
  return true;
}

/* From the line at i on; returns the last that belongs to it. */
static u32 take_comment(FoundContracts *f, const Lines *lines, u32 i, Line first,
                        const char *path) {
  cleanup(contract_text_done) ContractText t = {.file = path};
  contract_text_add(&t, first.at, first.n, first.line, first.column);
  while (is_open(&t) && i + 1 < lines->n && lines->at[i + 1].line == lines->at[i].line + 1) {
    Line l = trimmed(lines->at[i + 1]), marked = l;
    if (take_mark(&marked)) break;
    i++;
    if (t.text.at[t.text.n - 1] == '\\') t.text.at[--t.text.n] = 0;
    contract_text_add(&t, " ", 1, l.line, l.column ? l.column - 1 : 0);
    contract_text_add(&t, l.at, l.n, l.line, l.column);
  }
  take_contract(f, &t, path);
  return i;
}

static void look_into_c(FoundContracts *f, const char *path, const Text *text) {
  Scanner s = {.text = text_c(text), .line = 1};
  s.at = s.line_begin = s.text;
  scan(&s);
  for (u32 i = 0; i < s.lines.n; i++) {
    Line l = trimmed(s.lines.at[i]);
    if (take_mark(&l)) i = take_comment(f, &s.lines, i, l, path);
  }
  vec_free(&s.lines);
}

/* ---- nadir.check --------------------------------------------------------------------------------- */

static void add_folder_of(Text *to, const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash) text_add_n(to, path, (size_t)(slash - path) + 1);
}

static void fault_at(FoundContracts *f, const char *path, u32 line, const char *message) {
  cleanup(text_free) Text t = text_format("%s:%u:1: %s", path, line, message);
  names_add(&f->faults, text_c(&t));
}

/* FILE: CONTRACT */
static void take_check_line(FoundContracts *f, const char *path, u32 line, const char *from,
                            size_t n) {
  const char *colon = memchr(from, ':', n);
  size_t blanks = strspn(from, " \t");
  if (blanks >= n || from[blanks] == '#' || from[blanks] == '\r') return;
  if (!colon) {
    fault_at(f, path, line,
             "expected FILE: CONTRACT, such as sort.c: sort(int a[N], N) <= n log n");
    return;
  }
  cleanup(text_free) Text source = {0};
  if (from[blanks] != '/') add_folder_of(&source, path);
  text_add_n(&source, from + blanks, (size_t)(colon - from) - blanks);
  const char *begin = colon + 1, *end = from + n;
  while (begin < end && (u8)*begin <= ' ') begin++;
  while (end > begin && (u8)end[-1] <= ' ') end--;
  struct stat st;
  if (stat(text_c(&source), &st) < 0) {
    cleanup(text_free) Text t = text_format("there is no file '%s'", text_c(&source));
    fault_at(f, path, line, text_c(&t));
    return;
  }
  cleanup(contract_text_done) ContractText t = {.file = path};
  contract_text_add(&t, begin, (size_t)(end - begin), line, (u32)(begin - from) + 1);
  take_contract(f, &t, text_c(&source));
}

static void look_into_list(FoundContracts *f, const char *path, const Text *text) {
  const char *at = text_c(text);
  for (u32 line = 1; *at; line++) {
    size_t n = strcspn(at, "\n");
    take_check_line(f, path, line, at, n);
    at += n + (at[n] == '\n');
  }
}

/* ---- files and folders --------------------------------------------------------------------------- */

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_list(const char *path) { return text_ends_in(name_of(path), contracts_file); }

static bool is_source(const char *path) {
  return text_ends_in(path, ".c") || text_ends_in(path, ".h");
}

static Err look_into(FoundContracts *f, const char *path) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  names_add(&f->files, path);
  if (is_list(path))
    look_into_list(f, path, &text);
  else
    look_into_c(f, path, &text);
  return OK;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_skipped(const char *name) {
  return name[0] == '.' || !strncmp(name, "nadir-", 6) || !strcmp(name, "CMakeFiles");
}

static Err list_folder(const char *path, Names *ret) {
  DIR *d = opendir(path);
  if (!d) return file_error("read", path);
  for (const struct dirent *e; (e = readdir(d));)
    if (!is_skipped(e->d_name)) names_add(ret, e->d_name);
  closedir(d);
  if (ret->n) qsort(ret->at, ret->n, sizeof *ret->at, compare_names);
  return OK;
}

static Err walk(FoundContracts *f, const char *path, u32 depth) {
  cleanup(names_free) Names names = {0};
  if (depth > DEEPEST) return OK;
  TRY(list_folder(path, &names));
  for (u32 i = 0; i < names.n; i++) {
    bool is_here = !strcmp(path, ".");
    cleanup(text_free) Text below = {0};
    if (!is_here) text_addf(&below, "%s%s", path, text_ends_in(path, "/") ? "" : "/");
    text_add(&below, names.at[i]);
    struct stat st;
    if (lstat(text_c(&below), &st) < 0) continue; /* it has just been removed */
    if (S_ISDIR(st.st_mode))
      TRY(walk(f, text_c(&below), depth + 1));
    else if (S_ISREG(st.st_mode) && (is_source(names.at[i]) || is_list(names.at[i])))
      TRY(look_into(f, text_c(&below)));
  }
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err contracts_find(const WordList *paths, FoundContracts *ret) {
  for (u32 i = 0; i < paths->n; i++) {
    struct stat st;
    if (stat(paths->at[i], &st) < 0) return file_error("read", paths->at[i]);
    const char *path = path_plain(paths->at[i]);
    TRY(S_ISDIR(st.st_mode) ? walk(ret, *path ? path : ".", 0) : look_into(ret, path));
  }
  return OK;
}

void found_done(FoundContracts *f) {
  contracts_done(&f->contracts);
  names_free(&f->faults);
  names_free(&f->files);
}
