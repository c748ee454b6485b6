/* record_tables.h — the records of the files that nadir writes. */
#pragma once

#include "report/records.h"

const Record *record_of_recipe(void);
const Record *record_of_error(void);
const Record *record_of_seeds(void);
const Record *record_of_run(void);
const Record *record_of_cover(void);
const Record *record_of_worst(void);
const Record *record_of_contract(void);
const Record *record_of_check(void);
const Record *record_of_status(void);

extern const RecordCodec worst_phases, worst_counts, worst_values;
