/* shell.c — writes files by printf and a program's command line in the words of bash. */
#include "cli/shell.h"

#include "base/os.h"
#include "cli/test_recipe.h"
#include "native/replay.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 400 }; /* longer ones nobody copies from a terminal */

static bool is_plain(u8 c) { return c >= ' ' && c <= '~'; }

/* In single quotes: printf reads octal numbers everywhere. */
static void add_format(const u8 *bytes, size_t n, Text *to) {
  text_add(to, "printf '");
  for (size_t i = 0; i < n; i++) {
    if (bytes[i] == '\n')
      text_add(to, "\\n");
    else if (bytes[i] == '%' || bytes[i] == '\\')
      text_addf(to, "%c%c", bytes[i], bytes[i]);
    else if (is_plain(bytes[i]) && bytes[i] != '\'' && (i || bytes[i] != '-'))
      text_add_char(to, (char)bytes[i]);
    else
      text_addf(to, "\\%03o", bytes[i]);
  }
  text_add_char(to, '\'');
}

/* An argument: one with control characters as $'...', which bash, zsh and ksh know. */
static void add_word(const char *word, Text *to) {
  const u8 *at = (const u8 *)word;
  while (is_plain(*at)) at++;
  if (!*at) {
    text_add_word(to, word);
    return;
  }
  text_add(to, "$'");
  for (at = (const u8 *)word; *at; at++) {
    if (is_plain(*at) && *at != '\'' && *at != '\\')
      text_add_char(to, (char)*at);
    else
      text_addf(to, "\\%03o", *at);
  }
  text_add_char(to, '\'');
}

static bool is_all_zero(const Text *bytes) {
  size_t i = 0;
  while (i < bytes->n && !bytes->at[i]) i++;
  return i == bytes->n;
}

/* What writes the bytes: of long ones nadir itself, as far as the test has them as an input. */
static void add_source(const char *test, const Ktest *k, const Text *bytes, Text *to) {
  if (bytes->n > 4 && is_all_zero(bytes)) {
    text_addf(to, "head -c %zu /dev/zero", bytes->n);
    return;
  }
  if (bytes->n <= MOST_BYTES) {
    add_format((const u8 *)bytes->at, bytes->n, to);
    return;
  }
  const NamedBytes *from = NULL;
  for (u32 i = 0; i < k->objects.n && !from; i++) {
    const NamedBytes *o = &k->objects.at[i];
    if (o->n_bytes == bytes->n && !memcmp(o->bytes, bytes->at, bytes->n)) from = o;
  }
  if (!from) {
    text_addf(to, ": the %zu bytes of the file that the run was given", bytes->n);
    return;
  }
  text_addf(to, "%s show ", program_name());
  text_add_word(to, test);
  text_add(to, " --raw ");
  text_add_word(to, from->name);
}

static void add_file(const char *test, const Ktest *k, const SandboxFile *f, Text *to) {
  const char *slash = strrchr(f->path, '/');
  cleanup(text_free) Text folder = {0};
  text_add_n(&folder, f->path, slash ? (size_t)(slash - f->path) : 0);
  if (folder.n) {
    text_add(to, "  mkdir -p ");
    add_word(text_c(&folder), to);
    text_add_char(to, '\n');
  }
  if (S_ISLNK(f->mode)) {
    text_add(to, "  ln -s ");
    add_word(text_c(&f->bytes), to);
    text_add_char(to, ' ');
  } else {
    text_add(to, "  ");
    add_source(test, k, &f->bytes, to);
    text_add(to, " > ");
  }
  add_word(f->path, to);
  text_add_char(to, '\n');
  if (S_ISLNK(f->mode) || (f->mode & 0777) == 0644) return;
  text_addf(to, "  chmod %o ", f->mode & 0777);
  add_word(f->path, to);
  text_add_char(to, '\n');
}

/* A program that is ready is run where it is; one of C files is compiled first. */
static void add_build(const Recipe *r, Text *program, Text *to) {
  cleanup(text_free) Text ready = {0};
  const char *first = path_name(r->files.at[0]), *dot = strrchr(first, '.');
  if (replay_is_ready(r, &ready)) {
    text_add(program, text_c(&ready));
    return;
  }
  text_addf(program, "./%.*s", (int)(dot && dot > first ? (size_t)(dot - first) : strlen(first)),
            first);
  text_add(to, "  (cd ");
  text_add_word(to, r->folder);
  text_addf(to, " && clang-19");
  for (u32 i = 0; i < r->flags.n; i++) {
    text_add_char(to, ' ');
    text_add_word(to, r->flags.at[i]);
  }
  for (u32 i = 0; i < r->files.n; i++) {
    text_add_char(to, ' ');
    text_add_word(to, r->files.at[i]);
  }
  text_addf(to, " -o \"$OLDPWD/%s\")\n", text_c(program) + 2);
}

void shell_print(const Recipe *r, const char *test, const Ktest *k, const NativeWorld *w,
                 Text *to) {
  cleanup(text_free) Text program = {0};
  add_build(r, &program, to);
  for (u32 i = 0; i < w->files.n; i++)
    if (strcmp(w->files.at[i].path, sandbox_test_path()) != 0)
      add_file(test, k, &w->files.at[i], to);
  text_add(to, "  ");
  if (w->has_input && w->input.n) {
    add_source(test, k, &w->input, to);
    text_add(to, " | ");
  }
  if (w->variables.n) text_add(to, "env ");
  for (u32 i = 0; i < w->variables.n; i++) {
    add_word(w->variables.at[i], to);
    text_add_char(to, ' ');
  }
  text_add_word(to, text_c(&program));
  for (u32 i = 0; i < w->words.n; i++) {
    text_add_char(to, ' ');
    add_word(w->words.at[i], to);
  }
  if (!w->has_input || !w->input.n) text_add(to, " < /dev/null");
  text_add_char(to, '\n');
}
