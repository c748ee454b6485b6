/* worst_report.c — frees a report, and answers what several readers ask of it: how certain a
 * cost is, and the elements of an input. */
#include "report/worst_report.h"

#include "report/record_tables.h"

#include <math.h>
#include <string.h>

const char *worst_report_keep(WorstReport *r, const char *text) {
  names_add(&r->kept, text);
  return vec_last(&r->kept);
}

bool worst_growth_is_known(const WorstReport *r) {
  const WorstGrowth *g = &r->growth;
  return r->has_growth && (g->exact || g->at_least || g->trend.kind);
}

const char *worst_size_certainty(const WorstSize *s) {
  if (s->unbounded || s->unended) return "of those that end";
  if (s->whole && !s->proven) return "proven if no error";
  return s->proven ? "proven" : s->predicted ? "predicted" : "best found";
}

bool worst_times_lost(const WorstTiming *w) {
  for (u32 i = 0; i < w->rows.n; i++) {
    const WorstTimed *row = &w->rows.at[i];
    if (row->typical.n_runs && row->typical.seconds > row->worst.seconds) return true;
  }
  return false;
}

bool worst_is_unbounded(const WorstReport *r) {
  for (u32 i = 0; i < r->errors.n; i++)
    if (!strcmp(r->errors.at[i].kind, "endless")) return true;
  return false;
}

u64 worst_input_elements(const WorstInput *in) {
  u64 n = 1;
  for (u32 i = 0; i < in->dimensions.n; i++) n *= in->dimensions.at[i];
  return n;
}

u64 worst_input_word(const WorstInput *in, u64 i) {
  u64 x = 0;
  memcpy(&x, in->bytes + i * in->element_bytes, MIN(in->element_bytes, sizeof x));
  return x;
}

i64 worst_input_number(const WorstInput *in, u64 i) {
  u64 x = worst_input_word(in, i);
  if (in->kind != ELEMENT_SIGNED) return (i64)x;
  u32 unused = 64 - 8 * MIN(in->element_bytes, 8u);
  return (i64)(x << unused) >> unused;
}

double worst_input_float(const WorstInput *in, u64 i) {
  u64 bits = worst_input_word(in, i);
  double value;
  float small;
  memcpy(&value, &bits, sizeof value);
  memcpy(&small, &bits, sizeof small);
  return in->element_bytes == 4 ? (double)small : value;
}

void worst_input_done(WorstInput *in) {
  mem_free(in->bytes);
  vec_free(&in->dimensions);
  vec_free(&in->fields);
}

void worst_report_done(WorstReport *r) {
  record_done(record_of_worst(), r);
  names_free(&r->kept);
}
