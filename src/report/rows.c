/* rows.c — lists of names. */
#include "report/rows.h"
