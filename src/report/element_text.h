/* element_text.h — elements of inputs in words, by their fields (WorstField). */
#ifndef REPORT_ELEMENT_TEXT_H
#define REPORT_ELEMENT_TEXT_H

#include "report/worst_report.h"

/* The i-th element: {key: 3, at.x: -1}, or the number alone; or one field of it. */
void worst_fields_text(const WorstInput *in, u64 i, Text *to);
void worst_field_text(const WorstInput *in, u64 i, const WorstField *f, Text *to);

#endif
