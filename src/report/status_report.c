/* status_report.c — the state of a run as JSON; status_fields.def has its members. */
#include "report/status_report.h"

#include "report/record_tables.h"
#include "report/report_impl.h"

void status_report_done(StatusReport *r) {
  record_done(record_of_status(), r);
  *r = (StatusReport){0};
}

void status_report_json(const StatusReport *r, Text *to) {
  cleanup(json_free) json_t *all = record_json(record_of_status(), r);
  json_text(all, JSON_INDENT(2) | JSON_REAL_PRECISION(6), to);
  text_add_char(to, '\n');
}
