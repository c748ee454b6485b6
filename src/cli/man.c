/* man.c — the manual pages, in the language of man(7), from the tables that help spells out. */
#include "cli/man.h"

#include "cli/help.h"

#include <string.h>

/* Text of a page: what roff would take for its own is escaped. */
static void add_text(Text *t, const char *s) {
  bool is_line_start = true;
  for (; *s; s++) {
    if (is_line_start && (*s == '.' || *s == '\'')) text_add(t, "\\&");
    if (*s == '\\')
      text_add(t, "\\e");
    else if (*s == '-')
      text_add(t, "\\-");
    else
      text_add_char(t, *s);
    is_line_start = *s == '\n';
  }
}

/* Paragraphs are separated by empty lines. */
static void add_paragraphs(Text *t, const char *about) {
  while (*about) {
    size_t n = 0;
    while (about[n] && strncmp(about + n, "\n\n", 2)) n++;
    cleanup(text_free) Text part = {0};
    text_add_n(&part, about, n);
    text_add(t, ".PP\n");
    add_text(t, text_c(&part));
    if (part.n && part.at[part.n - 1] != '\n') text_add_char(t, '\n');
    about += n + strspn(about + n, "\n");
  }
}

static void add_head(Text *t, const char *name, const char *line) {
  text_addf(t, ".TH %s 1 \"\" \"nadir " NADIR_VERSION "\" \"nadir\"\n.SH NAME\n", name);
  add_text(t, name);
  text_add(t, " \\- ");
  add_text(t, line);
  text_add(t, "\n.SH SYNOPSIS\n");
}

static void add_item(Text *t, const char *name, const char *argument, const char *meaning) {
  text_add(t, ".TP\n\\fB");
  add_text(t, name);
  text_add(t, "\\fR");
  if (argument && *argument) {
    text_add(t, " \\fI");
    add_text(t, argument);
    text_add(t, "\\fR");
  }
  text_add_char(t, '\n');
  add_text(t, meaning);
  text_add_char(t, '\n');
}

static void add_option(Text *t, const Command *c, const OptionGroup *g, const Option *o) {
  cleanup(text_free) Text name = {0}, meaning = {0};
  const char *standard = help_standard(c, o);
  option_add_name(&name, g, o);
  text_add(&meaning, o->help);
  if (standard) text_addf(&meaning, " (default: %s)", standard);
  add_item(t, text_c(&name), o->argument, text_c(&meaning));
  for (const OptionChoice *k = o->choices; k && k->name; k++) {
    if (k == o->choices) text_add(t, ".RS\n");
    add_item(t, k->name, k->argument, k->meaning);
    if (!k[1].name) text_add(t, ".RE\n");
  }
}

static void add_groups(Text *t, const Command *c) {
  OptionGroup own;
  GroupList groups = {0};
  command_groups(c, &own, &groups);
  text_add(t, ".SH OPTIONS\n");
  for (u32 k = 0; k < groups.n; k++) {
    const OptionGroup *g = groups.at[k];
    if (k) text_addf(t, ".SS %s\n", g->title);
    for (u32 i = 0; i < g->n_options; i++) add_option(t, c, g, &g->options[i]);
    if (!k) add_item(t, "-h, --help", NULL, "the same in short");
  }
  vec_free(&groups);
}

static void add_exits(Text *t) {
  text_add(t, ".SH EXIT STATUS\n");
  for (u32 i = 0; i < n_exit_rows; i++) {
    cleanup(text_free) Text code = text_format("%d", exit_rows[i].code);
    add_item(t, text_c(&code), NULL, exit_rows[i].meaning);
  }
}

void man_command(Text *t, const CommandRow *row) {
  const Command *c = row->command;
  cleanup(text_free) Text name = text_format("nadir-%s", row->name);
  add_head(t, text_c(&name), row->line);
  text_addf(t, ".B nadir %s\n", row->name);
  add_text(t, "[OPTION...] ");
  add_text(t, c->operands);
  text_add(t, "\n.SH DESCRIPTION\n");
  add_paragraphs(t, c->about);
  add_groups(t, c);
  add_exits(t);
  text_add(t, ".SH SEE ALSO\n.BR nadir (1)\n");
}

void man_overview(Text *t) {
  add_head(t, "nadir", "finds the inputs on which a C program takes longest");
  text_add(t, ".B nadir\n.I COMMAND\n");
  add_text(t, "[OPTION...] [OPERAND...]");
  text_add(t, "\n.SH COMMANDS\n");
  for (u32 i = 0; i < n_command_rows; i++)
    add_item(t, command_rows[i].name, NULL, command_rows[i].line);
  text_add(t, ".SH OPTIONS\n");
  add_item(t, "-h, --help", NULL, "show the commands; after a command, show its help");
  add_item(t, "--version", NULL, "show the version and variant of this program");
  add_exits(t);
  text_add(t, ".SH SEE ALSO\n");
  for (u32 i = 0; i < n_command_rows; i++)
    text_addf(t, ".BR nadir\\-%s (1)%s\n", command_rows[i].name,
              i + 1 < n_command_rows ? " ," : "");
}
