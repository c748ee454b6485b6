/* run_report.c — a run as JSON and back; run_fields.def has its members. */
#include "report/run_report.h"

#include "report/record_tables.h"
#include "report/report_impl.h"

void report_errors_add(ReportErrorVec *to, const ReportErrorVec *from) {
  for (u32 i = 0; i < from->n; i++) {
    ReportError copy;
    record_copy(record_of_error(), &copy, &from->at[i]);
    vec_push(to, copy);
  }
}

void report_errors_done(ReportErrorVec *errors) {
  for (u32 i = 0; i < errors->n; i++) record_done(record_of_error(), &errors->at[i]);
  vec_free(errors);
}

void run_report_done(RunReport *r) {
  record_done(record_of_run(), r);
  names_free(&r->kept);
}

void run_report_json(const RunReport *r, Text *to) {
  cleanup(json_free) json_t *run = record_json(record_of_run(), r);
  json_text(run, JSON_INDENT(2) | JSON_REAL_PRECISION(6), to);
  text_add_char(to, '\n');
}

Err run_report_read(const char *path, RunReport *ret) {
  cleanup(json_free) json_t *root = NULL;
  cleanup(run_report_done) RunReport to = {0};
  cleanup(record_reader_done) RecordReader reader = {.kept = &to.kept};
  TRY(json_read(path, &root));
  text_add(&reader.where, path);
  TRY(record_read(&reader, record_of_run(), root, &to));
  *ret = to;
  to = (RunReport){0};
  return OK;
}
