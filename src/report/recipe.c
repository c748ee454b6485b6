/* recipe.c — recipes as JSON: see recipe.h. */
#include "report/recipe.h"

#include "base/os.h"

#include <jansson.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

static void json_free(json_t **j) {
  json_decref(*j);
}

static Err take_names(const char *path, const json_t *program, const char *member, Names *ret) {
  const json_t *list = json_object_get(program, member);
  if (!list) return OK;
  if (!json_is_array(list)) return err_set(ERR_INPUT, "%s: '%s' is no list", path, member);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *name = json_array_get(list, i);
    if (!json_is_string(name))
      return err_set(ERR_INPUT, "%s: '%s' has an element that is no text", path, member);
    names_add(ret, json_string_value(name));
  }
  return OK;
}

static Err take_size(const char *path, const json_t *program, Recipe *r) {
  const json_t *size = json_object_get(program, "size");
  if (!size) return OK;
  if (!json_is_integer(size) || json_integer_value(size) < 0)
    return err_set(ERR_INPUT, "%s: 'size' is no size", path);
  r->has_size = true;
  r->size = (u64)json_integer_value(size);
  return OK;
}

static Err take_recipe(const char *path, const json_t *program, Recipe *r) {
  if (!json_is_object(program))
    return err_set(ERR_INPUT, "%s: it does not say how the program was built ('program')", path);
  const char *folder = json_string_value(json_object_get(program, "folder"));
  if (!folder) return err_set(ERR_INPUT, "%s: 'folder' of the program is missing", path);
  r->folder = text_dup(folder);
  TRY(take_names(path, program, "files", &r->files));
  TRY(take_names(path, program, "flags", &r->flags));
  TRY(take_names(path, program, "arguments", &r->arguments));
  if (r->files.n == 0) return err_set(ERR_INPUT, "%s: 'files' of the program is missing", path);
  return take_size(path, program, r);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Names of files can be anything, JSON is UTF-8: what is not, is taken for Latin-1. */
static json_t *text_to_json(const char *s) {
  json_t *j = json_string(s);
  if (j) return j;
  cleanup(text_free) Text t = {0};
  for (; *s; s++) {
    u8 c = (u8)*s;
    if (c >= 0x80) text_add_char(&t, (char)(0xc0 | c >> 6));
    text_add_char(&t, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
  }
  return json_string(text_c(&t));
}

static json_t *names_to_json(const Names *names) {
  json_t *list = json_array();
  for (u32 i = 0; i < names->n; i++) json_array_append_new(list, text_to_json(names->at[i]));
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
}

void recipe_print(const Recipe *r, Text *to) {
  cleanup(json_free) json_t *program = json_object();
  json_object_set_new(program, "folder", text_to_json(r->folder));
  json_object_set_new(program, "files", names_to_json(&r->files));
  json_object_set_new(program, "flags", names_to_json(&r->flags));
  if (r->has_size) json_object_set_new(program, "size", json_integer((json_int_t)r->size));
  json_object_set_new(program, "arguments", names_to_json(&r->arguments));
  char *text = json_dumps(program, JSON_COMPACT | JSON_PRESERVE_ORDER);
  CHECK(text, "a recipe that JSON cannot hold");
  text_add(to, text);
  free(text);
}

Err recipe_read(const char *path, Recipe *ret) {
  cleanup(text_free) Text text = {0};
  TRY(file_read(path, &text));
  json_error_t error;
  cleanup(json_free) json_t *root = json_loadb(text_c(&text), text.n, 0, &error);
  if (!root) return err_set(ERR_INPUT, "%s:%d: %s", path, error.line, error.text);
  cleanup(recipe_free) Recipe r = {0};
  TRY(take_recipe(path, json_object_get(root, "program"), &r));
  *ret = r;
  r = (Recipe){0};
  return OK;
}
