/* check_views.c — JUnit's XML, Markdown, and GitHub's workflow commands. */
#include "report/check_views.h"

#include "report/report_impl.h"

#include <string.h>

static bool is_bound(const CheckClause *c) {
  return c->kind == CHECK_FORMULA || c->kind == CHECK_CLASS;
}

static const char *why_of(const CheckClause *c) { return c->why ? c->why : ""; }

/* ---- JUnit --------------------------------------------------------------------------------------- */

/* XML has no control characters, not even as references. */
static void add_xml(const char *s, Text *to) {
  cleanup(json_free) json_t *utf8 = json_of_text(s);
  for (s = json_string_value(utf8); *s; s++) {
    switch (*s) {
    case '&':
      text_add(to, "&amp;");
      break;
    case '<':
      text_add(to, "&lt;");
      break;
    case '>':
      text_add(to, "&gt;");
      break;
    case '"':
      text_add(to, "&quot;");
      break;
    case '\n':
      text_add(to, "&#10;");
      break;
    default:
      text_add_char(to, (u8)*s < ' ' ? ' ' : *s);
    }
  }
}

static void add_attribute(const char *name, const char *value, Text *to) {
  text_addf(to, " %s=\"", name);
  add_xml(value, to);
  text_add_char(to, '"');
}

static void add_details(const CheckWitness *w, Text *to) {
  if (w->input && *w->input) {
    text_add(to, "input   ");
    add_xml(w->input, to);
    text_add_char(to, '\n');
  }
  if (w->replay) {
    text_add(to, "replay  ");
    add_xml(w->replay, to);
    text_add_char(to, '\n');
  }
}

static void add_case(const CheckContract *contract, const CheckClause *c, double seconds,
                     Text *to) {
  cleanup(text_free) Text name =
      text_format("%s%s%s", contract->call, is_bound(c) ? " " : ", ", c->text);
  if (c->kind == CHECK_KEPT) text_addf(&name, " (%s)", c->metric);
  text_add(to, "    <testcase");
  add_attribute("name", text_c(&name), to);
  add_attribute("classname", contract->source, to);
  add_attribute("file", contract->file, to);
  text_addf(to, " line=\"%u\" time=\"%.3f\">", contract->line, seconds);
  if (c->verdict == CHECK_OK) {
    text_add(to, "<system-out>");
    add_xml(why_of(c), to);
    text_add(to, "</system-out>");
  } else {
    const char *element = c->verdict == CHECK_BROKEN ? "failure" : "error";
    text_addf(to, "<%s type=\"%s\"", element, check_kind_names[c->kind]);
    add_attribute("message", why_of(c), to);
    text_add_char(to, '>');
    if (c->has_witness) add_details(&c->witness, to);
    text_addf(to, "</%s>", element);
  }
  text_add(to, "</testcase>\n");
}

static void add_fault(const char *fault, Text *to) {
  cleanup(text_free) Text place = {0};
  text_add_n(&place, fault, strcspn(fault, " "));
  text_add(to, "    <testcase");
  add_attribute("name", text_c(&place), to);
  add_attribute("classname", "contracts", to);
  text_add(to, " time=\"0\"><error type=\"syntax\"");
  add_attribute("message", fault, to);
  text_add(to, "></error></testcase>\n");
}

static u32 count_clauses(const CheckReport *r, CheckVerdict verdict) {
  u32 n = 0;
  for (u32 i = 0; i < r->contracts.n; i++)
    for (u32 k = 0; k < r->contracts.at[i].clauses.n; k++)
      n += r->contracts.at[i].clauses.at[k].verdict == verdict;
  return n;
}

void check_report_junit(const CheckReport *r, Text *to) {
  u32 n_ok = count_clauses(r, CHECK_OK), n_broken = count_clauses(r, CHECK_BROKEN);
  u32 n_errors = count_clauses(r, CHECK_UNDECIDED) + r->faults.n;
  cleanup(text_free) Text counts =
      text_format("name=\"nadir check\" tests=\"%u\" failures=\"%u\" errors=\"%u\" time=\"%.3f\"",
                  n_ok + n_broken + n_errors, n_broken, n_errors, r->seconds);
  text_add(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  text_addf(to, "<testsuites %s>\n  <testsuite %s>\n", text_c(&counts), text_c(&counts));
  for (u32 i = 0; i < r->contracts.n; i++) {
    const CheckContract *c = &r->contracts.at[i];
    for (u32 k = 0; k < c->clauses.n; k++)
      add_case(c, &c->clauses.at[k], k ? 0 : c->seconds, to); /* the time is that of the contract */
  }
  for (u32 i = 0; i < r->faults.n; i++) add_fault(r->faults.at[i], to);
  text_add(to, "  </testsuite>\n</testsuites>\n");
}

/* ---- Markdown ------------------------------------------------------------------------------------ */

/* In a cell: no line ends, and bars are escaped.  Backquotes cannot be inside of backquotes. */
static void add_cell(const char *s, bool is_code, Text *to) {
  for (; *s; s++) {
    if (*s == '|')
      text_add(to, "\\|");
    else if (*s == '\n')
      text_add_char(to, ' ');
    else if (is_code && *s == '`')
      text_add_char(to, '\'');
    else if (!is_code && strchr("*_`<[\\", *s))
      text_addf(to, "\\%c", *s);
    else
      text_add_char(to, *s);
  }
}

static void add_row(const CheckContract *contract, const CheckClause *c, Text *to) {
  static const char *const words[] = {
      [CHECK_OK] = "ok", [CHECK_BROKEN] = "**broken**", [CHECK_UNDECIDED] = "undecided"};
  text_addf(to, "| %s | `", words[c->verdict]);
  add_cell(contract->call, true, to);
  text_add(to, is_bound(c) ? " " : ", ");
  add_cell(c->text, true, to);
  text_add(to, "` | ");
  add_cell(contract->file, false, to);
  text_addf(to, ":%u | ", contract->line);
  add_cell(why_of(c), false, to);
  if (c->verdict == CHECK_BROKEN && c->has_witness && c->witness.input && *c->witness.input) {
    text_add(to, "; input `");
    add_cell(c->witness.input, true, to);
    text_add_char(to, '`');
  }
  text_add(to, " |\n");
}

void check_report_markdown(const CheckReport *r, Text *to) {
  text_addf(to, "### nadir check: %u ok, %u broken, %u undecided\n\n",
            check_report_count(r, CHECK_OK), check_report_count(r, CHECK_BROKEN),
            check_report_count(r, CHECK_UNDECIDED));
  text_add(to, "| | contract | where | why |\n|---|---|---|---|\n");
  for (int v = CHECK_UNDECIDED; v >= CHECK_OK; v--) { /* what is bad first */
    static const CheckVerdict order[] = {CHECK_OK, CHECK_UNDECIDED, CHECK_BROKEN};
    for (u32 i = 0; i < r->contracts.n; i++)
      for (u32 k = 0; k < r->contracts.at[i].clauses.n; k++)
        if (r->contracts.at[i].clauses.at[k].verdict == order[v])
          add_row(&r->contracts.at[i], &r->contracts.at[i].clauses.at[k], to);
  }
  for (u32 i = 0; i < r->faults.n; i++) {
    text_add(to, "\n    ");
    for (const char *s = r->faults.at[i]; *s; s++) {
      text_add_char(to, *s);
      if (*s == '\n') text_add(to, "    ");
    }
    text_add_char(to, '\n');
  }
}

/* ---- GitHub -------------------------------------------------------------------------------------- */

static void add_escaped(const char *s, bool is_property, Text *to) {
  for (; *s; s++) {
    bool is_special = strchr("%\r\n", *s) || (is_property && strchr(":,", *s));
    text_addf(to, is_special ? "%%%02X" : "%c", (u8)*s);
  }
}

static void add_annotation(const char *level, const char *file, u32 line, u32 column,
                           const char *title, const char *message, Text *to) {
  text_addf(to, "::%s file=", level);
  add_escaped(file, true, to);
  text_addf(to, ",line=%u,col=%u,title=", line, column);
  add_escaped(title, true, to);
  text_add(to, "::");
  add_escaped(message, false, to);
  text_add_char(to, '\n');
}

static void annotate(const CheckContract *contract, const CheckClause *c, Text *to) {
  bool is_broken = c->verdict == CHECK_BROKEN;
  cleanup(text_free) Text title =
      text_format("%s: %s%s%s", check_verdict_names[c->verdict], contract->function,
                  is_bound(c) ? " " : ", ", c->text);
  cleanup(text_free) Text message = text_format("%s", why_of(c));
  if (c->has_witness && c->witness.input && *c->witness.input)
    text_addf(&message, "\ninput: %s", c->witness.input);
  if (c->has_witness && c->witness.replay) text_addf(&message, "\nreplay: %s", c->witness.replay);
  add_annotation(is_broken ? "error" : "warning", contract->file, contract->line, contract->column,
                 text_c(&title), text_c(&message), to);
}

/* FILE:LINE:COLUMN: MESSAGE */
static void annotate_fault(const char *fault, Text *to) {
  unsigned line = 1, column = 1;
  size_t n = strcspn(fault, ":");
  const char *message = strstr(fault + n, ": ");
  cleanup(text_free) Text file = {0};
  text_add_n(&file, fault, n);
  for (const char *s = fault + n + (fault[n] == ':'); *s >= '0' && *s <= '9'; s++)
    line = (s == fault + n + 1 ? 0 : line * 10) + (unsigned)(*s - '0');
  const char *second = fault[n] ? strchr(fault + n + 1, ':') : NULL;
  for (const char *s = second ? second + 1 : ""; *s >= '0' && *s <= '9'; s++)
    column = (s == second + 1 ? 0 : column * 10) + (unsigned)(*s - '0');
  add_annotation("error", text_c(&file), line, column, "contract", message ? message + 2 : fault,
                 to);
}

void check_report_annotations(const CheckReport *r, Text *to) {
  for (u32 i = 0; i < r->faults.n; i++) annotate_fault(r->faults.at[i], to);
  for (u32 i = 0; i < r->contracts.n; i++) {
    const CheckContract *c = &r->contracts.at[i];
    for (u32 k = 0; k < c->clauses.n; k++)
      if (c->clauses.at[k].verdict != CHECK_OK) annotate(c, &c->clauses.at[k], to);
  }
}
