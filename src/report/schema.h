/* schema.h — what members the files of results have, as JSON Schema. */
#pragma once

#include "base/text.h"

typedef enum Schema { SCHEMA_RUN, SCHEMA_COVER, SCHEMA_WORST, SCHEMA_CHECK, SCHEMA_STATUS } Schema;

void schema_print(Schema which, Text *to); /* ends in a newline */
