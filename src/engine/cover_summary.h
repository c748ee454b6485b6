/* cover_summary.h — what tests cover, for people. */
#ifndef ENGINE_COVER_SUMMARY_H
#define ENGINE_COVER_SUMMARY_H

#include "report/cover_report.h"

void cover_summary_print(Text *t, const CoverReport *r, bool has_page);

#endif
