/* html.h — a report as one HTML page: no network, no script, pictures as inline SVG, so that it
 * opens from a file and stays readable for as long as there are browsers.
 *
 * Made from worst.json and the user's source files alone; a source that cannot be read is said.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/worst_report.h"

void html_report(const WorstReport *r, Text *to);

#endif
