/* cover_report_json.c — what tests cover as JSON and back; cover_fields.def has its members. */
#include "report/cover_report.h"
#include "report/record_tables.h"
#include "report/report_impl.h"

const char *const covered_kind_names[] = {"if", "?:", "switch", NULL};

void cover_report_json(const CoverReport *r, Text *to) {
  cleanup(json_free) json_t *root = record_json(record_of_cover(), r);
  json_text(root, JSON_INDENT(1) | JSON_REAL_PRECISION(JSON_DIGITS), to);
  text_add_char(to, '\n');
}

Err cover_report_read(const char *path, RunReport *run, CoverReport *ret) {
  cleanup(json_free) json_t *root = NULL;
  cleanup(cover_report_done) CoverReport to = {.run = run};
  cleanup(record_reader_done) RecordReader r = {.kept = &to.kept};
  TRY(json_read(path, &root));
  text_add(&r.where, path);
  TRY(record_read(&r, record_of_cover(), root, &to));
  TRY(recipe_check(path, &run->recipe));
  cover_report_count(&to);
  *ret = to;
  to = (CoverReport){0};
  return OK;
}
