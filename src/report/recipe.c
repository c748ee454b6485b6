/* recipe.c — recipes to JSON and back.  A worst.json has one recipe for many tests, so the size
 * of a test is looked up by its name. */
#include "report/recipe.h"

#include "report/report_impl.h"

#include <string.h>
#include <unistd.h>

/* ---- reading --------------------------------------------------------------------------------- */

static Err take_names(const char *where, const json_t *program, const char *key, Names *ret) {
  const json_t *list = NULL;
  TRY(take_list(where, program, key, &list));
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *name = json_array_get(list, i);
    if (!json_is_string(name))
      return err_set(ERR_INPUT, "%s: '%s' has an element that is no text", where, key);
    names_add(ret, json_string_value(name));
  }
  return OK;
}

static Err take_parts(const char *where, const json_t *program, Recipe *r) {
  const char *folder = NULL;
  TRY(take_text(where, program, "folder", &folder));
  if (!folder) return err_set(ERR_INPUT, "%s: 'folder' of the program is missing", where);
  r->folder = text_dup(folder);
  TRY(take_names(where, program, "files", &r->files));
  TRY(take_names(where, program, "flags", &r->flags));
  TRY(take_names(where, program, "arguments", &r->arguments));
  if (json_object_get(program, "outside")) TRY(take_names(where, program, "outside", &r->outside));
  if (r->files.n == 0) return err_set(ERR_INPUT, "%s: 'files' of the program is missing", where);
  r->has_size = json_is_integer(json_object_get(program, "size"));
  return take_number(where, program, "size", &r->size);
}

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *names_to_json(const Names *names) {
  json_t *list = json_array();
  for (u32 i = 0; i < names->n; i++) json_array_append_new(list, json_of_text(names->at[i]));
  return list;
}

/* ---- public ---------------------------------------------------------------------------------- */

void names_add(Names *n, const char *name) {
  vec_push(n, text_dup(name));
}

void names_free(Names *n) {
  for (u32 i = 0; i < n->n; i++) mem_free(n->at[i]);
  vec_free(n);
}

void recipe_free(Recipe *r) {
  r->folder = mem_free(r->folder);
  names_free(&r->files);
  names_free(&r->flags);
  names_free(&r->arguments);
  names_free(&r->outside);
}

/* The folder ends before the n-th byte. */
static bool try_path(const char *folder, size_t n, const char *file, Text *to) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%.*s/%s", (int)n, folder, file);
  if (access(text_c(&path), R_OK)) return false;
  text_add(to, text_c(&path));
  return true;
}

/* A program that was built elsewhere names its sources from where its compiler ran: that is looked for
 * above the program. */
void recipe_path(const Recipe *r, const char *file, Text *to) {
  if (*file == '/') {
    text_add(to, file);
    return;
  }
  if (try_path(r->folder, strlen(r->folder), file, to)) return;
  const char *first = r->files.n ? r->files.at[0] : "";
  cleanup(text_free) Text program = {0};
  text_addf(&program, "%s%s%s", *first == '/' ? "" : r->folder, *first == '/' ? "" : "/", first);
  for (size_t n = program.n; n > 0; n--)
    if (program.at[n] == '/' && try_path(program.at, n, file, to)) return;
  text_addf(to, "%s/%s", r->folder, file);
}

json_t *json_of_recipe(const Recipe *r) {
  json_t *program = json_object();
  set_text(program, "folder", r->folder);
  json_object_set_new(program, "files", names_to_json(&r->files));
  json_object_set_new(program, "flags", names_to_json(&r->flags));
  if (r->has_size) set_number(program, "size", r->size);
  json_object_set_new(program, "arguments", names_to_json(&r->arguments));
  if (r->outside.n) json_object_set_new(program, "outside", names_to_json(&r->outside));
  return program;
}

void recipe_print(const Recipe *r, Text *to) {
  cleanup(json_free) json_t *program = json_of_recipe(r);
  char *text = json_dumps(program, JSON_COMPACT | JSON_PRESERVE_ORDER);
  CHECK(text, "a recipe that JSON cannot hold");
  text_add(to, text);
  free(text);
}

Err take_recipe(const char *where, const json_t *program, Recipe *ret) {
  if (!json_is_object(program))
    return err_set(ERR_INPUT, "%s: it does not say how the program was built ('program')", where);
  cleanup(recipe_free) Recipe r = {0};
  TRY(take_parts(where, program, &r));
  *ret = r;
  r = (Recipe){0};
  return OK;
}

Err recipe_read(const char *path, Recipe *ret) {
  cleanup(json_free) json_t *root = NULL;
  TRY(json_read(path, &root));
  return take_recipe(path, json_object_get(root, "program"), ret);
}

Err recipe_read_size(const char *path, const char *test, Recipe *r) {
  cleanup(json_free) json_t *root = NULL;
  TRY(json_read(path, &root));
  const json_t *sizes = json_object_get(root, "sizes");
  if (json_is_array(sizes)) r->has_size = false;
  for (size_t i = 0; i < json_array_size(sizes); i++) {
    const json_t *entry = json_array_get(sizes, i);
    const char *name = json_string_value(json_object_get(entry, "test"));
    if (!name || strcmp(name, test) != 0) continue;
    r->has_size = json_is_integer(json_object_get(entry, "size"));
    return take_number(path, entry, "size", &r->size);
  }
  return OK;
}

bool recipe_is_sanitized(const char *path, const char *test) {
  cleanup(json_free) json_t *root = NULL;
  if (json_read(path, &root) != OK) return false;
  const json_t *errors = json_object_get(root, "errors");
  for (size_t i = 0; i < json_array_size(errors); i++) {
    const json_t *entry = json_array_get(errors, i);
    const char *name = json_string_value(json_object_get(entry, "test"));
    const char *slash = name ? strrchr(name, '/') : NULL;
    if (!name || strcmp(slash ? slash + 1 : name, test) != 0) continue;
    return json_is_true(json_object_get(json_object_get(entry, "native"), "sanitized"));
  }
  return false;
}
