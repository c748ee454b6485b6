/* test_recipe.c — finds the record beside a test, and reads how its program was built. */
#include "cli/test_recipe.h"

#include "build/flags.h"

#include <string.h>
#include <unistd.h>

const char *path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void test_record_path(const char *test, Text *to) {
  size_t n_folder = (size_t)(path_name(test) - test);
  text_add_n(to, test, n_folder);
  text_add(to, "worst.json");
  if (!access(text_c(to), R_OK)) return;
  text_clear(to);
  text_add_n(to, test, n_folder);
  text_add(to, "run.json");
}

Err test_recipe_read(const char *record, Recipe *ret) {
  cleanup(recipe_free) Recipe r = {0};
  TRY(recipe_read(record, &r));
  TRY(flags_check(record, &r.flags));
  *ret = r;
  r = (Recipe){0};
  return OK;
}
