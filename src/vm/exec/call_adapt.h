/* call_adapt.h — calls of a function through a type that is not its own. */
#pragma once

#include "vm/vm_impl.h"

/* Does a call pass exactly what the function takes, and expect what it gives? */
bool call_adapt_is_exact(const Module *m, const Fn *fn, const Call *c);

/* Why the function cannot be called like this; NULL if it can. */
const char *call_adapt_refusal(const Module *m, const Fn *fn, const Call *c);

/* Fills the parameters of a new frame from its caller's registers; nothing refuses it. */
void call_adapt_args(const Module *m, const Frame *from, Frame *f, const Call *c);

/* The results of `ret` in f, as the call in `to` expects them; false if one is not given. */
bool call_adapt_results(const Module *m, Frame *to, const Frame *f, const Ins *ret);
