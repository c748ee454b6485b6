/* report_impl.h — what the files of this folder share about JSON.
 *
 * Objects are read member by member.  take_… leaves *ret alone if the member is missing or null.
 * If it is something else than what was asked for, take_… fails and names the place and the
 * member.
 */
#ifndef REPORT_REPORT_IMPL_H
#define REPORT_REPORT_IMPL_H

#include "report/paper.h"
#include "report/worst_report.h"

#include <jansson.h>

/* Of a real number in worst.json. */
enum { JSON_DIGITS = 9 };

void json_free(json_t **j); /* for cleanup() */

json_t *json_of_text(const char *s); /* never NULL; what is not UTF-8 is taken for Latin-1 */
json_t *json_of_recipe(const Recipe *r);
json_t *json_of_errors(const ReportErrorVec *errors);
void set_number(json_t *object, const char *key, u64 n);
void set_real(json_t *object, const char *key, double x);         /* null if it is not finite */
void set_text(json_t *object, const char *key, const char *text); /* NULL: null */
void set_place(json_t *object, const ReportPlace *p);

/* `where` begins the message: the file, and the part of it. */
must_use Err json_read(const char *path, json_t **ret);
must_use Err take_number(const char *where, const json_t *object, const char *key, u64 *ret);
must_use Err take_real(const char *where, const json_t *object, const char *key, double *ret);
must_use Err take_flag(const char *where, const json_t *object, const char *key, bool *ret);
must_use Err take_text(const char *where, const json_t *object, const char *key,
                       const char **ret); /* borrowed from the object */
must_use Err take_list(const char *where, const json_t *object, const char *key,
                       const json_t **ret); /* borrowed; NULL stays NULL */
must_use Err take_texts(const char *where, const json_t *object, const char *key,
                        TextList *ret); /* appended, borrowed; none: nothing */
/* As take_text, but it has to be there. */
must_use Err take_needed_text(const char *where, const json_t *object, const char *key,
                              const char **ret);
Err json_missing(const char *where, const char *key);
must_use Err take_recipe(const char *where, const json_t *program, Recipe *ret);

/* The value and the shape of an input; see worst_report.h. */
json_t *json_of_input(const WorstInput *in);
json_t *json_of_shape(const WorstInput *in);
/* The first of name, name#2, … that is no member of `taken`; UTF-8 whatever the name is. */
void input_key(const json_t *taken, const char *name, Text *ret);
/* ret->name is borrowed from the shape; the value is looked up in `values` under `key`. */
must_use Err take_shape(const char *where, const json_t *shape, WorstInput *ret);
must_use Err take_input(const char *where, const json_t *values, const char *key, WorstInput *ret);

/* The fields of an input's elements (worst_fields.c). */
json_t *json_of_fields(const WorstInput *in);
must_use Err take_fields(const char *where, const json_t *shape, WorstInput *io);

#endif
