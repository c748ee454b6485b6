/* check_print.h — contracts as a test runner shows them. */
#pragma once

#include "report/check_report.h"

/* A line for each clause; what is broken also with its input and the command that replays it. */
void check_print_contract(const CheckContract *c, bool is_verbose, Text *to);
/* The last line. */
void check_print_sum(const CheckReport *r, Text *to);
