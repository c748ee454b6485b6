/* report_impl.h — what the files of this folder share about JSON.
 *
 * Objects are read member by member.  take_… leaves *ret alone if the member is missing or null.
 * If it is something else than what was asked for, take_… fails and names the place and the
 * member.
 */
#pragma once

#include "report/worst_report.h"

#include <jansson.h>

/* Of a real number in worst.json. */
enum { JSON_DIGITS = 9 };

void json_free(json_t **j);                              /* for cleanup() */
void json_text(const json_t *j, size_t flags, Text *to); /* appended */

json_t *json_of_text(const char *s); /* never NULL; what is not UTF-8 is taken for Latin-1 */
void set_number(json_t *object, const char *key, u64 n);
void set_real(json_t *object, const char *key, double x); /* null if it is not finite */

/* `where` begins the message: the file, and the part of it. */
must_use Err json_read(const char *path, json_t **ret);
must_use Err take_number(const char *where, const json_t *object, const char *key, u64 *ret);
must_use Err take_real(const char *where, const json_t *object, const char *key, double *ret);
must_use Err take_text(const char *where, const json_t *object, const char *key,
                       const char **ret); /* borrowed from the object */

/* The value of an input; see worst_fields.def. */
json_t *json_of_input(const WorstInput *in);
/* The first of name, name#2, … that is no member of `taken`; UTF-8 whatever the name is. */
void input_key(const json_t *taken, const char *name, Text *ret);
must_use Err input_check(const char *where, const WorstInput *in); /* its shape makes sense */
/* The value is looked up in `values` under `key`. */
must_use Err take_input(const char *where, const json_t *values, const char *key, WorstInput *ret);
