/* formats.h — results in the formats of formats.def. */
#pragma once

#include "report/cover_report.h"
#include "report/outdir.h"
#include "report/worst_report.h"

extern const OptionChoice format_choices[];

/* One of them, with the folder that it is in. */
typedef struct FolderResult {
  const WorstReport *worst; /* borrowed */
  const CoverReport *cover; /* borrowed */
  const RunReport *run;     /* borrowed */
  OutDir *dir;              /* borrowed */
} FolderResult;

/* Writes a view of the result to `to`; NULL: where the table says.  *ret_path is where it is then.  An error
 * if the result has no such view. */
must_use Err format_write(const FolderResult *r, const char *name, const char *to, Text *ret_path);
