/* cmd_cc.c — nadir cc WORD...: a C compiler whose objects carry their bitcode. */
#include "build/cc.h"
#include "cli/commands.h"

#include <stdio.h>

enum { PRINT_BITCODE, KEEP_OPTIMISATION };

/* clang-format off */
static const Option options[] = {
    [PRINT_BITCODE] = {"print-bitcode", OPTION_TEXT, "FILE", NULL, "print the bitcode in a program, object or archive; compile nothing"},
    [KEEP_OPTIMISATION] = {"keep-optimisation", OPTION_FLAG, .help = "keep the bitcode as -O optimises it; branches and errors may vanish"},
};
/* clang-format on */

static Err print_bitcode(const Args *args) {
  cleanup(text_free) Text t = {0};
  if (args->operands.n) return err_set(ERR_USAGE, "unexpected operand '%s'", args->operands.at[0]);
  TRY(cc_bitcode(args_text(args, PRINT_BITCODE), &t));
  fwrite(text_c(&t), 1, t.n, stdout);
  return OK;
}

static Err run(const Args *args) {
  if (args_has(args, PRINT_BITCODE)) return print_bitcode(args);
  return cc_run(&args->operands, args_flag(args, KEEP_OPTIMISATION), args->exit_code);
}

const Command cmd_cc = {
    .operands = "WORD...",
    .max_operands = UINT32_MAX,
    .about = "Compiles C like clang, whose options it takes, for programs that are built by a "
             "Makefile:\n"
             "\n"
             "    ./configure CC='nadir cc' --disable-shared && make\n"
             "\n"
             "The result is an ordinary program, linked statically with the C library musl.  Each "
             "object\n"
             "carries its LLVM bitcode besides, of unoptimised code whatever -O says; ar, ld -r "
             "and strip\n"
             "keep it, and the linker collects it.  'nadir run', 'worst' and 'dump' take such "
             "programs,\n"
             "objects and archives in place of C files.\n"
             "\n"
             "Assembly (.s, .S) becomes machine code only; a path that calls it says so.\n"
             "The exit code is clang's.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .passes_words = true,
    .run = run,
};
