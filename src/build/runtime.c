/* runtime.c — finds the files of the runtime without asking the environment. */
#include "build/runtime.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char musl_headers[] = "/usr/include/x86_64-linux-musl";
const char musl_library[] = "/usr/lib/x86_64-linux-musl";
const char profile_library[] =
    "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a";

bool runtime_has_musl(void) {
  return musl_archive_size > strlen("!<arch>\n") && !access(musl_headers, R_OK);
}

/* `installed` is relative to the program, `built` absolute. */
static Err find(const char *what, const char *installed, const char *built, Text *ret) {
  text_clear(ret);
  /* The folder of the running program, with a slash at the end; empty if the system does not say. */
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  while (n > 0 && path[n - 1] != '/') n--;
  if (n > 0) text_add_n(ret, path, (size_t)n);
  text_add(ret, installed);
  if (!access(text_c(ret), R_OK)) return OK;
  text_clear(ret);
  text_add(ret, built);
  if (!access(text_c(ret), R_OK)) return OK;
  return err_set(ERR_FILE, "cannot find %s of nadir, '%s': %s", what, built, strerror(errno));
}

/* By a header in it: a folder of that name may be there for other reasons. */
Err runtime_include(Text *ret_path) {
  static const char header[] = "/nadir.h";
  TRY(find("the headers", INSTALLED_INCLUDE "/nadir.h", BUILT_INCLUDE "/nadir.h", ret_path));
  ret_path->n -= strlen(header);
  ret_path->at[ret_path->n] = 0;
  return OK;
}

Err runtime_counts_header(Text *ret_path) {
  TRY(runtime_include(ret_path));
  text_add(ret_path, "/nadir/counts.h");
  return OK;
}

Err runtime_replay_library(Text *ret_path) {
  return find("the replay library", INSTALLED_REPLAY ".a", BUILT_REPLAY ".a", ret_path);
}

Err runtime_musl_replay_library(Text *ret_path) {
  return find("the replay library on musl", INSTALLED_REPLAY "-musl.a", BUILT_REPLAY "-musl.a",
              ret_path);
}

Err runtime_bench(Text *ret_path) {
  return find("the program of bench", INSTALLED_BENCH "/main.py", BENCH_SOURCE "/papers/main.py",
              ret_path);
}
