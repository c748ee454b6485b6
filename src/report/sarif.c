/* sarif.c — errors, growth and contracts as results of SARIF.
 *
 * A rule is a kind of result, with its weakness (CWE) as taxon and as the tag that code hosts look for.  Names of files are relative to the folder in
 * which nadir ran, as code hosts want them.
 */
#include "report/sarif.h"

#include "report/report_impl.h"

#include <string.h>

/* A log that is being made. */
typedef struct Sarif {
  json_t *rules, *results, *taxa; /* owned until the end */
} Sarif;

/* What a result is about; texts are borrowed. */
typedef struct SarifResult {
  const char *rule, *about; /* the rule's name, and what it is */
  const char *kind, *level; /* fail and error, open and none, … */
  const char *message;
  u32 cwe; /* 0: none */
  ReportPlace place;
  const ReportPlaceVec *stack; /* NULL: none */
} SarifResult;

/* ---- places -------------------------------------------------------------------------------------- */

/* As a URI: what is no plain character by its code. */
static json_t *uri_of(const char *path) {
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/+@";
  cleanup(text_free) Text t = {0};
  if (*path == '/') text_add(&t, "file://");
  for (const char *s = path; *s; s++) text_addf(&t, strchr(plain, *s) ? "%c" : "%%%02X", (u8)*s);
  return json_string(text_c(&t));
}

static bool is_file(const ReportPlace *p) {
  return p->file && *p->file && strncmp(p->file, "--", 2) != 0; /* --call is no file */
}

static json_t *location_of(const ReportPlace *p) {
  json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_of(p->file));
  json_t *location = json_pack("{s:o}", "physicalLocation", physical);
  if (p->line) {
    json_t *region = json_pack("{s:i}", "startLine", (int)p->line);
    if (p->column) set_number(region, "startColumn", p->column);
    json_object_set_new(physical, "region", region);
  }
  if (p->fn && *p->fn)
    json_object_set_new(location, "logicalLocations",
                        json_pack("[{s:o,s:s}]", "name", json_of_text(p->fn), "kind", "function"));
  return location;
}

static json_t *stack_of(const ReportPlaceVec *stack) {
  enum { MOST = 50 };
  json_t *frames = json_array();
  for (u32 i = 0; i < stack->n && i < MOST; i++)
    if (is_file(&stack->at[i]))
      json_array_append_new(frames, json_pack("{s:o}", "location", location_of(&stack->at[i])));
  return json_pack("[{s:o}]", "frames", frames);
}

/* ---- rules --------------------------------------------------------------------------------------- */

static void add_taxon(Sarif *s, const char *id) {
  size_t i;
  json_t *taxon;
  json_array_foreach(s->taxa, i, taxon) {
    if (!strcmp(json_string_value(json_object_get(taxon, "id")), id)) return;
  }
  json_array_append_new(s->taxa, json_pack("{s:s}", "id", id));
}

static json_t *new_rule(Sarif *s, const SarifResult *r) {
  json_t *rule =
      json_pack("{s:s,s:{s:o}}", "id", r->rule, "shortDescription", "text", json_of_text(r->about));
  if (!r->cwe) return rule;
  cleanup(text_free) Text id = text_format("%u", r->cwe);
  cleanup(text_free) Text tag = text_format("external/cwe/cwe-%03u", r->cwe);
  add_taxon(s, text_c(&id));
  json_object_set_new(rule, "properties", json_pack("{s:[s]}", "tags", text_c(&tag)));
  json_object_set_new(rule, "relationships",
                      json_pack("[{s:{s:s,s:{s:s}},s:[s]}]", "target", "id", text_c(&id),
                                "toolComponent", "name", "CWE", "kinds", "superset"));
  return rule;
}

static size_t rule_index(Sarif *s, const SarifResult *r) {
  size_t i;
  json_t *rule;
  json_array_foreach(s->rules, i, rule) {
    if (!strcmp(json_string_value(json_object_get(rule, "id")), r->rule)) return i;
  }
  json_array_append_new(s->rules, new_rule(s, r));
  return json_array_size(s->rules) - 1;
}

/* ---- the log ------------------------------------------------------------------------------------- */

static Sarif sarif_new(void) {
  return (Sarif){.rules = json_array(), .results = json_array(), .taxa = json_array()};
}

static void add_result(Sarif *s, const SarifResult *r) {
  json_t *result =
      json_pack("{s:s,s:i,s:s,s:s,s:{s:o}}", "ruleId", r->rule, "ruleIndex", (int)rule_index(s, r),
                "kind", r->kind, "level", r->level, "message", "text", json_of_text(r->message));
  if (is_file(&r->place))
    json_object_set_new(result, "locations", json_pack("[o]", location_of(&r->place)));
  if (r->stack && r->stack->n) json_object_set_new(result, "stacks", stack_of(r->stack));
  json_array_append_new(s->results, result);
}

static void finish(Sarif *s, const char *command, Text *to) {
  json_t *driver = json_pack("{s:s,s:s,s:s,s:o}", "name", "nadir", "version", NADIR_VERSION,
                             "semanticVersion", NADIR_VERSION, "rules", s->rules);
  json_t *run = json_pack("{s:{s:o},s:s,s:o}", "tool", "driver", driver, "columnKind",
                          "unicodeCodePoints", "results", s->results);
  if (json_array_size(s->taxa))
    json_object_set_new(run, "taxonomies",
                        json_pack("[{s:s,s:s,s:s,s:{s:s},s:o}]", "name", "CWE", "organization",
                                  "MITRE", "informationUri", "https://cwe.mitre.org/",
                                  "shortDescription", "text",
                                  "the MITRE Common Weakness Enumeration", "taxa", s->taxa));
  else
    json_decref(s->taxa);
  if (command)
    json_object_set_new(run, "invocations",
                        json_pack("[{s:o,s:b}]", "commandLine", json_of_text(command),
                                  "executionSuccessful", true));
  cleanup(json_free) json_t *log = json_pack(
      "{s:s,s:s,s:[o]}", "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version", "2.1.0", "runs", run);
  json_text(log, JSON_INDENT(1), to);
  text_add_char(to, '\n');
}

/* ---- errors of programs -------------------------------------------------------------------------- */

static void add_error(Sarif *s, const ReportError *e, const char *level) {
  cleanup(text_free) Text message = text_format("%s", e->meaning ? e->meaning : e->kind);
  if (e->text && *e->text) text_addf(&message, ": %s", e->text);
  for (u32 i = 0, n = 0; i < e->inputs.n; i++)
    if (e->inputs.at[i].shown)
      text_addf(&message, "%s%s", n++ ? ", " : "; input: ", e->inputs.at[i].shown);
  if (e->test && *e->test) text_addf(&message, "; test: %s", e->test);
  if (e->native.how && *e->native.how) text_addf(&message, "; native run: %s", e->native.how);
  add_result(s, &(SarifResult){.rule = e->kind,
                               .about = e->meaning ? e->meaning : "",
                               .kind = "fail",
                               .level = level,
                               .message = text_c(&message),
                               .cwe = e->cwe,
                               .place = e->place,
                               .stack = &e->stack});
}

static void add_errors(Sarif *s, const ReportErrorVec *errors, const ReportErrorVec *warnings) {
  for (u32 i = 0; i < errors->n; i++) add_error(s, &errors->at[i], "error");
  for (u32 i = 0; i < warnings->n; i++) add_error(s, &warnings->at[i], "warning");
}

void run_report_sarif(const RunReport *r, Text *to) {
  Sarif s = sarif_new();
  add_errors(&s, &r->errors, &r->warnings);
  finish(&s, NULL, to);
}

void cover_report_sarif(const CoverReport *r, Text *to) { run_report_sarif(r->run, to); }

/* How the cost grows is no fault by itself: it is for the reader to know. */
static void add_growth(Sarif *s, const WorstReport *r) {
  if (!r->has_growth || !r->growth.text) return;
  ReportPlace place = {0};
  if (r->hot.n)
    place = (ReportPlace){.fn = r->function, .file = r->hot.at[0].file, .line = r->hot.at[0].line};
  cleanup(text_free) Text message =
      text_format("%s: %s", r->function ? r->function : "main", r->growth.text);
  add_result(s, &(SarifResult){.rule = "growth",
                               .about = "how the highest cost grows with the size of the input",
                               .kind = "informational",
                               .level = "none",
                               .message = text_c(&message),
                               .place = place});
}

void worst_report_sarif(const WorstReport *r, Text *to) {
  Sarif s = sarif_new();
  add_growth(&s, r);
  add_errors(&s, &r->errors, &r->warnings);
  finish(&s, r->command, to);
}

/* ---- contracts ----------------------------------------------------------------------------------- */

static const char *const about_contracts[] = {
    [CHECK_FORMULA] = "the cost of a function is above its bound",
    [CHECK_CLASS] = "the cost of a function grows faster than it may",
    [CHECK_ERRORS] = "a function goes wrong",
    [CHECK_KEPT] = "a function costs more than it did"};

static void add_clause(Sarif *s, const CheckContract *contract, const CheckClause *c) {
  bool is_bound = c->kind == CHECK_FORMULA || c->kind == CHECK_CLASS,
       is_broken = c->verdict == CHECK_BROKEN;
  cleanup(text_free) Text rule = text_format("contract-%s", check_kind_names[c->kind]);
  if (c->cwe) text_addf(&rule, "-%u", c->cwe);
  cleanup(text_free) Text message =
      text_format("%s%s%s: %s: %s", contract->call, is_bound ? " " : ", ", c->text,
                  check_verdict_names[c->verdict], c->why ? c->why : "");
  if (c->has_witness && c->witness.input && *c->witness.input)
    text_addf(&message, "; input: %s", c->witness.input);
  if (c->has_witness && c->witness.replay) text_addf(&message, "; replay: %s", c->witness.replay);
  add_result(s, &(SarifResult){.rule = text_c(&rule),
                               .about = about_contracts[c->kind],
                               .kind = is_broken ? "fail" : "open",
                               .level = is_broken ? "error" : "none",
                               .message = text_c(&message),
                               .cwe = c->cwe,
                               .place = {.fn = contract->function,
                                         .file = contract->file,
                                         .line = contract->line,
                                         .column = contract->column}});
}

void check_report_sarif(const CheckReport *r, Text *to) {
  Sarif s = sarif_new();
  for (u32 i = 0; i < r->contracts.n; i++) {
    const CheckContract *c = &r->contracts.at[i];
    for (u32 k = 0; k < c->clauses.n; k++)
      if (c->clauses.at[k].verdict != CHECK_OK) add_clause(&s, c, &c->clauses.at[k]);
  }
  finish(&s, r->command, to);
}
