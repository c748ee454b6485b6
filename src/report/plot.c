/* plot.c — draws charts.
 *
 * Ticks are 1, 2 or 5 times a power of ten apart.  A logarithmic axis that spans many decades has
 * ticks at powers of ten only.  A mark that lies outside an axis is drawn at its end.
 */
#include "report/plot.h"

#include "report/html_impl.h"

#include <math.h>

/* Room for the labels, in units of the picture. */
enum { LEFT = 76, RIGHT = 24, TOP = 12, BOTTOM = 52, MARK_SIZE = 4, ARROW = 13 };

/* The smallest of 1, 2, 5 times a power of ten that is not below x. */
static double nice_above(double x) {
  double unit = pow(10, floor(log10(x)));
  double steps[] = {1, 2, 5, 10};
  for (size_t i = 0; i < ARRAY_LEN(steps); i++)
    if (steps[i] * unit >= x * (1 - 1e-9)) return steps[i] * unit;
  return x;
}

static double nice_below(double x) { return 1 / nice_above(1 / x); }

static double step_of(const Axis *a) {
  return nice_above(fmax((a->high - a->low) / 6, a->is_whole ? 1 : 0));
}

/* From 0 at the beginning of the axis to 1 at its end. */
static double place(const Axis *a, double value) {
  double at = a->is_log ? log(fmax(value, a->low) / a->low) / log(a->high / a->low)
                        : (value - a->low) / (a->high - a->low);
  return fmin(fmax(at, 0), 1);
}

static double x_of(const Plot *p, double value) {
  return LEFT + place(&p->x, value) * (p->width - LEFT - RIGHT);
}

static double y_of(const Plot *p, double value) {
  return p->height - BOTTOM - place(&p->y, value) * (p->height - TOP - BOTTOM);
}

/* ---- axes ------------------------------------------------------------------------------------ */

static void add_tick(const Plot *p, bool is_x, double value) {
  double x = x_of(p, value), y = y_of(p, value);
  double right = p->width - RIGHT, bottom = p->height - BOTTOM;
  if (is_x)
    text_addf(p->to,
              "<path class=\"grid\" d=\"M%.1f %dV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
              "text-anchor=\"middle\">",
              x, TOP, bottom, x, bottom + 18);
  else
    text_addf(p->to,
              "<path class=\"grid\" d=\"M%d %.1fH%.1f\"/><text x=\"%d\" y=\"%.1f\" "
              "text-anchor=\"end\">",
              LEFT, y, right, LEFT - 8, y + 4.5);
  html_addf(p->to, "%'g</text>", value);
}

static void add_log_ticks(const Plot *p, bool is_x, const Axis *a) {
  double decades = log10(a->high / a->low);
  double between[] = {1, 2, 5};
  u32 n_between = decades < (is_x ? 2.5 : 2) ? 3 : 1;
  int every = (int)ceil(decades / 7);
  int first = (int)floor(log10(a->low) + 1e-9);
  for (int power = first; pow(10, power) <= a->high * (1 + 1e-9); power += every)
    for (u32 i = 0; i < n_between; i++) {
      double value = between[i] * pow(10, power);
      if (value >= a->low * (1 - 1e-9) && value <= a->high * (1 + 1e-9)) add_tick(p, is_x, value);
    }
}

static void add_ticks(const Plot *p, bool is_x) {
  const Axis *a = is_x ? &p->x : &p->y;
  if (a->is_log) {
    add_log_ticks(p, is_x, a);
    return;
  }
  double step = step_of(a);
  for (double i = ceil(a->low / step - 1e-6); i * step <= a->high + step * 1e-6; i++)
    add_tick(p, is_x, i * step);
}

/* ---- public ---------------------------------------------------------------------------------- */

void plot_fit(Axis *a, double min, double max, double least, bool is_log) {
  a->is_log = is_log && least > 0;
  if (a->is_log) {
    a->low = nice_below(least);
    a->high = nice_above(fmax(max, least));
    if (a->high < a->low * 2) a->high = a->low * 10;
    return;
  }
  a->low = min;
  a->high = fmax(max, min + fmax(fabs(min) * 1e-6, a->is_whole ? 1 : 1e-9));
  double step = step_of(a);
  a->low = min >= 0 && min < 0.5 * a->high ? 0 : step * floor(min / step);
  step = step_of(a);
  a->high = step * ceil(a->high / step - 1e-6);
}

/* A colour that comes again has another mark; the fifth colour is drawn by its outlines, as a cross
 * must be. */
PlotLook plot_look(u32 i) {
  static const char *const classes[] = {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"};
  static const Mark filled[] = {MARK_DISC, MARK_SQUARE, MARK_TRIANGLE, MARK_DIAMOND};
  enum { OUTLINED = 4 };
  u32 colour = i % ARRAY_LEN(classes), turn = i / ARRAY_LEN(classes);
  if (colour == OUTLINED && !turn) return (PlotLook){classes[colour], MARK_CROSS};
  return (PlotLook){classes[colour], filled[(colour + turn) % ARRAY_LEN(filled)]};
}

void plot_begin(const Plot *p, const char *title) {
  html_addf(p->to,
            "<svg class=\"plot\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">\n",
            p->width, p->height, title);
  add_ticks(p, true);
  add_ticks(p, false);
  html_addf(p->to,
            "<path class=\"axis\" d=\"M%d %dV%.1fH%.1f\"/><text class=\"label\" x=\"%.1f\" "
            "y=\"%.1f\" text-anchor=\"middle\">%s</text><text class=\"label\" "
            "transform=\"translate(14 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            LEFT, TOP, p->height - BOTTOM, p->width - RIGHT, (LEFT + p->width - RIGHT) / 2,
            p->height - 8, p->x_label, (TOP + p->height - BOTTOM) / 2, p->y_label);
}

/* What lies above the chart is cut off there. */
void plot_line(const Plot *p, const char *class_name, const PlotPoint *at, u32 n) {
  bool is_pen_down = false;
  text_addf(p->to, "<path class=\"line %s\" d=\"", class_name);
  for (u32 i = 0; i < n; i++) {
    bool is_inside = at[i].y <= p->y.high && (!p->y.is_log || at[i].y >= p->y.low);
    if (is_inside)
      text_addf(p->to, "%c%.1f %.1f", is_pen_down ? 'L' : 'M', x_of(p, at[i].x), y_of(p, at[i].y));
    is_pen_down = is_inside;
  }
  text_add(p->to, "\"/>\n");
}

void plot_steps(const Plot *p, const char *class_name, const PlotPoint *at, u32 n) {
  text_addf(p->to, "<path class=\"line %s\" d=\"", class_name);
  for (u32 i = 0; i < n; i++)
    text_addf(p->to, i ? "H%.1fV%.1f" : "M%.1f %.1f", x_of(p, at[i].x), y_of(p, at[i].y));
  text_add(p->to, "\"/>\n");
}

/* From the top of a diamond; shorter where the picture ends. */
static void add_arrow(Text *to, double x, double y) {
  double length = fmin(ARROW, y - 1), head = MARK_SIZE * 0.75;
  if (length > head)
    text_addf(to, "<path class=\"arrow\" d=\"M%.1f %.1fv%.1fm%.1f %.1fl%.1f %.1fl%.1f %.1f\"/>", x,
              y, -length, -head, head, head, -head, head, head);
}

static void add_mark(Text *to, Mark mark, double x, double y) {
  double s = MARK_SIZE;
  switch (mark) {
  case MARK_DISC:
    text_addf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", x, y, s);
    break;
  case MARK_AT_LEAST:
    add_arrow(to, x, y - s * 1.4);
    add_mark(to, MARK_DIAMOND, x, y);
    break;
  case MARK_DIAMOND:
    s *= 1.4;
    text_addf(to, "<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\"/>", x, y - s, s, s, -s, s,
              -s, -s);
    break;
  case MARK_SQUARE:
    text_addf(to, "<path d=\"M%.1f %.1fh%.1fv%.1fh%.1fz\"/>", x - s, y - s, 2 * s, 2 * s, -2 * s);
    break;
  case MARK_TRIANGLE:
    text_addf(to, "<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\"/>", x, y - s * 1.2, s * 1.2, s * 2.1,
              -s * 2.4);
    break;
  case MARK_CROSS:
    text_addf(to, "<path d=\"M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f\"/>", x - s, y - s, 2 * s, 2 * s,
              -2 * s, -2 * s, 2 * s);
    break;
  case MARK_NONE:
    break;
  }
}

void plot_point(const Plot *p, Mark mark, const char *class_name, PlotPoint at, const char *tip) {
  text_addf(p->to, "<g class=\"mark %s\">", class_name);
  if (*tip) text_addf(p->to, "<title>%s</title>", tip);
  add_mark(p->to, mark, x_of(p, at.x), y_of(p, at.y));
  text_add(p->to, "</g>\n");
}

void plot_end(const Plot *p) { text_add(p->to, "</svg>\n"); }

void plot_key(Text *to, Mark mark, const char *class_name, bool has_line) {
  text_add(to, "<svg class=\"key\" viewBox=\"0 0 28 14\" aria-hidden=\"true\">");
  if (has_line) text_addf(to, "<path class=\"line %s\" d=\"M1 7H27\"/>", class_name);
  text_addf(to, "<g class=\"%s\">", class_name);
  add_mark(to, mark, 14, 7);
  text_add(to, "</g></svg>");
}
