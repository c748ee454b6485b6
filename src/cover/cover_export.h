/* cover_export.h — tests in the formats of others. */
#pragma once

#include "report/cover_report.h"
#include "report/outdir.h"

/* A suite of Test-Comp (https://gitlab.com/sosy-lab/test-comp/test-format): metadata.xml, and a
 * testcase-N.xml for each test with the inputs in the order in which the program asks for them. */
must_use Err export_test_comp(const CoverReport *r, const OutDir *tests, const char *folder);

/* The bytes of inputs, for fuzzers (record/corpus.h). */
must_use Err export_corpus(const CoverReport *r, const OutDir *tests, const char *folder);
