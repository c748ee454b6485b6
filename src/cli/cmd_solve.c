/* cmd_solve.c — nadir solve FILE.smt2: the solver chain by itself, as a person
 * or another tool can use and test it.
 */
#include "base/os.h"
#include "cli/commands.h"

enum { STAGES, MODEL, STATS, TIMEOUT };

static const Option options[] = {
    [STAGES] = {"stages", OPTION_TEXT, "LIST", NULL, "use only these stages of the chain"},
    [MODEL] = {"model", OPTION_FLAG, .help = "after each 'sat', print the model"},
    [STATS] = {"stats", OPTION_FLAG, .help = "at the end, print what each stage did"},
    [TIMEOUT] = {"timeout", OPTION_DURATION, "T", NULL, "answer 'unknown' after T per question",
                 .min = 1},
};

static Err run(const Args *args) {
  cleanup(text_free) Text script = {0};
  TRY(file_read(args->operands.at[0], &script));
  return OK;
}

const Command cmd_solve = {
    .operands = "FILE.smt2",
    .min_operands = 1,
    .max_operands = 1,
    .about = "Reads an SMT-LIB 2 script in QF_BV or QF_ABV and prints 'sat', 'unsat' or 'unknown'\n"
             "for each check-sat, as solvers do.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
