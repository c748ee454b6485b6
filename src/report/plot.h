/* plot.h — a chart as SVG: two axes, lines, points.
 *
 *     Plot p = {.width = 720, .height = 360, .x_label = "N", .y_label = "branches",
 *               .x.is_whole = true, .to = to};
 *     plot_fit(&p.x, 1, 100, 1, false);
 *     plot_fit(&p.y, 0, 4950, 1, true);
 *     plot_begin(&p, "cost against N");
 *     plot_line(&p, "fit", &points, n);
 *     plot_end(&p);
 *
 * Colours and fonts are the style sheet's: elements only have classes.
 */
#pragma once

#include "base/text.h"

typedef struct Axis {
  bool is_whole; /* of counts: no ticks between whole numbers; for the caller to set */
  bool is_log;
  double low, high;
} Axis;

typedef struct PlotPoint {
  double x, y;
} PlotPoint;

/* Readers distinguish them by shape as well as by colour. */
typedef enum Mark {
  MARK_DISC,
  MARK_DIAMOND,
  MARK_SQUARE,
  MARK_TRIANGLE,
  MARK_CROSS,
  MARK_AT_LEAST, /* a diamond with an arrow upwards: a lower bound */
  MARK_NONE,
} Mark;

/* Lines of one chart look different: class and mark. */
typedef struct PlotLook {
  const char *class_name;
  Mark mark;
} PlotLook;

PlotLook plot_look(u32 i); /* from 0; different for the first few dozen */

typedef struct Plot {
  double width, height;
  const char *x_label, *y_label; /* plain text, borrowed */
  Axis x, y;
  Text *to; /* borrowed */
} Plot;

/* An axis for values from min to max.  A logarithmic one begins near `least`, the smallest value
 * above zero; what is not above zero is drawn at its beginning. */
void plot_fit(Axis *a, double min, double max, double least, bool is_log);

void plot_begin(const Plot *p, const char *title);
void plot_line(const Plot *p, const char *class_name, const PlotPoint *at, u32 n);
void plot_steps(const Plot *p, const char *class_name, const PlotPoint *at, u32 n); /* rises late */
void plot_point(const Plot *p, Mark mark, const char *class_name, PlotPoint at,
                const char *tip); /* tip: HTML, shown by the browser */
void plot_end(const Plot *p);

/* The mark alone, for legends: a small SVG. */
void plot_key(Text *to, Mark mark, const char *class_name, bool has_line);
