/* input_text.h — inputs in words: text as a C string, numbers, structs by their fields (WorstField). */
#pragma once

#include "report/worst_report.h"

/* `s[8] = "GET \n"`, `a[3] = 3 2 1`, `k = -1`; the beginning of what is long, rows of a matrix on lines
 * of their own.  As in C, what is behind a string's end is zeros. */
void input_text(const WorstInput *in, Text *to);

/* Do bytes of an unknown type read as text?  Small numbers do not: they begin with one letter. */
bool bytes_are_text(const u8 *bytes, u64 n);

/* Is it shown as text: characters, or bytes most of which are letters? */
bool worst_input_is_text(const WorstInput *in);

/* The i-th element: {key: 3, at.x: -1}, or the number alone; or one field of it. */
void worst_fields_text(const WorstInput *in, u64 i, Text *to);
void worst_field_text(const WorstInput *in, u64 i, const WorstField *f, Text *to);
