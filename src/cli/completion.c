/* completion.c — scripts for bash, zsh and fish that complete a command line of nadir, made from
 * the tables of commands and options. */
#include "cli/completion.h"

#include "cli/commands.h"

#include <string.h>

/* Calls `each` for every option of the command, its groups' included. */
static void for_options(const Command *c,
                        void (*each)(Text *t, const char *command, const Option *o),
                        const char *command, Text *t) {
  OptionGroup own;
  GroupList groups = {0};
  command_groups(c, &own, &groups);
  for (u32 k = 0; k < groups.n; k++)
    for (u32 i = 0; i < groups.at[k]->n_options && !groups.at[k]->settings_of; i++)
      each(t, command, &groups.at[k]->options[i]);
  vec_free(&groups);
}

static void add_choice_names(Text *t, const Option *o) {
  for (const OptionChoice *k = o->choices; k->name; k++)
    text_addf(t, "%s%s%s", k == o->choices ? "" : " ", k->name,
              k->argument && *k->argument ? ":" : "");
}

static void add_command_names(Text *t) {
  for (u32 i = 0; i < n_command_rows; i++) text_addf(t, "%s%s", i ? " " : "", command_rows[i].name);
}

/* In single quotes of a shell, with what a list of zsh takes for its own escaped. */
static void add_quoted(Text *t, const char *s) {
  for (; *s; s++) {
    if (*s == '\'')
      text_add(t, "'\\''");
    else if (strchr("[]:", *s))
      text_addf(t, "\\%c", *s);
    else
      text_add_char(t, *s);
  }
}

/* ---- bash --------------------------------------------------------------------------------------- */

static void bash_name(Text *t, const char *command, const Option *o) {
  (void)command;
  text_addf(t, " %s%s", option_dashes(o), o->name);
}

/* What follows an option: its choices, or a file. */
static void bash_argument(Text *t, const char *command, const Option *o) {
  if (o->kind == OPTION_FLAG) return;
  text_addf(t, "    '%s %s%s') ", command, option_dashes(o), o->name);
  if (o->choices) {
    text_add(t, "words='");
    add_choice_names(t, o);
    text_add(t, "' ;;\n");
  } else {
    text_add(t, "files=1 ;;\n");
  }
}

static void add_bash(Text *t) {
  text_add(t, "# bash completion for nadir; made by nadir help --completion bash\n"
              "_nadir() {\n"
              "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
              "  local command=${COMP_WORDS[1]} words= files=\n"
              "  COMPREPLY=()\n"
              "  if ((COMP_CWORD == 1)); then\n    words='");
  add_command_names(t);
  text_add(t, " --help --version'\n  else\n    case \"$command $previous\" in\n");
  for (u32 i = 0; i < n_command_rows; i++)
    for_options(command_rows[i].command, bash_argument, command_rows[i].name, t);
  text_add(t, "    'help help') [[ $current == -* ]] || words='");
  add_command_names(t);
  text_add(t, "' ;;\n    esac\n  fi\n"
              "  if [[ -z $words$files && $current == -* ]]; then\n    case $command in\n");
  for (u32 i = 0; i < n_command_rows; i++) {
    text_addf(t, "    %s) words='--help", command_rows[i].name);
    for_options(command_rows[i].command, bash_name, command_rows[i].name, t);
    text_add(t, "' ;;\n");
  }
  text_add(t, "    esac\n  fi\n"
              "  if [[ -n $words ]]; then\n"
              "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
              "  else\n"
              "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
              "  fi\n"
              "}\n"
              "complete -o filenames -F _nadir nadir\n");
}

/* ---- zsh ---------------------------------------------------------------------------------------- */

static void zsh_option(Text *t, const char *command, const Option *o) {
  (void)command;
  text_addf(t, " \\\n        '%s%s%s[", o->kind == OPTION_LIST ? "*" : "", option_dashes(o),
            o->name);
  add_quoted(t, o->help);
  text_add_char(t, ']');
  if (o->kind != OPTION_FLAG) {
    text_add_char(t, ':');
    add_quoted(t, o->argument);
    text_add_char(t, ':');
    if (o->choices) {
      text_add_char(t, '(');
      for (const OptionChoice *k = o->choices; k->name; k++)
        text_addf(t, "%s%s", k == o->choices ? "" : " ", k->name);
      text_add_char(t, ')');
    } else {
      text_add(t, "_files");
    }
  }
  text_add_char(t, '\'');
}

static void add_zsh(Text *t) {
  text_add(t, "#compdef nadir\n# made by nadir help --completion zsh\n"
              "_nadir() {\n"
              "  local -a commands\n"
              "  commands=(");
  for (u32 i = 0; i < n_command_rows; i++) {
    text_addf(t, "\n    '%s:", command_rows[i].name);
    add_quoted(t, command_rows[i].line);
    text_add_char(t, '\'');
  }
  text_add(t, ")\n"
              "  if ((CURRENT == 2)); then\n"
              "    _describe command commands\n"
              "    return\n"
              "  fi\n"
              "  local command=$words[2]\n"
              "  shift words\n"
              "  ((CURRENT--))\n"
              "  case $command in\n");
  for (u32 i = 0; i < n_command_rows; i++) {
    text_addf(t, "    %s)\n      _arguments '--help[this text]'", command_rows[i].name);
    for_options(command_rows[i].command, zsh_option, command_rows[i].name, t);
    text_add(t, " '*:operand:_files' ;;\n");
  }
  text_add(t, "  esac\n}\n_nadir \"$@\"\n");
}

/* ---- fish --------------------------------------------------------------------------------------- */

static void add_fish_quoted(Text *t, const char *s) {
  for (; *s; s++) text_addf(t, *s == '\'' || *s == '\\' ? "\\%c" : "%c", *s);
}

static void fish_option(Text *t, const char *command, const Option *o) {
  text_addf(t, "complete -c nadir -n '__fish_seen_subcommand_from %s' -%c %s", command,
            o->name[1] ? 'l' : 's', o->name);
  if (o->kind != OPTION_FLAG) text_add(t, " -r");
  if (o->choices) {
    text_add(t, " -f -a '");
    add_choice_names(t, o);
    text_add_char(t, '\'');
  }
  text_add(t, " -d '");
  add_fish_quoted(t, o->help);
  text_add(t, "'\n");
}

static void add_fish(Text *t) {
  text_add(t, "# fish completion for nadir; made by nadir help --completion fish\n");
  for (u32 i = 0; i < n_command_rows; i++) {
    text_addf(t, "complete -c nadir -n __fish_use_subcommand -f -a %s -d '", command_rows[i].name);
    add_fish_quoted(t, command_rows[i].line);
    text_add(t, "'\n");
  }
  for (u32 i = 0; i < n_command_rows; i++)
    for_options(command_rows[i].command, fish_option, command_rows[i].name, t);
}

/* ---- public ------------------------------------------------------------------------------------- */

void completion_script(Text *t, u32 shell) {
  static void (*const scripts[])(Text *) = {
#define SHELL(name, add, line) add,
#include "cli/shells.def"
#undef SHELL
  };
  scripts[shell](t);
}
