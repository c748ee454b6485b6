/* html_cover.h — the page about what tests cover. */
#ifndef REPORT_HTML_COVER_H
#define REPORT_HTML_COVER_H

#include "report/cover_report.h"

void html_cover(const CoverReport *r, Text *to); /* with the sources as they are now */

#endif
