/* verify.h — what holds for every Module that the machine may run. */
#ifndef CODE_VERIFY_H
#define CODE_VERIFY_H

#include "code/code.h"

/* The error names function, instruction and what is wrong with it. */
must_use Err module_verify(const Module *m);

#endif
