/* help.c — the help texts, written from the tables so that they cannot drift
 * from what the parser accepts.
 */
#include "cli/help.h"

#include "base/os.h"

#include <string.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

const ExitRow exit_rows[] = {
    {0, "done; run: no error on any path; worst: there is an answer, and no error was found"},
    {1, "failed: a file cannot be read, compiled or written"},
    {2, "the command line is wrong"},
    {3, "out of memory"},
#define EXIT(id, code, meaning) {code, meaning},
#include "cli/exits.def"
#undef EXIT
};
const u32 n_exit_rows = ARRAY_LEN(exit_rows);

/* "--timeout T" or "ese.population=N", as the left column of the table shows it. */
static void add_option_name(Text *t, const OptionGroup *g, const Option *o) {
  option_add_name(t, g, o);
  if (o->kind != OPTION_FLAG) text_addf(t, "%s%s", g->settings_of ? "=" : " ", o->argument);
}

static size_t option_column(const GroupList *groups, bool only_common) {
  size_t widest = strlen("-h, --help");
  for (u32 k = 0; k < groups->n; k++)
    for (u32 i = 0; i < groups->at[k]->n_options; i++) {
      const Option *o = &groups->at[k]->options[i];
      cleanup(text_free) Text name = {0};
      add_option_name(&name, groups->at[k], o);
      if (!only_common || o->is_common) widest = MAX(widest, name.n);
    }
  return widest;
}

const char *help_standard(const Command *c, const Option *o) {
  for (const OptionStandard *s = c->standards; s && s->name; s++)
    if (!strcmp(s->name, o->name)) return s->standard;
  return o->standard;
}

static void add_option(Text *t, const Command *c, const OptionGroup *g, const Option *o,
                       size_t column) {
  cleanup(text_free) Text name = {0};
  add_option_name(&name, g, o);
  text_addf(t, "  %-*s  %s", (int)column, text_c(&name), o->help);
  const char *standard = help_standard(c, o);
  if (standard) text_addf(t, " (default: %s)", standard);
  text_add(t, "\n");
}

static void add_choice_name(Text *t, const OptionChoice *c) {
  text_add(t, c->name);
  if (c->argument && *c->argument) text_addf(t, ":%s", c->argument);
}

/* What the argument of an option may be, a line each. */
static void add_choices(Text *t, const OptionGroup *g, const Option *o) {
  size_t column = 0;
  for (const OptionChoice *c = o->choices; c->name; c++) {
    cleanup(text_free) Text name = {0};
    add_choice_name(&name, c);
    column = MAX(column, name.n);
  }
  text_add(t, "\n");
  add_option_name(t, g, o);
  text_add(t, " is one of:\n");
  for (const OptionChoice *c = o->choices; c->name; c++) {
    cleanup(text_free) Text name = {0};
    add_choice_name(&name, c);
    text_addf(t, "  %-*s  %s\n", (int)column, text_c(&name), c->meaning);
  }
}

void help_overview(Text *t) {
  text_add(t,
           "nadir finds the inputs on which a C program takes longest, by symbolic execution.\n\n"
           "usage: nadir COMMAND [OPTION...] [OPERAND...]\n\n"
           "commands:\n");
  for (u32 i = 0; i < n_command_rows; i++)
    text_addf(t, "  %-10s  %s\n", command_rows[i].name, command_rows[i].line);
  text_add(t, "\noptions:\n"
              "  -h, --help  show this text; after a command, show its help\n"
              "  --version   show the version and variant of this program\n\n"
              "'nadir help COMMAND' explains a command and its options.\n"
              "\nexit codes:\n");
  for (u32 i = 0; i < n_exit_rows; i++)
    text_addf(t, "  %-10d  %s\n", exit_rows[i].code, exit_rows[i].meaning);
}

static void add_groups(Text *t, const Command *c, const GroupList *groups, bool has_own) {
  size_t column = option_column(groups, false);
  for (u32 k = 0; k < groups->n; k++) {
    const OptionGroup *g = groups->at[k];
    text_addf(t, "\n%s:\n", g->title);
    for (u32 i = 0; i < g->n_options; i++) add_option(t, c, g, &g->options[i], column);
    if (!k && has_own) text_addf(t, "  %-*s  this text\n", (int)column, "-h, --help");
  }
  for (u32 k = 0; k < groups->n; k++)
    for (u32 i = 0; i < groups->at[k]->n_options; i++)
      if (groups->at[k]->options[i].choices)
        add_choices(t, groups->at[k], &groups->at[k]->options[i]);
}

static void add_examples(Text *t, const char *examples) {
  for (const char *line = examples; *line; line += strcspn(line, "\n") + 1)
    text_addf(t, "    %s %.*s\n", program_name(), (int)strcspn(line, "\n"), line);
}

/* What a command is mostly used for, and the options that people need for that. */
static void add_short(Text *t, const CommandRow *row, const GroupList *groups) {
  size_t column = option_column(groups, true);
  u32 n_all = 1;
  add_examples(t, row->command->examples);
  text_add(t, "\noptions:\n");
  for (u32 k = 0; k < groups->n; k++) {
    const OptionGroup *g = groups->at[k];
    for (u32 i = 0; i < g->n_options; i++)
      if (g->options[i].is_common) add_option(t, row->command, g, &g->options[i], column);
    n_all += g->n_options;
  }
  text_addf(t, "  %-*s  this text\n\n", (int)column, "-h, --help");
  text_addf(t, "'%s help %s --all' explains more, and lists all %u options.\n", program_name(),
            row->name, n_all);
}

void help_command(Text *t, const CommandRow *row, bool all) {
  const Command *c = row->command;
  OptionGroup own;
  GroupList every = {0}, groups = {0};
  command_groups(c, &own, &every);
  for (u32 k = 0; k < every.n; k++)
    if (!every.at[k]->settings_of) vec_push(&groups, every.at[k]);
  bool has_options = groups.n > 1 || own.n_options;
  text_addf(t, "nadir %s: %s\n\n", row->name, row->line);
  text_addf(t, "usage: nadir %s%s%s%s\n\n", row->name, has_options ? " [OPTION...]" : "",
            *c->operands ? " " : "", c->operands);
  if (c->examples && !all) {
    add_short(t, row, &groups);
  } else {
    text_add(t, c->about);
    add_groups(t, c, &groups, true);
  }
  vec_free(&groups);
  vec_free(&every);
}

Err help_topic(Text *t, const CommandRow *row, const char *topic) {
  const Command *c = row->command;
  const char *line = NULL;
  GroupList groups = {0};
  if (!c->topic) return err_set(ERR_USAGE, "'%s' has no topics", row->name);
  TRY(c->topic(topic, &groups, &line));
  text_addf(t, "nadir %s, %s: %s\n", row->name, topic, line);
  if (groups.n)
    text_add(t, "\nIts settings are given as --set NAME=VALUE, several as several --set.\n");
  else
    text_add(t, "\nIt has no settings.\n");
  add_groups(t, c, &groups, false);
  vec_free(&groups);
  return OK;
}

void help_usage(Text *t) {
  text_add(t, "usage: nadir COMMAND [OPTION...] [OPERAND...]\n"
              "try 'nadir --help'\n");
}

void help_version(Text *t) {
  text_add(t, "nadir " NADIR_VERSION " (" NADIR_VARIANT ")\nbuilt with " COMPILER "\n");
}
