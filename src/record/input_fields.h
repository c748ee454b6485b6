/* input_fields.h — from its type, how an input of structs or floating-point numbers is shown. */
#ifndef RECORD_INPUT_FIELDS_H
#define RECORD_INPUT_FIELDS_H

#include "code/llvm/types.h"
#include "report/worst_report.h"

/* Adds the fields of an element, whose names the report keeps; none where its bytes say it best. */
void input_fields_add(const CType *element, WorstReport *report, WorstInput *io);

#endif
