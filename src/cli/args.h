/* args.h — what a command may be given, and what it was given.
 *
 * A command keeps one table of its options, indexed by an enum of its own:
 *
 *     enum { DEPTH, QUIET };
 *     static const Option options[] = {
 *         [DEPTH] = {"depth", OPTION_NUMBER, "N", "8", "how deep to look", .min = 1, .max = 99},
 *         [QUIET] = {"quiet", OPTION_FLAG, .help = "say nothing"},
 *     };
 *
 * The parser, `nadir help COMMAND` and the suggestions read that table; the
 * command asks args_number(args, DEPTH) and args_flag(args, QUIET).  Values are
 * read while the command line is, so a command sees only well-formed ones.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/base.h"
#include "base/text.h"
#include "base/vec.h"

typedef enum OptionKind {
  OPTION_FLAG,     /* takes no argument */
  OPTION_TEXT,     /* any text */
  OPTION_LIST,     /* any text, as often as one likes */
  OPTION_NUMBER,   /* unsigned, decimal */
  OPTION_DURATION, /* 50ms, 2s, 1m; kept in nanoseconds */
  OPTION_SIZE,     /* 4096, 64K, 2G; kept in bytes */
} OptionKind;

/* One of the things that an option's argument may be; help lists them below the options. */
typedef struct OptionChoice {
  const char *name;
  const char *argument; /* what follows the name after a colon; NULL or "": nothing */
  const char *meaning;  /* one line, no full stop */
} OptionChoice;

typedef struct Option {
  const char *name; /* without the dashes: one for a single letter (-I DIR or -IDIR), else two */
  OptionKind kind;
  const char *argument;        /* how help calls the argument; NULL for a flag */
  const char *standard;        /* the value when not given, as one would type it; NULL: none */
  const char *help;            /* one line, no full stop */
  u64 min, max;                /* of numbers, durations, sizes; max 0: no upper bound */
  const OptionChoice *choices; /* borrowed; ended by one without a name; NULL: not from a list */
} Option;

typedef struct Args Args;

typedef struct Command {
  const char *operands; /* as the usage line shows them, "" when there are none */
  u32 min_operands, max_operands;
  const char *about; /* paragraphs for `nadir help COMMAND`, ending in a newline */
  const Option *options;
  u32 n_options;
  Err (*run)(const Args *args);
} Command;

typedef VEC(const char *) ArgList;

typedef struct OptionValue {
  bool given;       /* on the command line */
  bool is_set;      /* given, or has a standard value */
  const char *text; /* borrowed from the command line or the table */
  u64 number;       /* of the kinds that count something */
  ArgList list;     /* owned, its elements borrowed like `text`; of OPTION_LIST */
} OptionValue;

struct Args {
  const Command *command; /* borrowed */
  OptionValue *values;    /* owned; parallel to command->options */
  ArgList operands;       /* elements borrowed from the command line */
  bool wants_help;        /* --help or -h was given: nothing else was checked */
};

/* Reads the words after the command's name.  `words` must outlive *ret_args,
 * which the caller ends with args_done. */
must_use Err args_parse(const Command *c, int n_words, char *const *words, Args *ret_args);
void args_done(Args *a); /* also for cleanup() */

/* The option must be of the kind asked for.  Without a standard value, ask
 * args_has first: it says whether there is a value at all. */
bool args_has(const Args *a, u32 option);
bool args_flag(const Args *a, u32 option);
const char *args_text(const Args *a, u32 option); /* NULL when there is no value */
const ArgList *args_list(const Args *a, u32 option);
u64 args_number(const Args *a, u32 option); /* number, nanoseconds or bytes */

/* Appends what was given, as one would type it in a shell, each word after a blank. */
void args_print(const Args *a, Text *t);

#endif
