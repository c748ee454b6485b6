/* harness.c — writes the main of a CALL as harness.c, which takes the place of the first file
 * because it includes that file. */
#include "build/harness.h"

#include "base/os.h"
#include "build/compile.h"

#include <unistd.h>

static const char name[] = "harness.c";

/* What a C file can include. */
static Err check_first(const char *file) {
  if (!compile_is_c(file))
    return err_set(ERR_USAGE, "--call: '%s' is not C, but the call is compiled with the first file",
                   file);
  if (!access(file, R_OK)) return OK;
  return file_error("read", file);
}

static Err write_main(const UserCall *call, const char *file, OutDir *dir, Names *ret_files) {
  cleanup(text_free) Text source = {0};
  TRY(check_first(file));
  TRY(call_write(call, file, &source));
  outdir_write(dir, name, &source);
  TRY(outdir_error(dir));
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&dir->path), name);
  names_add(ret_files, text_c(&path));
  return OK;
}

Err harness_files(const UserCall *call, const WordList *files, OutDir *dir, Names *ret_files) {
  if (call) TRY(write_main(call, files->at[0], dir, ret_files));
  for (u32 i = call ? 1 : 0; i < files->n; i++) names_add(ret_files, files->at[i]);
  return OK;
}

void harness_flags(const UserCall *call, Names *io_flags) {
  if (call) names_add(io_flags, "-iquote.");
}

void harness_discard(const OutDir *dir) {
  outdir_remove(dir, name);
  rmdir(text_c(&dir->path));
}
