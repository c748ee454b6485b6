/* html_study.c — the page of a study: what each method covers of each program, and how that and the
 * number of states went with time. */
#include "report/html_study.h"

#include "report/html_impl.h"
#include "report/plot.h"

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

static void add_row(const StudyReport *r, u32 program, Text *to) {
  u32 best = UINT32_MAX;
  (void)study_best(r, program, &best);
  text_add(to, "<tr><th scope=\"row\">");
  html_text(to, r->study->programs.at[program].name);
  text_add(to, "</th>");
  for (u32 i = 0; i < r->study->methods.n; i++) add_cell(r, program, i, i == best, to);
  text_add(to, "</tr>\n");
}

static void add_table(const StudyReport *r, Text *to) {
  text_add(to, "<section><h2>Sides of branches covered</h2>\n<div class=\"wide\"><table "
               "class=\"bench\"><thead><tr><th></th>");
  for (u32 i = 0; i < r->study->methods.n; i++) {
    text_add(to, "<th class=\"n\">");
    html_text(to, r->study->methods.at[i].name);
    text_add(to, "</th>");
  }
  text_add(to, "</tr></thead>\n<tbody>\n");
  for (u32 p = 0; p < r->study->programs.n; p++) add_row(r, p, to);
  text_add(to, "</tbody></table></div>\n<p>Each number is the run in the middle of those with "
               "different seeds. The best plain order of a program is bold; methods over the best "
               "are over that one.</p></section>\n");
}

/* ---- curves -------------------------------------------------------------------------------------- */

static double value_of(const StudyPoint *p, bool of_states) {
  return (double)(of_states ? p->n_states : p->n_sides);
}

static bool fit(Plot *plot, const StudyReport *r, u32 program, bool of_states) {
  double most_x = 0, most_y = 0;
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyRun *m = study_median(study_cell(r, program, i));
    for (u32 k = 0; m && k < m->curve.n; k++) {
      most_x = fmax(most_x, m->curve.at[k].seconds);
      most_y = fmax(most_y, value_of(&m->curve.at[k], of_states));
    }
  }
  plot_fit(&plot->x, 0, most_x, 0, false);
  plot_fit(&plot->y, 0, most_y, 0, false);
  return most_x > 0 && most_y > 0;
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

static void add_plot(const StudyReport *r, u32 program, bool of_states, Text *to) {
  const char *what = of_states ? "states" : "sides covered";
  Plot plot = {.width = 720, .height = 320, .x_label = "seconds", .y_label = what, .to = to};
  plot.y.is_whole = true;
  if (!fit(&plot, r, program, of_states)) return;
  plot_begin(&plot, what);
  for (u32 i = 0; i < r->study->methods.n; i++) {
    const StudyRun *m = study_median(study_cell(r, program, i));
    if (m) add_line(&plot, m, i, of_states);
  }
  plot_end(&plot);
}

static void add_legend(const StudyReport *r, u32 program, Text *to) {
  text_add(to, "<p class=\"legend\">");
  for (u32 i = 0; i < r->study->methods.n; i++) {
    if (!study_median(study_cell(r, program, i))) continue;
    PlotLook l = plot_look(i);
    plot_key(to, l.mark, l.class_name, true);
    text_add_char(to, ' ');
    html_text(to, r->study->methods.at[i].name);
    text_add(to, " \n");
  }
  text_add(to, "</p>\n");
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
  add_plot(r, program, false, to);
  add_plot(r, program, true, to);
  add_legend(r, program, to);
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
  text_addf(to, " for each run, %u of them with different seeds; the paper's had ", r->n_seeds);
  html_seconds(to, (double)r->study->limit_seconds);
  text_add(to, ". nadir ");
  html_text(to, r->build);
  text_add(to, "</p>\n</header>\n");
  add_table(r, to);
  for (u32 p = 0; p < r->study->programs.n; p++) add_program(r, p, to);
  html_end(to);
}
