/* option.h — tables of options, and what they were set to.
 *
 * Code that takes settings from the user (a command, a strategy) has one table of them, indexed by
 * its own enum:
 *
 *     enum { DEPTH, QUIET };
 *     static const Option options[] = {
 *         [DEPTH] = {"depth", OPTION_NUMBER, "N", "8", "how deep to look", .min = 1, .max = 99},
 *         [QUIET] = {"quiet", OPTION_FLAG, .help = "say nothing"},
 *     };
 *     const OptionGroup looking_options = {"looking", options, ARRAY_LEN(options)};
 *
 * The parser of command lines, the help and the suggestions read that table; its owner gets an
 * OptionSet and asks option_number(set, DEPTH) and option_flag(set, QUIET).  Values are checked when
 * they are set, so the owner sees only well-formed ones.
 */
#pragma once

#include "base/text.h"
#include "base/vec.h"

typedef enum OptionKind {
  OPTION_FLAG,     /* takes no argument */
  OPTION_TEXT,     /* any text */
  OPTION_LIST,     /* any text, as often as one likes */
  OPTION_CHOICE,   /* one of its choices; kept as their index */
  OPTION_NUMBER,   /* unsigned, decimal */
  OPTION_DURATION, /* 50ms, 2s, 1m; kept in nanoseconds */
  OPTION_SIZE,     /* 4096, 64K, 2G; kept in bytes */
  OPTION_REAL,     /* 0.1, 20: not below zero, with a decimal point if one likes */
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
  bool is_common;              /* one of the few that -h shows, where a command has many */
} Option;

typedef VEC(const char *) WordList; /* elements are borrowed */

typedef struct OptionValue {
  bool given;       /* by the user */
  bool is_set;      /* given, or has a standard value */
  const char *text; /* borrowed from the user's words or the table */
  u64 number;       /* of the kinds that count something */
  double real;      /* of OPTION_REAL */
  WordList list;    /* owned; of OPTION_LIST */
} OptionValue;

typedef struct OptionGroup OptionGroup;

/* A group, and the values of its options. */
typedef struct OptionSet {
  const OptionGroup *group; /* borrowed */
  OptionValue *values;      /* owned; parallel to group->options */
} OptionSet;

/* Options that belong together. */
struct OptionGroup {
  const char *title; /* what help puts above them */
  const Option *options;
  u32 n_options;
  Err (*check)(const OptionSet *s); /* what the table cannot say; NULL: nothing */
  /* They are settings of that name, given as --set NAME.OPTION=VALUE; NULL: options of their own. */
  const char *settings_of;
};

/* All options at their standard values, which must be well-formed. */
OptionSet option_set_new(const OptionGroup *group);
void option_set_done(OptionSet *s);

/* That of a group, which must be among them. */
const OptionSet *option_set_find(const OptionSet *sets, u32 n, const OptionGroup *group);

/* Sets an option; the text of an error names it.  The text is borrowed as long as the set lives; a
 * flag takes none (NULL). */
must_use Err option_give(OptionSet *s, u32 option, const char *text);
/* The same for another standard value than the table's: the user has not said it. */
void option_standard(OptionSet *s, u32 option, const char *text);

const char *option_dashes(const Option *o);
/* As one types it: --name, -n, or of a setting group.name. */
void option_add_name(Text *to, const OptionGroup *g, const Option *o);

/* The option must be of the kind asked for.  Without a standard value, ask option_has first: it says
 * whether there is a value at all. */
bool option_has(const OptionSet *s, u32 option);
bool option_is_given(const OptionSet *s, u32 option); /* by the user, not as a standard value */
bool option_flag(const OptionSet *s, u32 option);
const char *option_text(const OptionSet *s, u32 option); /* NULL when there is no value */
const WordList *option_list(const OptionSet *s, u32 option);
u32 option_choice(const OptionSet *s, u32 option); /* the index of one of its choices */
u64 option_number(const OptionSet *s, u32 option); /* number, nanoseconds or bytes */
double option_real(const OptionSet *s, u32 option);
u64 option_number_or(const OptionSet *s, u32 option, u64 otherwise);
