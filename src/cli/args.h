/* args.h — what a command may be given, and what it was given.
 *
 * A command has one table of its own options and may take groups that others have as well
 * (base/option.h); the parser, `nadir help COMMAND` and the suggestions read these tables.  It asks
 * args_number(args, DEPTH) for its own options and option_number(args_set(args, &group), DEPTH) for
 * those of a group.
 */
#pragma once

#include "base/option.h"
#include "base/text.h"

/* An option of a group that has another standard value at this command. */
typedef struct OptionStandard {
  const char *name;
  const char *standard;
} OptionStandard;

typedef VEC(const OptionGroup *) GroupList; /* borrowed */

typedef struct Args Args;
struct Guest;

typedef struct Command {
  const char *operands; /* as the usage line shows them, "" when there are none */
  u32 min_operands, max_operands;
  const char *about;     /* paragraphs for `nadir help COMMAND`, ending in a newline */
  const char *examples;  /* command lines, one a line; with them -h is short; NULL: -h shows all */
  const Option *options; /* of its own */
  u32 n_options;
  void (*add_groups)(GroupList *io); /* appends those that it takes besides; may be NULL */
  /* The settings of a topic that it has help for, such as a strategy; may be NULL. */
  Err (*topic)(const char *name, GroupList *ret, const char **ret_line);
  /* Does this operand name a program, to which all later words belong?  NULL: no operand does.
   * After any other operand, `--` begins the words of the program. */
  bool (*is_program)(const char *operand);
  const OptionStandard *standards; /* ended by one without a name; may be NULL */
  bool passes_words; /* options that it does not know are operands, as they are another program's */
  Err (*run)(const Args *args);
  /* Works for a run of this command that another process leads, with its words; NULL: none can be led. */
  Err (*work)(const Args *args, const struct Guest *guest);
} Command;

struct Args {
  const Command *command; /* borrowed */
  OptionGroup *own;       /* owned; the command's options */
  VEC(OptionSet) sets;    /* owned; its own, then those of its groups */
  WordList operands;      /* elements borrowed from the command line */
  WordList words;         /* likewise; of a program's own command line */
  /* Borrowed; the first word of the program that is also an option of ours, unless the user wrote
   * `--`; NULL: there is none. */
  const char *doubtful;
  /* Borrowed; all words behind the command's name. */
  char *const *all_words;
  int n_all_words;
  bool wants_help; /* --help or -h was given: nothing else was checked */
  int *exit_code;  /* borrowed; a command sets it to report a result */
};

/* The groups of a command in order, its own options (which *own becomes) first. */
void command_groups(const Command *c, OptionGroup *own, GroupList *ret);

/* Reads the words after the command's name.  `words` must outlive *ret_args,
 * which the caller ends with args_done. */
must_use Err args_parse(const Command *c, int n_words, char *const *words, Args *ret_args);
void args_done(Args *a); /* also for cleanup() */

/* Options that are given in `with` have their value from there, as if they had been typed last; both are of the same
 * command.  Of others than these groups, and the command's own of these names, an error says that they cannot be. */
typedef struct Overriding {
  const OptionGroup *const *groups;
  u32 n_groups;
  const char *const *names;
  u32 n_names;
} Overriding;
must_use Err args_override(Args *io, const Args *with, const Overriding *allowed);

/* The values of a group, which the command must have. */
const OptionSet *args_set(const Args *a, const OptionGroup *group);

/* Of the command's own options; see option_has and its like. */
bool args_has(const Args *a, u32 option);
bool args_flag(const Args *a, u32 option);
const char *args_text(const Args *a, u32 option);
u32 args_choice(const Args *a, u32 option);
u64 args_number(const Args *a, u32 option);

/* Appends what was given, as one would type it in a shell, each word after a blank. */
void args_print(const Args *a, Text *t);
/* The same without operands, and without the command's own option of this name. */
void args_print_options(const Args *a, const char *without, Text *t);
