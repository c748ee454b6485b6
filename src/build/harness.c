/* harness.c — writes the main of a CALL as harness.c, which takes the place of the first file
 * because it includes that file. */
#include "build/harness.h"

#include "base/os.h"
#include "build/compile.h"

#include <string.h>
#include <unistd.h>

static const char name[] = "harness.c";

/* What a C file can include. */
static Err check_first(const char *file) {
  if (!access(file, R_OK)) return OK;
  return file_error("read", file);
}

static Err write_main(const UserCall *call, const char *file, OutDir *dir, Names *ret_files) {
  cleanup(text_free) Text source = {0};
  TRY(call_write(call, file, &source));
  outdir_write(dir, name, &source);
  TRY(outdir_error(dir));
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&dir->path), name);
  names_add(ret_files, text_c(&path));
  return OK;
}

/* The C file that the call is compiled with: the first that has the name of the function in it, if there are
 * several; archives and objects may stand before it. */
static Err find_first(const UserCall *call, const WordList *files, u32 *ret) {
  u32 n_found = 0;
  *ret = files->n;
  for (u32 i = 0; i < files->n; i++) {
    cleanup(text_free) Text source = {0};
    if (!compile_is_c(files->at[i])) continue;
    if (*ret == files->n) *ret = i;
    if (file_read(files->at[i], &source) != OK || n_found) continue;
    if (!strstr(text_c(&source), call->function)) continue;
    *ret = i;
    n_found++;
  }
  if (*ret < files->n) return check_first(files->at[*ret]);
  return err_set(ERR_USAGE,
                 "--call: '%s' is not C, and the call is compiled with a C file: name one that "
                 "declares '%s', too, such as its header",
                 files->at[0], call->function);
}

Err harness_files(const UserCall *call, const WordList *files, OutDir *dir, Names *ret_files) {
  u32 first = files->n;
  if (call) TRY(find_first(call, files, &first));
  if (call) TRY(write_main(call, files->at[first], dir, ret_files));
  for (u32 i = 0; i < files->n; i++)
    if (i != first) names_add(ret_files, files->at[i]);
  return OK;
}

void harness_flags(const UserCall *call, Names *io_flags) {
  if (call) names_add(io_flags, "-iquote.");
}

void harness_discard(const OutDir *dir) {
  outdir_remove(dir, name);
  rmdir(text_c(&dir->path));
}
