/* worst_strip.h — the decisions of a worst path for readers: run lengths, and rows by site. */
#pragma once

#include "report/worst_report.h"
#include "vm/vm.h"

/* Adds sites, strip and decisions to *size; texts are borrowed from module and report. */
void worst_strip_add(const Module *m, const DecisionVec *all, WorstReport *report, WorstSize *size);
