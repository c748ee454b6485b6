/* outdir.c — the folder that a run writes; see outdir.h. */
#include "engine/outdir.h"

#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_empty_dir(const char *path) {
  DIR *d = opendir(path);
  if (!d) return false;
  u32 n = 0;
  for (struct dirent *e; n < 3 && (e = readdir(d));) n++; /* itself and the one above */
  closedir(d);
  return n <= 2;
}

Err outdir_make(const char *wanted, Text *ret_path) {
  Text path = {0};
  text_add(&path, wanted);
  while (path.n > 1 && path.at[path.n - 1] == '/') path.at[--path.n] = 0;
  size_t n_stem = path.n;
  for (u32 k = 2; mkdir(text_c(&path), 0777) && !is_empty_dir(text_c(&path)); k++) {
    if (errno != EEXIST) {
      Err err =
          err_set(ERR_FILE, "cannot make the folder '%s': %s", text_c(&path), strerror(errno));
      text_free(&path);
      return err;
    }
    path.at[path.n = n_stem] = 0;
    text_addf(&path, "-%u", k);
  }
  *ret_path = path;
  return OK;
}

Err outdir_write(const Text *dir, const char *name, const Text *contents) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/%s", text_c(dir), name);
  return file_write(text_c(&path), text_c(contents), contents->n);
}

Err outdir_replace(const Text *dir, const char *name, const Text *contents) {
  cleanup(text_free) Text path = {0}, new = {0};
  text_addf(&path, "%s/%s", text_c(dir), name);
  text_addf(&new, "%s.new", text_c(&path));
  TRY(file_write(text_c(&new), text_c(contents), contents->n));
  if (!rename(text_c(&new), text_c(&path))) return OK;
  return err_set(ERR_FILE, "cannot write '%s': %s", text_c(&path), strerror(errno));
}

Err tempdir_make(Text *ret_path) {
  const char *where = getenv("TMPDIR");
  cleanup(text_free) Text name = {0};
  text_addf(&name, "%s/nadir-XXXXXX", where && *where ? where : "/tmp");
  if (!mkdtemp(name.at))
    return err_set(ERR_FILE, "cannot make '%s': %s", text_c(&name), strerror(errno));
  text_add(ret_path, text_c(&name));
  return OK;
}
