/* html.h — a report as one HTML page without network or script, with pictures as inline SVG.  So
 * it opens from a file and stays readable for as long as there are browsers.
 *
 * It is made from worst.json and the user's source files alone.  If a source cannot be read, the
 * page says so.
 */
#pragma once

#include "report/worst_report.h"

void html_report(const WorstReport *r, Text *to);
