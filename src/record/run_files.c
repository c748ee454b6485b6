/* run_files.c — writes tests, decisions, and what is known about errors.
 *
 * If the decisions of every test are wanted, they go into one tree, to which the .path files refer.
 * Otherwise only errors have a .path, which is whole, so that it can be taken elsewhere.  Warnings
 * always have such a file.  Values of uninitialised memory come after the inputs in a test, because
 * a replay cannot set them.
 */
#include "record/run_files.h"

#include "base/os.h"
#include "explore/saved_path.h"
#include "native/native_world.h"
#include "record/summary.h"
#include "report/ktest.h"

static const char tree_name[] = "paths.tree";

static void write_file(RunFiles *f, u64 test, const char *suffix, const Text *text) {
  char name[TEST_NAME_BYTES];
  test_name(name, test, suffix);
  outdir_write(f->out, name, text);
}

/* KLEE's tools read the program's arguments there, --sym-arg and its like included. */
static void begin_test(const Recipe *r, u64 size, Ktest *k) {
  if (!native_world_is_needed(r)) {
    ktest_begin(k, r->files.at[0], size);
    return;
  }
  ktest_add_arg(k, r->files.at[0]);
  for (u32 i = 0; i < r->arguments.n; i++) ktest_add_arg(k, r->arguments.at[i]);
}

/* Values of uninitialised memory come after the inputs, because a replay cannot set them. */
static void write_test(RunFiles *f, u64 test, u64 size, const TestCase *input) {
  cleanup(ktest_free) Ktest k = {0};
  cleanup(text_free) Text bytes = {0};
  begin_test(f->recipe, size, &k);
  named_bytes_add_all(&k.objects, &input->inputs);
  named_bytes_add_all(&k.objects, &input->uninit);
  ktest_encode(&k, &bytes);
  write_file(f, test, "ktest", &bytes);
}

/* Of an error or a warning: a file that can be taken elsewhere. */
static void write_decisions(RunFiles *f, u64 test, u64 size, const Path *path,
                            const TestCase *input) {
  cleanup(saved_path_done) SavedPath p = {.size = size};
  cleanup(text_free) Text text = {0};
  named_bytes_add_all(&p.inputs, &input->inputs);
  path_list(path, &p.decisions);
  saved_path_print(&p, f->tree.sites.module, &text);
  write_file(f, test, "path", &text);
}

static void write_about(RunFiles *f, u64 test, const char *suffix, const ReportError *e) {
  cleanup(text_free) Text text = {0};
  summary_error(&text, e);
  write_file(f, test, suffix, &text);
}

static Err open_tree(RunFiles *f, Text *io_line) {
  if (f->paths) return OK;
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&f->out->path), tree_name);
  f->paths = fopen(text_c(&path), "we");
  if (!f->paths) return file_error("write", text_c(&path));
  path_tree_begin(io_line);
  return OK;
}

/* Of every test: a line in the tree, so that a prefix that many have is written once. */
static Err add_to_tree(RunFiles *f, u64 test, Path *path) {
  cleanup(text_free) Text line = {0}, reference = {0};
  TRY(open_tree(f, &line));
  path_tree_add(&f->tree, path, (u32)test, &line);
  if (fwrite(text_c(&line), 1, line.n, f->paths) != line.n || fflush(f->paths))
    return err_set(ERR_FILE, "'%s' could not be written", tree_name);
  path_tree_refer(&reference, tree_name, (u32)test);
  write_file(f, test, "path", &reference);
  return OK;
}

static void add_path(RunFiles *f, u64 size, const PathEvent *p) {
  if (!p->test) return;
  write_test(f, p->test, size, p->end->test);
  if (f->keeps_paths) outdir_keep_error(f->out, add_to_tree(f, p->test, p->end->path));
}

static void add_error(RunFiles *f, u64 size, const PathEvent *p) {
  write_about(f, p->test, stop_infos[p->end->stop].suffix, p->error);
  if (!f->keeps_paths) write_decisions(f, p->test, size, p->end->path, p->end->test);
}

static void add_warning(RunFiles *f, u64 size, const WarningEvent *w) {
  write_test(f, w->test, size, w->input);
  write_about(f, w->test, "unset.warn", w->warning);
  write_decisions(f, w->test, size, w->path, w->input);
}

void run_files_on_event(void *user, const RunEvent *e) {
  RunFiles *f = user;
  if (e->kind == RUN_PATH_ENDED) add_path(f, e->size, &e->path);
  if (e->kind == RUN_ERROR_FOUND) add_error(f, e->size, &e->path);
  if (e->kind == RUN_TEST_PENDING && e->pending.test)
    write_test(f, e->pending.test, e->size, e->pending.input);
  if (e->kind == RUN_WARNED) add_warning(f, e->size, &e->warning);
}

void run_files_done(RunFiles *f) {
  if (f->paths) fclose(f->paths);
  path_tree_done(&f->tree);
}
