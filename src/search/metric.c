/* metric.c — finds the row of metrics.def that a --cost names, and reads the argument after its
 * colon: a function, or FILE:LINE, which is cut at the last colon. */
#include "search/metric.h"

#include "base/suggest.h"

#include <string.h>

typedef struct MetricRow {
  const char *name, *argument;
  CostKind cost;
  ProbeKind probe;
  const char *unit;
} MetricRow;

static const MetricRow rows[] = {
#define METRIC(name, argument, cost, probe, unit, meaning) \
  {name, argument, COST_##cost, PROBE_##probe, unit},
#include "search/metrics.def"
#undef METRIC
};

static void add_form(Text *t, const MetricRow *r) {
  text_add(t, r->name);
  if (*r->argument) text_addf(t, ":%s", r->argument);
}

static Err no_such_metric(const char *text, size_t n_name) {
  cleanup(text_free) Text name = {0}, all = {0}, meant = {0};
  text_add_n(&name, text, n_name);
  Suggestion s = suggestion_for(text_c(&name));
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    suggestion_offer(&s, rows[k].name);
    if (k) text_add(&all, ", ");
    add_form(&all, &rows[k]);
  }
  if (s.best) text_addf(&meant, " did you mean '%s'?", s.best);
  return err_set(ERR_USAGE, "there is no cost '%s';%s costs are: %s", text, text_c(&meant),
                 text_c(&all));
}

static const MetricRow *find_row(const char *text, size_t n) {
  for (u32 k = 0; k < ARRAY_LEN(rows); k++)
    if (strlen(rows[k].name) == n && !strncmp(rows[k].name, text, n)) return &rows[k];
  return NULL;
}

static Err bad_argument(const char *text, const MetricRow *r) {
  cleanup(text_free) Text form = {0};
  add_form(&form, r);
  if (!*r->argument)
    return err_set(ERR_USAGE, "cost '%s': nothing follows '%s'", text, text_c(&form));
  return err_set(ERR_USAGE, "cost '%s': write it as %s", text, text_c(&form));
}

/* Cuts "FILE:LINE" at its last colon. */
static bool take_line(char *argument, Probe *probe) {
  char *colon = strrchr(argument, ':');
  if (!colon || colon == argument || !colon[1]) return false;
  u64 line = 0;
  for (const char *s = colon + 1; *s; s++) {
    if (*s < '0' || *s > '9') return false;
    line = line * 10 + (u64)(*s - '0');
    if (line > UINT32_MAX) return false;
  }
  *colon = 0;
  probe->file = argument;
  probe->line = (u32)line;
  return line > 0;
}

static bool take_argument(Metric *m, const MetricRow *r) {
  if (!*r->argument) return !m->argument;
  if (!m->argument || !*m->argument) return false;
  if (r->probe == PROBE_BLOCK) return take_line(m->argument, &m->probe);
  m->probe.fn = m->argument;
  return true;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err metric_parse(const char *text, Metric *ret) {
  size_t n = strcspn(text, ":");
  const MetricRow *r = find_row(text, n);
  if (!r) return no_such_metric(text, n);
  cleanup(metric_done)
      Metric m = {.name = text_dup(text), .cost = r->cost, .probe = {.kind = r->probe}};
  if (text[n]) m.argument = text_dup(text + n + 1);
  if (!take_argument(&m, r)) return bad_argument(text, r);
  *ret = m;
  m = (Metric){0};
  return OK;
}

void metric_done(Metric *m) {
  m->name = mem_free(m->name);
  m->argument = mem_free(m->argument);
}

bool metric_is_native(const Metric *m) {
  return m->cost == COST_PROBES || m->cost == COST_USER || m->cost == COST_TARGET;
}

void metric_unit(const Metric *m, Text *to) {
  if (m->probe.kind == PROBE_BLOCK)
    text_addf(to, "arrivals at %s:%u", m->probe.file, m->probe.line);
  else if (m->probe.kind == PROBE_CALLS)
    text_addf(to, "calls of %s", m->probe.fn);
  else
    text_add(to, find_row(m->name, strlen(m->name))->unit);
}

void metric_print(const Metric *m, u64 n, Text *to) {
  cleanup(text_free) Text unit = {0};
  metric_unit(m, &unit);
  text_add_count(to, n);
  text_add_char(to, ' ');
  text_add_unit(to, n, text_c(&unit));
}
