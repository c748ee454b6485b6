/* recipe.c — recipes to JSON and back.  A worst.json has one recipe for many tests, so the size
 * of a test is looked up by its name. */
#include "report/recipe.h"

#include "report/record_tables.h"
#include "report/report_impl.h"

#include <string.h>
#include <unistd.h>

void recipe_free(Recipe *r) { record_done(record_of_recipe(), r); }

/* The folder ends before the n-th byte. */
static bool try_path(const char *folder, size_t n, const char *file, Text *to) {
  cleanup(text_free) Text path = text_format("%.*s/%s", (int)n, folder, file);
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
  cleanup(text_free) Text program =
      text_format("%s%s%s", *first == '/' ? "" : r->folder, *first == '/' ? "" : "/", first);
  for (size_t n = program.n; n > 0; n--)
    if (program.at[n] == '/' && try_path(program.at, n, file, to)) return;
  text_addf(to, "%s/%s", r->folder, file);
}

void recipe_print(const Recipe *r, Text *to) {
  cleanup(json_free) json_t *program = record_json(record_of_recipe(), r);
  json_text(program, JSON_COMPACT, to);
}

void recipe_copy(const Recipe *r, Recipe *ret) { record_copy(record_of_recipe(), ret, r); }

Err recipe_check(const char *where, const Recipe *r) {
  return r->files.n ? OK : err_set(ERR_INPUT, "%s: 'files' of the program is missing", where);
}

Err recipe_read(const char *path, Recipe *ret) {
  cleanup(json_free) json_t *root = NULL;
  cleanup(recipe_free) Recipe to = {0};
  cleanup(record_reader_done) RecordReader r = {0};
  TRY(json_read(path, &root));
  const json_t *program = json_object_get(root, "program");
  if (!json_is_object(program))
    return err_set(ERR_INPUT, "%s: it does not say how the program was built ('program')", path);
  text_add(&r.where, path);
  TRY(record_read(&r, record_of_recipe(), program, &to));
  TRY(recipe_check(path, &to));
  *ret = to;
  to = (Recipe){0};
  return OK;
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
