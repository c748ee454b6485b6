/* html_study.h — a study as a page. */
#ifndef REPORT_HTML_STUDY_H
#define REPORT_HTML_STUDY_H

#include "report/study.h"

void html_study(const StudyReport *r, Text *to); /* a whole page */

#endif
