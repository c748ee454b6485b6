/* html_impl.h — the parts of the page, and how values are written on it.
 *
 * Everything that comes from outside (names, inputs, sources) goes through html_addf, html_text or
 * html_formula, which leave nothing that HTML could take for its own.
 */
#pragma once

#include "report/worst_report.h"

/* ---- values (html_text.c) -------------------------------------------------------------------- */

/* HTML with values in it: %s is any text, NULL none; %'lu is written as html_count does, %'g as
 * html_real; other numbers as printf does. */
void html_addf(Text *to, const char *form, ...) printf_like(2, 3);
void html_text(Text *to, const char *s);
void html_text_n(Text *to, const char *s, size_t n); /* may have zeros and be no UTF-8 */
void html_formula(Text *to, const char *s);          /* 1/2*N^2 - 1/2*N as ½N² − ½N */
void html_count(Text *to, u64 n);                    /* 12 345, with narrow spaces */
void html_real(Text *to, double x);                  /* three digits that count */
void html_seconds(Text *to, double seconds);
void html_plural(Text *to, u64 n, const char *word); /* "1 path", "2 paths" */
void html_shell(Text *to, const char *word);         /* quoted where a shell needs it */

/* ---- any page (html.c) ------------------------------------------------------------------------ */

void html_begin(const char *title, Text *to); /* up to the beginning of <main>; the title is HTML */
void html_end(Text *to);

/* ---- what is said about a report (html_head.c) ----------------------------------------------- */

const WorstSize *html_largest(const WorstReport *r); /* that has a cost; NULL: none */
const char *html_unit(const WorstReport *r);
void html_cost(Text *to, const WorstReport *r, u64 cost); /* "1 branch", "45 branches" */
void html_headline(const WorstReport *r, Text *to);
void html_errors(const WorstReport *r, Text *to); /* found on the way, a list */
void html_lead(const WorstReport *r, Text *to);
void html_verified(const WorstVerified *v, Text *to); /* "machine, native", or what is known */

/* ---- sections -------------------------------------------------------------------------------- */

void html_growth(const WorstReport *r, Text *to);               /* cost against N, and its table */
void html_times(const WorstReport *r, Text *to);                /* of native runs */
void html_input_line(const WorstInput *in, u32 most, Text *to); /* "a = 3 2 1 …" */
void html_inputs(const WorstSize *s, Text *to);
void html_matrix(const WorstInput *in, Text *to); /* of numbers */
void html_strip(const WorstSize *s, Text *to);
void html_hot_lines(const WorstReport *r, Text *to); /* of the largest size */
void html_source(const WorstReport *r, const WorstSize *s, Text *to);
void html_search(const WorstReport *r, const WorstSize *s, Text *to);

/* The text of a source; where it cannot be read the page says so. */
bool html_source_read(const Recipe *r, const char *file, Text *ret, Text *to);

/* ---- elements of inputs (html_input.c) ------------------------------------------------------- */

double html_element(const WorstInput *in, u64 i);
void html_element_text(const WorstInput *in, u64 i, Text *to);

/* Is the largest that many times the median of those that are not 0?  Then logarithms are drawn. */
bool html_is_spread(const WorstInput *in, double factor);
double html_log(double x); /* keeps the sign, and 0 */

/* Classes of shade that the style sheet has: s0 (nothing) to s7. */
enum { N_SHADES = 8 };
