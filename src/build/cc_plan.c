/* cc_plan.c — sorts the words of a compiler's command line by the table of cc_options.def. */
#include "build/cc_plan.h"

#include <string.h>

typedef enum OptionForm { ALONE, JOINED, NEXT, EITHER } OptionForm;

typedef enum OptionRole {
  PLAIN,
  OUTPUT,
  LANGUAGE,
  OBJECT,
  PASS,
  DEPENDENCIES,
  DEPENDENCY,
  NATIVE,
  COUNTS,
  INPUT,
  SHARED,
  PARTIAL,
  NO_START,
  NO_LIBRARIES,
  NO_STANDARD,
  NO_HEADERS,
} OptionRole;

typedef struct OptionRow {
  const char *option;
  OptionForm form;
  OptionRole role;
} OptionRow;

static const OptionRow rows[] = {
#define CC_OPTION(option, form, role) {option, form, role},
#include "build/cc_options.def"
#undef CC_OPTION
};

/* A walk over the words. */
typedef struct WordWalk {
  const Names *words;
  u32 next;
  char *language; /* owned; NULL: by the names of files */
  bool is_pass, makes_object;
} WordWalk;

/* ---- one option -------------------------------------------------------------------------------- */

static bool fits(const OptionRow *r, const char *word) {
  size_t n = strlen(r->option);
  if (strncmp(word, r->option, n)) return false;
  return r->form == JOINED || r->form == EITHER || !word[n];
}

static const OptionRow *find_row(const char *word) {
  for (u32 i = 0; i < ARRAY_LEN(rows); i++)
    if (fits(&rows[i], word)) return &rows[i];
  return NULL;
}

static void add(CcPlan *p, CcWordKind kind, const char *text, const char *language) {
  vec_push(&p->words, ((CcWord){kind, text_dup(text), language ? text_dup(language) : NULL}));
}

static void set(char **field, const char *text) {
  mem_free(*field);
  *field = text_dup(text);
}

/* The words of the option are in the plan already, unless their role keeps them out. */
static void note(CcPlan *p, WordWalk *w, OptionRole role, const char *word, const char *value) {
  if (role == OUTPUT) set(&p->output, value);
  if (role == LANGUAGE) set(&w->language, value);
  if (role == DEPENDENCY)
    *(word[2] == 'F' ? &p->has_dependency_file : &p->has_dependency_target) = true;
  w->makes_object |= role == OBJECT;
  w->is_pass |= role == PASS;
  p->asks_dependencies |= role == DEPENDENCIES;
  p->is_shared |= role == SHARED;
  p->is_partial |= role == PARTIAL;
  p->has_start |= role == NO_START || role == NO_STANDARD;
  p->has_libraries |= role == NO_LIBRARIES || role == NO_STANDARD;
  p->has_headers |= role == NO_HEADERS;
  p->counts |= role == COUNTS;
}

static bool is_kept(OptionRole role) {
  return role != OUTPUT && role != LANGUAGE && role != OBJECT;
}

static CcWordKind kind_of(OptionRole role) {
  if (role == DEPENDENCIES || role == DEPENDENCY || role == NATIVE || role == COUNTS)
    return CC_NATIVE;
  return role == INPUT ? CC_LINKED : CC_OPTION;
}

static void read_option(CcPlan *p, WordWalk *w, const char *word) {
  const OptionRow *r = find_row(word);
  OptionRole role = r ? r->role : PLAIN;
  if (is_kept(role)) add(p, kind_of(role), word, NULL);
  const char *value = r ? word + strlen(r->option) : "";
  if (r && (r->form == NEXT || (r->form == EITHER && !word[strlen(r->option)]))) {
    if (w->next == w->words->n) { /* clang says what is missing */
      w->is_pass = true;
      return;
    }
    value = w->words->at[w->next++];
    if (is_kept(role)) add(p, kind_of(role), value, NULL);
  }
  if (role == INPUT) p->n_linked++;
  note(p, w, role, word, value);
}

/* ---- inputs ------------------------------------------------------------------------------------ */

static bool is_one_of(const char *s, const char *const *list, u32 n) {
  for (u32 i = 0; i < n; i++)
    if (!strcmp(s, list[i])) return true;
  return false;
}

/* What clang compiles; the rest is the linker's. */
static CcWordKind kind_by_suffix(const char *path) {
  static const char *const compiled[] = {"c",   "i",   "cc", "cp", "cxx", "cpp",
                                         "CPP", "c++", "C",  "ii", "ll",  "bc"};
  static const char *const assembled[] = {"s", "S", "sx"};
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  if (!dot) return CC_LINKED;
  if (is_one_of(dot + 1, compiled, ARRAY_LEN(compiled))) return CC_SOURCE;
  if (is_one_of(dot + 1, assembled, ARRAY_LEN(assembled))) return CC_ASSEMBLY;
  return CC_LINKED;
}

static CcWordKind kind_by_language(const char *language) {
  return strncmp(language, "assembler", 9) ? CC_SOURCE : CC_ASSEMBLY;
}

static bool is_header(const char *path, const char *language) {
  if (language) return strstr(language, "-header") != NULL;
  return text_ends_in(path, ".h") && path[2];
}

static void read_input(CcPlan *p, WordWalk *w, const char *word) {
  const char *language = w->language && strcmp(w->language, "none") ? w->language : NULL;
  CcWordKind kind = language ? kind_by_language(language) : kind_by_suffix(word);
  if (is_header(word, language)) w->is_pass = true; /* it is precompiled */
  add(p, kind, word, language);
  if (kind == CC_LINKED)
    p->n_linked++;
  else
    p->n_sources++;
}

/* ---- public ------------------------------------------------------------------------------------ */

static CcStage stage_of(const CcPlan *p, const WordWalk *w) {
  if (w->is_pass || !(p->n_sources || p->n_linked)) return CC_PASS;
  if (!w->makes_object) return CC_LINK;
  return p->n_sources && !(p->output && p->n_sources > 1) ? CC_OBJECT : CC_PASS;
}

void cc_plan_read(const Names *words, CcPlan *ret) {
  CcPlan p = {0};
  WordWalk w = {.words = words};
  while (w.next < words->n) {
    const char *word = words->at[w.next++];
    if (word[0] == '-' && word[1])
      read_option(&p, &w, word);
    else
      read_input(&p, &w, word);
  }
  mem_free(w.language);
  p.stage = stage_of(&p, &w);
  *ret = p;
}

void cc_plan_done(CcPlan *p) {
  for (u32 i = 0; i < p->words.n; i++) {
    mem_free(p->words.at[i].text);
    mem_free(p->words.at[i].language);
  }
  vec_free(&p->words);
  p->output = mem_free(p->output);
}
