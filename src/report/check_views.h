/* check_views.h — contracts as build servers and code hosts read them. */
#pragma once

#include "report/check_report.h"

/* JUnit's XML: a test for each clause; undecided ones are errors, not failures. */
void check_report_junit(const CheckReport *r, Text *to);

/* A table for the comments of a pull request. */
void check_report_markdown(const CheckReport *r, Text *to);

/* Lines that GitHub's runner shows beside the code ("workflow commands"). */
void check_report_annotations(const CheckReport *r, Text *to);
