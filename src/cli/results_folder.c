/* results_folder.c — makes the folder, and a link to the latest of several. */
#include "cli/results_folder.h"

#include "cli/test_recipe.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Something else of that name is left alone. */
static bool link_latest(const char *wanted, const char *made, Text *ret_link) {
  struct stat s;
  text_addf(ret_link, "%s-latest", wanted);
  bool is_there = !lstat(text_c(ret_link), &s);
  if (is_there && (!S_ISLNK(s.st_mode) || unlink(text_c(ret_link)))) return false;
  return !symlink(path_name(made), text_c(ret_link));
}

Err results_folder_make(const char *wanted, bool is_given, OutDir *ret) {
  cleanup(text_free) Text plain = {0}, link = {0};
  TRY(outdir_make(wanted, ret));
  text_add(&plain, wanted);
  while (plain.n > 1 && plain.at[plain.n - 1] == '/') plain.at[--plain.n] = 0;
  const char *made = text_c(&ret->path);
  if (!strcmp(made, text_c(&plain))) return OK;
  bool is_linked = link_latest(text_c(&plain), made, &link);
  if (is_given)
    fprintf(stderr, "nadir: '%s' has results already; those of this run are in '%s'%s%s%s\n",
            text_c(&plain), made, is_linked ? ", to which '" : "", is_linked ? text_c(&link) : "",
            is_linked ? "' leads" : "");
  return OK;
}
