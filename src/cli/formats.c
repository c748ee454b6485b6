/* formats.c — finds the view of a result in the table, and writes it. */
#include "cli/formats.h"

#include "base/os.h"
#include "cover/cover_export.h"
#include "report/html.h"
#include "report/html_cover.h"
#include "report/profiles.h"
#include "report/sarif.h"

#include <string.h>

const OptionChoice format_choices[] = {
#define FORMAT(name, words) {name, NULL, words},
#define VIEW(of, name, file, make)
#include "cli/formats.def"
#undef FORMAT
#undef VIEW
    {0}};

typedef struct View {
  const char *name, *file;
  /* One of them: what makes it. */
  void (*worst)(const WorstReport *r, Text *to);
  void (*cover)(const CoverReport *r, Text *to);
  void (*run)(const RunReport *r, Text *to);
  Err (*suite)(const CoverReport *r, const OutDir *tests, const char *folder);
} View;

static const View views[] = {
#define FORMAT(name, words)
#define VIEW(of, name, file, make) {name, file, .of = make},
#include "cli/formats.def"
#undef FORMAT
#undef VIEW
};

static Err write_view(const View *v, const FolderResult *r, const char *to, Text *ret_path) {
  cleanup(text_free) Text bytes = {0};
  if (to)
    text_add(ret_path, to);
  else
    text_addf(ret_path, "%s/%s", text_c(&r->dir->path), v->file);
  if (v->suite) return v->suite(r->cover, r->dir, text_c(ret_path));
  if (v->worst)
    v->worst(r->worst, &bytes);
  else if (v->run)
    v->run(r->run, &bytes);
  else
    v->cover(r->cover, &bytes);
  return file_write(text_c(ret_path), text_c(&bytes), bytes.n);
}

/* Is it made of what there is? */
static bool is_of(const View *v, const FolderResult *r) {
  return v->worst ? r->worst != NULL : v->run ? r->run != NULL : r->cover != NULL;
}

Err format_write(const FolderResult *r, const char *name, const char *to, Text *ret_path) {
  for (u32 i = 0; i < ARRAY_LEN(views); i++)
    if (!strcmp(views[i].name, name) && is_of(&views[i], r))
      return write_view(&views[i], r, to, ret_path);
  return err_set(ERR_USAGE, "--format %s: there is no such view of what is in '%s'", name,
                 text_c(&r->dir->path));
}
