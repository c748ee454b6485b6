/* environment.c — reads what the user says about a program's outside, and writes it down for the kernel. */
#include "build/environment.h"

#include "base/os.h"
#include "code/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add(Environment *w, EnvironmentItem item) { vec_push(&w->items, item); }

static void add_word(Environment *w, EnvironmentItem item) {
  item.shape = w->n_shapes;
  add(w, item);
}

static void add_text(Environment *w, NadirWorldKind kind, const char *text) {
  add(w, (EnvironmentItem){.kind = kind, .text = text_dup(text)});
}

static void add_number(Environment *w, NadirWorldKind kind, u32 number) {
  add(w, (EnvironmentItem){.kind = kind, .numbers = {number}});
}

/* ---- words --------------------------------------------------------------------------------------- */

typedef struct WordRow {
  const char *name;
  NadirWorldKind kind;
  u32 n_numbers;
  const char *follows;
} WordRow;

static const WordRow word_rows[] = {
#define WORD(name, record, numbers, follows) {name, NADIR_WORLD_##record, numbers, follows},
#include "build/environment_words.def"
#undef WORD
};

static const WordRow *row_of(const char *word) {
  if (*word++ != '-') return NULL;
  if (*word == '-') word++;
  for (u32 i = 0; i < ARRAY_LEN(word_rows); i++)
    if (!strcmp(word, word_rows[i].name)) return &word_rows[i];
  return NULL;
}

u32 environment_word_length(const char *word) {
  const WordRow *row = row_of(word);
  return row ? 1 + row->n_numbers : 0;
}

enum { MAX_NUMBER = 1 << 24 };

static Err read_number(const char *option, const char *follows, const char *word, u32 *ret) {
  char *end = NULL;
  if (word && !strcmp(word, "N")) {
    *ret = NADIR_WORLD_SIZE;
    return OK;
  }
  unsigned long x = word && *word >= '0' && *word <= '9' ? strtoul(word, &end, 10) : 0;
  if (!end || *end || x > MAX_NUMBER)
    return err_set(ERR_USAGE, "'%s' among the program's arguments needs numbers behind it: %s %s",
                   option, option, follows);
  *ret = (u32)x;
  return OK;
}

/* What would be no sense, or more than the kernel has names for. */
static Err check_item(const char *option, const EnvironmentItem *i) {
  const u32 *n = i->numbers;
  enum { MAX_FILES = 26, MAX_ARGS = 99 };
  if (i->kind == NADIR_WORLD_SYM_ARGS && (n[0] > n[1] || n[1] > MAX_ARGS))
    return err_set(ERR_USAGE, "'%s %u %u': MIN is at most MAX, and MAX at most %d", option, n[0],
                   n[1], MAX_ARGS);
  if (i->kind == NADIR_WORLD_SYM_FILES && n[0] > MAX_FILES)
    return err_set(ERR_USAGE, "'%s %u': there are at most %d symbolic files", option, n[0],
                   MAX_FILES);
  return OK;
}

static Err begin_shape(Environment *w, const char *word) {
  if (w->n_shapes++ < NADIR_MOST_SHAPES) return OK;
  return err_set(ERR_USAGE, "'%s': there are at most %d shapes", word, NADIR_MOST_SHAPES);
}

Err environment_add_words(Environment *w, const WordList *words) {
  for (u32 i = 0; i < words->n; i++) {
    const char *word = words->at[i];
    const WordRow *row = row_of(word);
    if (!row) {
      add_word(w, (EnvironmentItem){.kind = NADIR_WORLD_ARG, .text = text_dup(word)});
      continue;
    }
    EnvironmentItem item = {.kind = row->kind};
    for (u32 k = 0; k < row->n_numbers; k++)
      TRY(read_number(word, row->follows, ++i < words->n ? words->at[i] : NULL, &item.numbers[k]));
    TRY(check_item(word, &item));
    if (row->kind == NADIR_WORLD_SHAPES)
      TRY(begin_shape(w, word));
    else
      add_word(w, item);
  }
  return OK;
}

/* ---- options ------------------------------------------------------------------------------------- */

enum { FILES, INPUT, ENVIRONMENT, USUAL_ENV, USUAL_FILES, SYM_ENV, FAIL_CALLS, SYM_STAT };

static const OptionChoice environments[] = {
    {"empty", NULL, "only what --env gives"},
    {"usual", NULL, "HOME, PATH and TERM as well, if anything outside is symbolic"},
    {0}};
static const OptionChoice folders[] = {
    {"empty", NULL, "only what --file and --sym-files give"},
    {"usual", NULL,
     "a folder, links, a program and a hidden file as well, if anything outside is symbolic"},
    {0}};
enum { USUAL_EMPTY, USUAL_USUAL };

/* clang-format off */
static const Option options[] = {
    [FILES] = {"file", OPTION_LIST, "PATH[=HOST]", NULL, "a file that the program finds at PATH; its contents are those of HOST"},
    [INPUT] = {"stdin", OPTION_TEXT, "HOST", NULL, "standard input is the contents of the file HOST"},
    [ENVIRONMENT] = {"env", OPTION_LIST, "NAME=VALUE", NULL, "a variable of the program's environment"},
    [USUAL_ENV] = {"variables", OPTION_CHOICE, "WHAT", "empty", "what else its environment contains", .choices = environments},
    [USUAL_FILES] = {"folder", OPTION_CHOICE, "WHAT", "empty", "what else its working folder contains", .choices = folders},
    [SYM_ENV] = {"sym-env", OPTION_NUMBER, "LEN", NULL, "others that the program asks for may be set, to up to LEN bytes", .min = 1, .max = 1024},
    [FAIL_CALLS] = {"fail-calls", OPTION_NUMBER, "N", NULL, "let up to N calls (read, open, malloc ...) fail on a path", .min = 1, .max = 1000},
    [SYM_STAT] = {"sym-stat", OPTION_FLAG, .help = "owner, permissions and times of symbolic files are symbolic, too"},
};
/* clang-format on */

static Err check_environment(const OptionSet *s) {
  const WordList *list = option_list(s, ENVIRONMENT);
  for (u32 i = 0; i < list->n; i++)
    if (!strchr(list->at[i], '=') || list->at[i][0] == '=')
      return err_set(ERR_USAGE, "--env %s: it is NAME=VALUE", list->at[i]);
  return OK;
}

const OptionGroup environment_options = {"the outside of the program", options, ARRAY_LEN(options),
                                         check_environment};

/* PATH=HOST, or a file of the same name. */
static void add_file(Environment *w, const char *text) {
  const char *equals = strchr(text, '=');
  EnvironmentItem item = {.kind = NADIR_WORLD_FILE, .numbers = {0644}};
  item.host = text_dup(equals ? equals + 1 : text);
  item.text = text_dup(text);
  if (equals) item.text[equals - text] = 0;
  add(w, item);
}

static bool is_given(const WordList *variables, const char *setting) {
  size_t n = strcspn(setting, "=") + 1;
  for (u32 i = 0; i < variables->n; i++)
    if (!strncmp(variables->at[i], setting, n)) return true;
  return false;
}

Err environment_add_options(Environment *w, const OptionSet *s) {
  const WordList *files = option_list(s, FILES), *variables = option_list(s, ENVIRONMENT);
  for (u32 i = 0; i < files->n; i++) add_file(w, files->at[i]);
  for (u32 i = 0; i < variables->n; i++) add_text(w, NADIR_WORLD_ENV, variables->at[i]);
  if (option_has(s, INPUT) && environment_has(w, NADIR_WORLD_SYM_STDIN))
    return err_set(ERR_USAGE, "--stdin and --sym-stdin: standard input is one or the other");
  if (option_has(s, INPUT))
    add(w, (EnvironmentItem){.kind = NADIR_WORLD_STDIN, .host = text_dup(option_text(s, INPUT))});
  if (option_has(s, SYM_ENV)) add_number(w, NADIR_WORLD_SYM_ENV, (u32)option_number(s, SYM_ENV));
  if (option_has(s, FAIL_CALLS))
    add_number(w, NADIR_WORLD_FAIL_CALLS, (u32)option_number(s, FAIL_CALLS));
  if (option_flag(s, SYM_STAT)) add_number(w, NADIR_WORLD_SYM_STAT, 0);
  if (option_choice(s, USUAL_ENV) == USUAL_USUAL && environment_is_symbolic(w)) {
    /* What nearly every process has.  (The kernel's working folder is /nadir.) */
    static const char *const settings[] = {"HOME=/nadir", "PATH=/usr/bin:/bin", "TERM=xterm"};
    for (u32 i = 0; i < ARRAY_LEN(settings); i++)
      if (!is_given(variables, settings[i])) add_text(w, NADIR_WORLD_ENV, settings[i]);
  }
  if (option_choice(s, USUAL_FILES) == USUAL_USUAL && environment_is_symbolic(w))
    add_number(w, NADIR_WORLD_USUAL_FILES, 0);
  return OK;
}

/* ---- lines --------------------------------------------------------------------------------------- */

static void add_line(Names *to, const char *name, const char *text, const char *host) {
  cleanup(freep) char *path = host ? realpath(host, NULL) : NULL;
  cleanup(text_free) Text line = text_format("%s%s%s%s%s", name, text || host ? " " : "",
                                             text ? text : "", text && host ? "=" : "",
                                             path   ? path
                                             : host ? host
                                                    : "");
  names_add(to, text_c(&line));
}

/* Of KLEE's words those that are not arguments stand in the command line. */
void environment_lines(const Environment *w, Names *ret) {
  for (u32 i = 0; i < w->items.n; i++) {
    const EnvironmentItem *item = &w->items.at[i];
    if (item->kind == NADIR_WORLD_FILE) add_line(ret, "file", item->text, item->host);
    if (item->kind == NADIR_WORLD_USUAL_FILES) add_line(ret, "usual-files", NULL, NULL);
    if (item->kind == NADIR_WORLD_STDIN) add_line(ret, "stdin", NULL, item->host);
    if (item->kind == NADIR_WORLD_ENV) add_line(ret, "env", item->text, NULL);
    if (item->kind == NADIR_WORLD_SYM_ENV) add_line(ret, "sym-env", NULL, NULL);
    if (item->kind == NADIR_WORLD_FAIL_CALLS) add_line(ret, "fail-calls", NULL, NULL);
    if (item->kind == NADIR_WORLD_SYM_STAT) add_line(ret, "sym-stat", NULL, NULL);
  }
}

Err environment_add_line(Environment *w, const char *line) {
  const char *blank = strchr(line, ' '), *rest = blank ? blank + 1 : "";
  size_t n = blank ? (size_t)(blank - line) : strlen(line);
  if (n == 4 && !strncmp(line, "file", n))
    add_file(w, rest);
  else if (n == 5 && !strncmp(line, "stdin", n))
    add(w, (EnvironmentItem){.kind = NADIR_WORLD_STDIN, .host = text_dup(rest)});
  else if (n == 3 && !strncmp(line, "env", n))
    add_text(w, NADIR_WORLD_ENV, rest);
  else if (n == 7 && !strncmp(line, "sym-env", n))
    add_number(w, NADIR_WORLD_SYM_ENV, 1);
  else if (!strncmp(line, "usual-files", n))
    add_number(w, NADIR_WORLD_USUAL_FILES, 0);
  else if (!strncmp(line, "fail-calls", n))
    add_number(w, NADIR_WORLD_FAIL_CALLS, 1);
  else if (!strncmp(line, "sym-stat", n))
    add_number(w, NADIR_WORLD_SYM_STAT, 0);
  else
    return err_set(ERR_INPUT, "the outside of the program is not known by '%s'", line);
  return OK;
}

/* ---- records ------------------------------------------------------------------------------------- */

bool environment_has(const Environment *w, NadirWorldKind kind) {
  for (u32 i = 0; i < w->items.n; i++)
    if (w->items.at[i].kind == kind) return true;
  return false;
}

bool environment_is_symbolic(const Environment *w) {
  static const NadirWorldKind kinds[] = {NADIR_WORLD_SYM_ARG,   NADIR_WORLD_SYM_ARGS,
                                         NADIR_WORLD_SYM_FILES, NADIR_WORLD_SYM_STDIN,
                                         NADIR_WORLD_SYM_ENV,   NADIR_WORLD_FAIL_CALLS};
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++)
    if (environment_has(w, kinds[i])) return true;
  return false;
}

bool environment_is_given(const Environment *w) {
  for (u32 i = 0; i < w->items.n; i++)
    if (w->items.at[i].kind != NADIR_WORLD_ARG) return true;
  return w->is_stored;
}

typedef struct Diversion {
  const char *from, *to;
} Diversion;

static void divert(Program *p, const Diversion *d, u32 n) {
  for (u32 i = 0; i < n; i++) program_divert(p, d[i].from, d[i].to);
}

void environment_link(const Environment *w, Program *p) {
  if (!environment_is_given(w)) return;
  program_want(p, "nadir_arguments");
  static const Diversion failing[] = {{"malloc", "nadir_failing_malloc"},
                                      {"calloc", "nadir_failing_calloc"},
                                      {"realloc", "nadir_failing_realloc"}};
  static const Diversion variables[] = {{"getenv", "nadir_symbolic_getenv"},
                                        {"secure_getenv", "nadir_symbolic_secure_getenv"},
                                        {"setenv", "nadir_symbolic_setenv"},
                                        {"unsetenv", "nadir_symbolic_unsetenv"},
                                        {"clearenv", "nadir_symbolic_clearenv"}};
  if (environment_has(w, NADIR_WORLD_FAIL_CALLS)) divert(p, failing, ARRAY_LEN(failing));
  if (environment_has(w, NADIR_WORLD_SYM_ENV)) divert(p, variables, ARRAY_LEN(variables));
}

static void fill_up(Text *t) {
  while (t->n % 8) text_add_char(t, 0);
}

static Err read_permissions(const char *path, u32 *ret) {
  struct stat s;
  if (stat(path, &s)) return file_error("read", path);
  if (!S_ISREG(s.st_mode)) return err_set(ERR_FILE, "cannot read '%s': it is no file", path);
  *ret = s.st_mode & 0777;
  return OK;
}

static Err encode(const EnvironmentItem *item, Text *to) {
  cleanup(text_free) Text bytes = {0};
  NadirWorldRecord r = {
      .kind = (u32)item->kind, .shape = item->shape, .n_text = item->text ? strlen(item->text) : 0};
  memcpy(r.numbers, item->numbers, sizeof r.numbers);
  if (item->host) {
    if (item->kind == NADIR_WORLD_FILE) TRY(read_permissions(item->host, &r.numbers[0]));
    TRY(file_read(item->host, &bytes));
  }
  r.n_bytes = bytes.n;
  text_add_n(to, (const char *)&r, sizeof r);
  text_add_n(to, item->text ? item->text : "", r.n_text + 1);
  fill_up(to);
  text_add_n(to, text_c(&bytes), bytes.n);
  fill_up(to);
  return OK;
}

Err environment_encode(Environment *w) {
  text_clear(&w->records);
  if (w->n_shapes > 1)
    TRY(encode(&(EnvironmentItem){.kind = NADIR_WORLD_SHAPES, .numbers = {w->n_shapes}},
               &w->records));
  for (u32 i = 0; i < w->items.n; i++) TRY(encode(&w->items.at[i], &w->records));
  return encode(&(EnvironmentItem){.kind = NADIR_WORLD_END}, &w->records);
}

void environment_done(Environment *w) {
  for (u32 i = 0; i < w->items.n; i++) {
    mem_free(w->items.at[i].text);
    mem_free(w->items.at[i].host);
  }
  vec_free(&w->items);
  text_free(&w->records);
}
