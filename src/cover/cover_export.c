/* cover_export.c — writes suites for Test-Comp.
 *
 * Test-Comp says an input as a C constant, or as a character.  A program of Test-Comp asks for values of
 * types of C: what has 1, 2, 4 or 8 bytes is written as an unsigned number of that size, which reads
 * back as the same bits, and anything else byte by byte.
 */
#include "cover/cover_export.h"

#include "base/hash.h"
#include "base/os.h"
#include "record/corpus.h"
#include "report/ktest.h"
#include "report/recipe.h"
#include "vm/memory/uninit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static Err read_test(const OutDir *tests, const CoverTest *t, Ktest *ret) {
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&tests->path), t->file);
  return ktest_read(text_c(&path), ret);
}

static bool is_input(const NamedBytes *o) {
  return strncmp(o->name, UNINIT_PREFIX, strlen(UNINIT_PREFIX)) != 0;
}

/* ---- Test-Comp ----------------------------------------------------------------------------------- */

static void add_xml(Text *to, const char *s) {
  for (; *s; s++) {
    if (*s == '&')
      text_add(to, "&amp;");
    else if (*s == '<')
      text_add(to, "&lt;");
    else if (*s == '>')
      text_add(to, "&gt;");
    else
      text_add_char(to, *s);
  }
}

static void add_number(Text *to, const u8 *bytes, u32 n) {
  u64 value = 0;
  memcpy(&value, bytes, n);
  text_addf(to, "  <input type=\"%s\">%ju</input>\n",
            n == 1   ? "unsigned char"
            : n == 2 ? "unsigned short"
            : n == 4 ? "unsigned int"
                     : "unsigned long",
            (uintmax_t)value);
}

static const char xml_head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

static void add_metadata(const CoverReport *r, Text *to) {
  char now[32];
  time_t seconds = time(NULL);
  struct tm utc;
  strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
  const char *file = r->run->recipe.files.at[0];
  cleanup(text_free) Text source = {0}, path = {0};
  recipe_path(&r->run->recipe, file, &path);
  u64 hash = file_read(text_c(&path), &source) == OK ? hash_bytes(text_c(&source), source.n) : 0;
  text_add(to, xml_head);
  text_add(to,
           "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata "
           "1.1//EN\" \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n"
           "<test-metadata>\n  <sourcecodelang>C</sourcecodelang>\n  <producer>nadir</producer>\n"
           "  <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
           "</specification>\n  <programfile>");
  add_xml(to, file);
  text_addf(to,
            "</programfile>\n  <programhash>%016jx</programhash>\n"
            "  <entryfunction>main</entryfunction>\n  <architecture>64bit</architecture>\n"
            "  <creationtime>%s</creationtime>\n</test-metadata>\n",
            (uintmax_t)hash, now);
}

static Err write_case(const OutDir *tests, const CoverTest *t, u32 number, OutDir *to) {
  cleanup(ktest_free) Ktest k = {0};
  cleanup(text_free) Text xml = {0};
  char name[64];
  TRY(read_test(tests, t, &k));
  text_add(&xml, xml_head);
  text_add(&xml,
           "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
           "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n");
  for (u32 i = 0; i < k.objects.n; i++) {
    const NamedBytes *o = &k.objects.at[i];
    if (!is_input(o)) continue;
    if (o->n_bytes == 2 || o->n_bytes == 4 || o->n_bytes == 8)
      add_number(&xml, o->bytes, o->n_bytes);
    else
      for (u32 b = 0; b < o->n_bytes; b++) add_number(&xml, o->bytes + b, 1);
  }
  text_add(&xml, "</testcase>\n");
  snprintf(name, sizeof name, "testcase-%u.xml", number);
  outdir_write(to, name, &xml);
  return OK;
}

Err export_test_comp(const CoverReport *r, const OutDir *tests, const char *folder) {
  cleanup(outdir_done) OutDir to = {0};
  cleanup(text_free) Text metadata = {0};
  TRY(outdir_make(folder, &to));
  add_metadata(r, &metadata);
  outdir_write(&to, "metadata.xml", &metadata);
  for (u32 i = 0; i < r->tests.n; i++) TRY(write_case(tests, &r->tests.at[i], i + 1, &to));
  return outdir_error(&to);
}

Err export_corpus(const CoverReport *r, const OutDir *tests, const char *folder) {
  cleanup(text_free) Text said = {0};
  return corpus_write(text_c(&tests->path), &r->run->recipe, folder, &said);
}
