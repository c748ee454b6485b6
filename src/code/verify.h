/* verify.h — what holds for every Module that the machine may run. */
#pragma once

#include "code/code.h"

/* The error names function, instruction and what is wrong with it. */
must_use Err module_verify(const Module *m);
