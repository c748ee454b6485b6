/* evaluator.h — what a concrete input costs, at the speed of the machine's concrete loop.
 *
 * An input is a genome (inputs/genome.h).  It is run in the machine: a crash is the end of a path,
 * and a run that does not end is stopped.  Conditions on symbols can only be counted with symbols.
 * For that metric the inputs stay symbols and the machine follows the values (as in
 * witness_run.h), which is slower.
 */
#pragma once

#include "inputs/genome.h"
#include "search/search.h"
#include "vm/exec/edges.h"

/* One of the program's inputs; the gene of the same number holds its bytes. */
typedef struct InputSlot {
  char *name; /* owned */
  u32 n_bytes;
} InputSlot;

typedef struct Evaluator {
  SizeSearch *size_search; /* borrowed */
  Vm *vm;                  /* owned; concrete, or with symbols */
  Vm *meter;               /* owned; concrete, if the other has symbols and hits are wanted */
  EdgeTable *hits;         /* owned; of the last run; NULL: not wanted */
  VEC(InputSlot) slots;
  Plan plan;
  u32 reading;     /* how inputs of unknown type are read as numbers */
  u64 deadline_ns; /* of a single run */
  bool
      is_final; /* the run of an input that was found elsewhere: an interruption does not end it, or the input is lost */
  u64 max_instructions;   /* of a single run */
  bool is_quiet;          /* a run must neither report anything nor find inputs … */
  bool is_wanted;         /* … and would have done so, since this was last cleared */
  const u8 *genome;       /* of the current run; borrowed */
  u32 n_bytes;            /* of that genome, which may be older than the plan */
  Witness *record;        /* borrowed; where the current run is written down; NULL: nowhere */
  TestCase empty;         /* what makes the machine concrete */
  u8 *nothing;            /* owned; zeros for inputs that the genome has not */
  u32 n_nothing;          /* of these */
  u32 next_sweep;         /* at so many terms */
  u64 n_runs, n_late, ns; /* so far; runs that were stopped; time they took */
} Evaluator;

typedef struct Evaluation {
  Stop stop; /* EXIT: the cost is that of an input */
  u64 cost;
  Cost costs;
} Evaluation;

/* The ways to read bytes of unknown type, of which there are so many. */
enum { N_READINGS = 4 };

/* The inputs are those of the call; of a program with a main of its own those that it asks for on an
 * input of zeros, until the deadline.  The evaluator is to be freed in any case. */
must_use Err evaluator_open(SizeSearch *t, u32 reading, u64 deadline_ns, Evaluator *ret);
void evaluator_close(Evaluator *j);
void evaluator_rest(
    Evaluator *j); /* frees its machine until it is wanted again; then it may be moved */
/* May a run ask the solver?  Then copies of this process do not pay: each would start a Z3 process. */
bool evaluator_asks(const Evaluator *j);
/* Would another reading make a difference? */
bool evaluator_is_unsure(const Evaluator *j);

/* Runs the program on a genome of n_bytes; may find that the program wants more inputs, which makes the
 * plan longer: the genome then stands for one with zeros at its end. */
must_use Err evaluator_run(Evaluator *j, const u8 *genome, u32 n_bytes, Evaluation *ret);

/* From now on a run also counts where it goes; see edges.h. */
void evaluator_count_hits(Evaluator *j);

/* The inputs of the genome as the program gets them; the caller owns the witness. */
must_use Err evaluator_witness(Evaluator *j, const u8 *genome, u32 n_bytes, Witness *ret);

/* A genome of the inputs of a witness of the same size; the caller owns it. */
u8 *evaluator_genome(const Evaluator *j, const Witness *w);
