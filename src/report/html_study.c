/* html_study.c — the page of a study: what each method covers of each program, and how that and the
 * number of states went with time. */
#include "report/html_study.h"

#include "report/html_impl.h"
#include "report/plot.h"
#include "report/study_tables.h"

#include <math.h>

/* ---- the table ----------------------------------------------------------------------------------- */

static void add_cell(const StudyReport *r, u32 program, u32 method, bool is_best, Text *to) {
  const StudyRun *m = study_median(study_cell(r, program, method));
  text_add(to, "<td class=\"n\">");
  if (!m) {
    text_add(to, "–</td>");
    return;
  }
  text_add(to, "<a href=\"");
  html_text(to, m->folder);
  text_addf(to, "/cover.html\">%s", is_best ? "<b>" : "");
  html_count(to, m->n_covered);
  text_addf(to, "%s</a></td>", is_best ? "</b>" : "");
}

/* Methods below each other: there are more of them than programs. */
static void add_row(const StudyReport *r, u32 method, Text *to) {
  text_add(to, "<tr><th scope=\"row\">");
  html_text(to, r->study->methods.at[method].name);
  text_add(to, "</th>");
  for (u32 p = 0; p < r->study->programs.n; p++) {
    u32 best = UINT32_MAX;
    if (!study_is_wanted(r, p)) continue;
    (void)study_best(r, p, &best);
    add_cell(r, p, method, method == best, to);
  }
  text_add(to, "</tr>\n");
}

static void add_table(const StudyReport *r, Text *to) {
  text_add(to, "<section><h2>Sides of branches covered</h2>\n<div class=\"wide\"><table "
               "class=\"bench\"><thead><tr><th></th>");
  for (u32 p = 0; p < r->study->programs.n; p++) {
    if (!study_is_wanted(r, p)) continue;
    text_add(to, "<th class=\"n\">");
    html_text(to, r->study->programs.at[p].name);
    text_add(to, "</th>");
  }
  text_add(to, "</tr></thead>\n<tbody>\n");
  for (u32 i = 0; i < r->study->methods.n; i++) add_row(r, i, to);
  text_add(to, "</tbody></table></div>\n<p>Each number is the run in the middle of those with "
               "different seeds. The best plain order of a program is bold; methods over the best "
               "are over that one.</p></section>\n");
}

static void add_study_table(const StudyTable *t, Text *to) {
  text_addf(to, "<section><h2>%s</h2>\n<p>%s</p>\n<div class=\"wide\"><table class=\"bench\">",
            t->title, t->about);
  for (u32 i = 0; i < t->cells.n; i++) {
    bool is_head = i < t->n_columns;
    u32 column = i % t->n_columns;
    if (!column) text_add(to, is_head ? "<thead><tr>" : "<tr>");
    text_addf(to, is_head ? "<th%s>" : "<td%s>", column ? " class=\"n\"" : "");
    html_text(to, t->cells.at[i]);
    text_add(to, is_head ? "</th>" : "</td>");
    if (column + 1 == t->n_columns) text_add(to, is_head ? "</tr></thead><tbody>\n" : "</tr>\n");
  }
  text_add(to, "</tbody></table></div></section>\n");
}

/* ---- curves -------------------------------------------------------------------------------------- */

/* Which methods a figure shows, and what of them. */
typedef struct StudyFigure {
  const char *title, *y_label;
  bool of_states, of_naive;
} StudyFigure;

/* 1 and 2 of the paper have the best orders and what is over the best of them, and here nadir's own; 3 what
 * is over the best, and that one. */
static const StudyFigure figures[] = {
    {"Figure 1: covered sides over time", "sides covered", false, false},
    {"Figure 2: states over time", "states", true, false},
    {"Figure 3: beside pruning at random and restarts", "sides covered", false, true},
};

static const StudyRun *shown_run(const StudyReport *r, const StudyFigure *f, u32 program,
                                 u32 method) {
  u32 top[STUDY_TOP], subject = UINT32_MAX;
  u32 n_top = study_top(r, program, f->of_naive ? 1 : STUDY_TOP, top);
  (void)study_subject(r->study, &subject);
  StudyOver over = r->study->methods.at[method].over;
  bool is_shown = f->of_naive ? over == OVER_BEST : over == OVER_OWN || method == subject;
  for (u32 i = 0; i < n_top; i++) is_shown |= top[i] == method;
  return is_shown ? study_median(study_cell(r, program, method)) : NULL;
}

static double value_of(const StudyPoint *p, bool of_states) {
  return (double)(of_states ? p->n_states : p->n_sides);
}

static bool fit(Plot *plot, const StudyReport *r, const StudyFigure *f, u32 program) {
  double most_x = 0, most_y = 0;
  u32 n_shown = 0;
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyRun *m = shown_run(r, f, program, i);
    n_shown += m != NULL;
    for (u32 k = 0; m && k < m->curve.n; k++) {
      most_x = fmax(most_x, m->curve.at[k].seconds);
      most_y = fmax(most_y, value_of(&m->curve.at[k], f->of_states));
    }
  }
  plot_fit(&plot->x, 0, most_x, 0, false);
  plot_fit(&plot->y, 0, fmax(most_y, 1), 0, false);
  return most_x > 0 && (n_shown > 1 || !f->of_naive);
}

static void add_line(const Plot *plot, const StudyRun *m, u32 look, bool of_states) {
  VEC(PlotPoint) points = {0};
  for (u32 k = 0; k < m->curve.n; k++)
    vec_push(&points, ((PlotPoint){m->curve.at[k].seconds, value_of(&m->curve.at[k], of_states)}));
  if (points.n) {
    PlotLook l = plot_look(look);
    plot_line(plot, l.class_name, points.at, points.n);
    plot_point(plot, l.mark, l.class_name, points.at[points.n - 1], "");
  }
  vec_free(&points);
}

static void add_legend(const StudyReport *r, const StudyFigure *f, u32 program, Text *to) {
  text_add(to, "<p class=\"legend\">");
  for (u32 i = 0; i < r->study->methods.n; i++) {
    if (!shown_run(r, f, program, i)) continue;
    PlotLook l = plot_look(i);
    plot_key(to, l.mark, l.class_name, true);
    text_add_char(to, ' ');
    html_text(to, r->study->methods.at[i].name);
    text_add(to, " \n");
  }
  text_add(to, "</p>\n");
}

static void add_plot(const StudyReport *r, const StudyFigure *f, u32 program, Text *to) {
  Plot plot = {.width = 720, .height = 320, .x_label = "seconds", .y_label = f->y_label, .to = to};
  plot.y.is_whole = true;
  if (!fit(&plot, r, f, program)) return;
  text_addf(to, "<h3>%s</h3>\n", f->title);
  plot_begin(&plot, f->title);
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyRun *m = shown_run(r, f, program, i);
    if (m) add_line(&plot, m, i, f->of_states);
  }
  plot_end(&plot);
  add_legend(r, f, program, to);
}

static bool has_results(const StudyReport *r, u32 program) {
  for (u32 i = 0; i < r->study->methods.n; i++)
    if (study_median(study_cell(r, program, i))) return true;
  return false;
}

static void add_program(const StudyReport *r, u32 program, Text *to) {
  if (!has_results(r, program)) return;
  text_add(to, "<section><h2>");
  html_text(to, r->study->programs.at[program].name);
  text_add(to, "</h2>\n");
  for (u32 i = 0; i < ARRAY_LEN(figures); i++) add_plot(r, &figures[i], program, to);
  text_add(to, "</section>\n");
}

/* ---- public -------------------------------------------------------------------------------------- */

void html_study(const StudyReport *r, Text *to) {
  cleanup(text_free) Text title = {0};
  html_text(&title, r->study->name);
  text_add(&title, ", measured again");
  html_begin(text_c(&title), to);
  text_addf(to, "<header>\n<p class=\"kind\">bench</p>\n<h1>%s</h1>\n<p>", text_c(&title));
  html_text(to, r->study->title);
  text_add(to, " (");
  html_text(to, r->study->where);
  text_add(to, ")</p>\n<p>");
  html_seconds(to, r->budget_seconds);
  text_add(to, " and ");
  html_text(to, r->study->memory);
  text_add(to, " for each run, ");
  html_plural(to, r->n_seeds, "seed");
  text_add(to, " each; a run of the paper had ");
  html_seconds(to, (double)r->study->limit_seconds);
  text_add(to, ". nadir ");
  html_text(to, r->build);
  text_add(to, "</p>\n</header>\n");
  add_table(r, to);
  cleanup(study_tables_done) StudyTables tables = {0};
  study_tables_make(r, &tables);
  for (u32 i = 0; i < tables.n; i++) add_study_table(&tables.at[i], to);
  for (u32 p = 0; p < r->study->programs.n; p++) add_program(r, p, to);
  html_end(to);
}
