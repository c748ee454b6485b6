/* compile_db.c — reads compile_commands.json.
 *
 * Of a command only those flags count that change what the code means (build/flags.def): nadir chooses the optimisation and the
 * debug information itself, and warnings were seen when the project was built.
 */
#include "check/compile_db.h"

#include "base/os.h"
#include "build/flags.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- words --------------------------------------------------------------------------------------- */

/* As a shell would cut it: blanks, quotes and backslashes. */
static void split_command(const char *s, Names *ret) {
  cleanup(text_free) Text word = {0};
  bool is_word = false;
  char quote = 0;
  for (;; s++) {
    bool is_end = !*s || (!quote && (*s == ' ' || *s == '\t' || *s == '\n'));
    if (is_end) {
      if (is_word) names_add(ret, text_c(&word));
      text_clear(&word);
      is_word = false;
      if (!*s) return;
    } else if (quote ? *s == quote : *s == '"' || *s == '\'') {
      quote = quote ? 0 : *s;
      is_word = true;
    } else {
      if (*s == '\\' && quote != '\'' && s[1]) s++;
      text_add_char(&word, *s);
      is_word = true;
    }
  }
}

static void add_path(Text *to, const char *folder, const char *path) {
  if (*path != '/') text_addf(to, "%s/", folder);
  text_add(to, path);
}

/* ---- flags --------------------------------------------------------------------------------------- */

static const char *const of_folders[] = {"-isystem", "-iquote", "-idirafter", "-include", "-I"};
/* Flags of flags.def that say nothing about what the code means. */
static const char *const dropped[] = {"-O", "-W",      "-w",        "-g",         "-l",
                                      "-L", "-static", "-pedantic", "-fsanitize", "-fno-sanitize"};

static bool is_dropped(const char *word) {
  for (u32 i = 0; i < ARRAY_LEN(dropped); i++)
    if (!strncmp(word, dropped[i], strlen(dropped[i]))) return true;
  return false;
}

/* A flag whose value is a path, joined to it or the next word; returns false for others. */
static bool add_folder_flag(const char *word, const char *value, const char *folder, Names *io) {
  for (u32 i = 0; i < ARRAY_LEN(of_folders); i++) {
    size_t n = strlen(of_folders[i]);
    if (strncmp(word, of_folders[i], n)) continue;
    const char *path = word[n] ? word + n : value;
    cleanup(text_free) Text flag = {0};
    add_path(&flag, folder, path);
    names_add(io, of_folders[i]);
    names_add(io, text_c(&flag));
    return true;
  }
  return false;
}

static void take_flags(const Names *words, const char *folder, Names *io) {
  for (u32 i = 1; i < words->n; i++) {
    const char *word = words->at[i];
    u32 n = flags_words(word);
    if (!n || i + n > words->n) continue;
    const char *value = n == 2 ? words->at[i + 1] : NULL;
    if (!is_dropped(word) && !add_folder_flag(word, value, folder, io)) {
      names_add(io, word);
      if (value) names_add(io, value);
    }
    i += n - 1;
  }
}

/* ---- the file ------------------------------------------------------------------------------------ */

static const char *text_of(const json_t *entry, const char *key) {
  const char *s = json_string_value(json_object_get(entry, key));
  return s ? s : "";
}

static void take_words(const json_t *entry, Names *ret) {
  const json_t *arguments = json_object_get(entry, "arguments");
  if (!json_is_array(arguments)) {
    split_command(text_of(entry, "command"), ret);
    return;
  }
  for (size_t i = 0; i < json_array_size(arguments); i++) {
    const char *word = json_string_value(json_array_get(arguments, i));
    if (word) names_add(ret, word);
  }
}

static void take_entry(CompileDb *db, const json_t *entry) {
  const char *folder = text_of(entry, "directory"), *file = text_of(entry, "file");
  cleanup(text_free) Text path = {0};
  add_path(&path, folder, file);
  char *real = realpath(text_c(&path), NULL);
  if (!real) return; /* it is gone, or is still to be made */
  CompileEntry e = {.file = text_dup(real)};
  free(real);
  cleanup(names_free) Names words = {0};
  take_words(entry, &words);
  take_flags(&words, folder, &e.flags);
  vec_push(&db->entries, e);
}

static Err read_db(const char *path, CompileDb *ret) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  json_error_t error;
  json_t *root = json_loadb(text_c(&text), text.n, 0, &error);
  if (!root) return err_set(ERR_INPUT, "%s:%d: %s", path, error.line, error.text);
  ret->path = text_dup(path);
  for (size_t i = 0; i < json_array_size(root); i++) take_entry(ret, json_array_get(root, i));
  json_decref(root);
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err compile_db_find(const WordList *folders, CompileDb *ret) {
  static const char *const below[] = {"", "/build"};
  for (u32 i = 0; i < folders->n; i++) {
    for (u32 k = 0; k < ARRAY_LEN(below); k++) {
      cleanup(text_free) Text path =
          text_format("%s%s/compile_commands.json", folders->at[i], below[k]);
      if (!access(text_c(&path), F_OK)) return read_db(text_c(&path), ret);
    }
  }
  return OK;
}

void compile_db_done(CompileDb *db) {
  for (u32 i = 0; i < db->entries.n; i++) {
    mem_free(db->entries.at[i].file);
    names_free(&db->entries.at[i].flags);
  }
  vec_free(&db->entries);
  db->path = mem_free(db->path);
}

const Names *compile_db_flags(const CompileDb *db, const char *file) {
  char *real = db->entries.n ? realpath(file, NULL) : NULL;
  const Names *found = NULL;
  for (u32 i = 0; real && i < db->entries.n && !found; i++)
    if (!strcmp(db->entries.at[i].file, real)) found = &db->entries.at[i].flags;
  free(real);
  return found;
}
