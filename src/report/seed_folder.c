/* seed_folder.c — lists the tests of a folder and reads each; what cannot be read is noted, and the rest used. */
#include "report/seed_folder.h"

#include "base/os.h"
#include "report/record_tables.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_SHOWN = 5 };

static bool is_folder(const char *path) {
  struct stat s;
  return !stat(path, &s) && S_ISDIR(s.st_mode);
}

/* Fuzzers that write a folder of several things have the inputs in one below. */
static void find_queue(const char *folder, Text *ret) {
  static const char *const below[] = {"queue", "default/queue", "main/queue"};
  for (u32 i = 0; i < ARRAY_LEN(below); i++) {
    text_clear(ret);
    text_addf(ret, "%s/%s", folder, below[i]);
    if (is_folder(text_c(ret))) return;
  }
  text_clear(ret);
  text_add(ret, folder);
}

static int is_listed(const struct dirent *d) {
  return d->d_name[0] != '.' && strncmp(d->d_name, "README", strlen("README")) != 0 &&
         strcmp(d->d_name, "metadata.xml") != 0;
}

static void read_seed(SeedFolder *s, const char *folder, const char *name) {
  cleanup(text_free) Text path = text_format("%s/%s", folder, name);
  Ktest k = {0};
  TestForm form;
  if (is_folder(text_c(&path))) return;
  s->report.n_files++;
  if (test_file_read(text_c(&path), &k, &form) != OK) {
    seed_refuse(&s->report, name, err_text());
    return;
  }
  for (u32 i = 0; i < k.objects.n; i++)
    s->report.longest = MAX(s->report.longest, k.objects.at[i].n_bytes);
  vec_push(&s->seeds, ((SeedTest){text_dup(name), k.objects}));
  k.objects = (NamedBytesVec){0};
  ktest_free(&k);
}

Err seed_folder_read(const char *folder, SeedFolder *ret) {
  cleanup(text_free) Text path = {0};
  struct dirent **files = NULL;
  SeedFolder s = {.report.folder = text_dup(folder)};
  bool has_tests = false;
  find_queue(folder, &path);
  int n = scandir(text_c(&path), &files, is_listed, alphasort);
  for (int i = 0; i < n; i++) has_tests |= text_ends_in(files[i]->d_name, ".ktest");
  for (int i = 0; i < n; i++) {
    if (!has_tests || text_ends_in(files[i]->d_name, ".ktest"))
      read_seed(&s, text_c(&path), files[i]->d_name);
    free(files[i]);
  }
  free(files);
  if (n < 0) {
    Err err = file_error("read the folder of --seeds", folder);
    seed_folder_done(&s);
    return err;
  }
  *ret = s;
  return OK;
}

void seed_folder_done(SeedFolder *s) {
  for (u32 i = 0; i < s->seeds.n; i++) {
    mem_free(s->seeds.at[i].file);
    named_bytes_free(&s->seeds.at[i].inputs);
  }
  vec_free(&s->seeds);
  record_done(record_of_seeds(), &s->report);
}

void seed_refuse(ReportSeeds *r, const char *file, const char *why) {
  vec_push(&r->refused, ((ReportRefused){text_dup(file), text_dup(why)}));
}

void seeds_copy(ReportSeeds *to, const ReportSeeds *from) {
  record_copy(record_of_seeds(), to, from);
}

static void add_part(Text *to, u64 n, const char *what) {
  if (!n) return;
  text_add(to, ", ");
  text_add_count(to, n);
  text_addf(to, " %s", what);
}

void seeds_text(const ReportSeeds *r, Text *to) {
  text_add(to, "seeds: ");
  if (!r->n_files) text_addf(to, "'%s' has no tests", r->folder);
  if (r->n_files) {
    text_add_count(to, r->n_used);
    text_add(to, " of ");
    text_add_count(to, r->n_files);
    text_addf(to, " in '%s' used", r->folder);
    add_part(to, r->n_cut, "of them cut to the size of the input");
    add_part(to, r->n_filled, "of them filled up to it");
    if (r->n_cut) text_addf(to, " (the longest has %ju bytes)", (uintmax_t)r->longest);
  }
  text_add_char(to, '\n');
  for (u32 i = 0; i < r->refused.n && i < MOST_SHOWN; i++)
    text_addf(to, "  refused: %s: %s\n", r->refused.at[i].file, r->refused.at[i].why);
  if (r->refused.n > MOST_SHOWN)
    text_addf(to, "  refused: … and %u more\n", r->refused.n - MOST_SHOWN);
}
