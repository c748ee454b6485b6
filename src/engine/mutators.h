/* mutators.h — tests as bytes that have names, and changes of these. */
#pragma once

#include "base/rng.h"
#include "inputs/genome.h"
#include "vm/vm.h"

/* The inputs of a test, owned. */
typedef VEC(NamedBytesVec) SpecimenVec;

/* The input of this name and size; NULL: there is none, or no specimen. */
const NamedBytes *specimen_find(const NamedBytesVec *s, const char *name, u32 n);

typedef enum Mutator {
#define MUTATOR(function, meaning) MUTATOR_##function,
#include "engine/mutators.def"
#undef MUTATOR
  MUTATOR_COUNT
} Mutator;

/* What changes are made of, and what came of them. */
typedef struct Mutators {
  Vocabulary vocabulary; /* owned; words, letters and numbers of the program */
  u32 n_given;           /* words that the user gave: the first */
  U32Vec names;          /* owned; words that may be names of options and the like */
  Rng rng;
  double n_tried[MUTATOR_COUNT], n_found[MUTATOR_COUNT];
} Mutators;

Mutators mutators_new(const Module *m, const Vocabulary *given, u64 seed); /* given may be NULL */
void mutators_done(Mutators *m);

/* Changes the input, which has at least one byte, at random. */
Mutator mutate(Mutators *m, const SpecimenVec *others, NamedBytes *io);
/* A test to which this change has led did, or did not, take a new side. */
void mutators_feed(Mutators *m, Mutator by, bool found);
