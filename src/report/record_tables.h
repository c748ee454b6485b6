/* record_tables.h — the records of the files that nadir writes. */
#ifndef REPORT_RECORD_TABLES_H
#define REPORT_RECORD_TABLES_H

#include "report/records.h"

const Record *record_of_recipe(void);
const Record *record_of_error(void);
const Record *record_of_run(void);
const Record *record_of_cover(void);
const Record *record_of_worst(void);

extern const RecordCodec worst_phases, worst_counts, worst_values;

#endif
