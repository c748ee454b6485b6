/* check_report.c — contracts as JSON and back; check_fields.def has their members. */
#include "report/check_report.h"

#include "report/record_tables.h"
#include "report/report_impl.h"

const char *const check_verdict_names[] = {
    [CHECK_OK] = "ok", [CHECK_BROKEN] = "broken", [CHECK_UNDECIDED] = "undecided", NULL};
const char *const check_kind_names[] = {[CHECK_FORMULA] = "formula",
                                        [CHECK_CLASS] = "class",
                                        [CHECK_ERRORS] = "errors",
                                        [CHECK_KEPT] = "kept",
                                        NULL};

void check_contract_done(CheckContract *c) { record_done(record_of_contract(), c); }

void check_report_done(CheckReport *r) { record_done(record_of_check(), r); }

static void add_json(const Record *record, const void *from, Text *to) {
  cleanup(json_free) json_t *all = record_json(record, from);
  json_text(all, JSON_INDENT(2) | JSON_REAL_PRECISION(6), to);
  text_add_char(to, '\n');
}

void check_report_json(const CheckReport *r, Text *to) { add_json(record_of_check(), r, to); }

void check_contract_json(const CheckContract *c, Text *to) {
  add_json(record_of_contract(), c, to);
}

Err check_contract_read(const char *path, CheckContract *ret) {
  cleanup(json_free) json_t *root = NULL;
  cleanup(names_free) Names kept = {0};
  cleanup(record_reader_done) RecordReader reader = {.kept = &kept};
  cleanup(check_contract_done) CheckContract c = {0};
  TRY(json_read(path, &root));
  text_add(&reader.where, path);
  TRY(record_read(&reader, record_of_contract(), root, &c));
  *ret = c;
  c = (CheckContract){0};
  return OK;
}

u32 check_report_count(const CheckReport *r, CheckVerdict verdict) {
  u32 n = 0;
  for (u32 i = 0; i < r->contracts.n; i++) n += r->contracts.at[i].verdict == verdict;
  return n;
}
