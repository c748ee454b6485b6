/* html_cover.h — the page about what tests cover. */
#pragma once

#include "report/cover_report.h"

void html_cover(const CoverReport *r, Text *to); /* with the sources as they are now */
