/* cmd_report.c — nadir report DIR: views of a result that is in a folder, from its record; and what members
 * records have. */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/formats.h"
#include "report/schema.h"

#include <stdio.h>
#include <unistd.h>

enum { OUT, FORMAT, SCHEMA };

static const OptionChoice schemas[] = {{"run", NULL, "run.json"},
                                       {"cover", NULL, "cover.json"},
                                       {"worst", NULL, "worst.json"},
                                       {"check", NULL, "what nadir check --json prints"},
                                       {"status", NULL, "what nadir status --json prints"},
                                       {0}};

/* clang-format off */
static const Option options[] = {
    [OUT] = {"out", OPTION_TEXT, "FILE", NULL, "write it there (default: in DIR, such as DIR/report.html)"},
    [FORMAT] = {"format", OPTION_CHOICE, "NAME", "html", "which view of the result", .choices = format_choices},
    [SCHEMA] = {"schema", OPTION_CHOICE, "FILE", NULL, "print the JSON Schema of such a file; needs no DIR", .choices = schemas},
};
/* clang-format on */

static Err write_it(const Args *args, const FolderResult *r) {
  cleanup(text_free) Text path = {0};
  TRY(format_write(r, format_choices[args_choice(args, FORMAT)].name, args_text(args, OUT), &path));
  puts(text_c(&path));
  return OK;
}

static Err view_cover(const Args *args, OutDir *dir, const char *path) {
  cleanup(run_report_done) RunReport run = {0};
  cleanup(cover_report_done) CoverReport report = {0};
  TRY(cover_report_read(path, &run, &report));
  return write_it(args, &(FolderResult){.cover = &report, .dir = dir});
}

static Err view_worst(const Args *args, OutDir *dir, const char *path) {
  cleanup(worst_report_done) WorstReport report = {0};
  TRY(worst_report_read(path, &report));
  return write_it(args, &(FolderResult){.worst = &report, .dir = dir});
}

static Err view_run(const Args *args, OutDir *dir, const char *path) {
  cleanup(run_report_done) RunReport report = {0};
  TRY(run_report_read(path, &report));
  return write_it(args, &(FolderResult){.run = &report, .dir = dir});
}

static bool is_there(const Text *path) { return !access(text_c(path), F_OK); }

static Err run(const Args *args) {
  if (args_has(args, SCHEMA)) {
    cleanup(text_free) Text schema = {0};
    schema_print((Schema)args_choice(args, SCHEMA), &schema);
    fputs(text_c(&schema), stdout);
    return OK;
  }
  if (!args->operands.n) return err_set(ERR_USAGE, "it needs a folder with a result");
  cleanup(outdir_done) OutDir dir = {0};
  text_add(&dir.path, args->operands.at[0]);
  cleanup(text_free) Text cover = text_format("%s/cover.json", text_c(&dir.path));
  cleanup(text_free) Text worst = text_format("%s/worst.json", text_c(&dir.path));
  cleanup(text_free) Text run = text_format("%s/run.json", text_c(&dir.path));
  if (is_there(&worst)) return view_worst(args, &dir, text_c(&worst));
  if (is_there(&cover)) return view_cover(args, &dir, text_c(&cover));
  return is_there(&run) ? view_run(args, &dir, text_c(&run))
                        : view_worst(args, &dir, text_c(&worst));
}

const Command cmd_report = {
    .operands = "DIR",
    .min_operands = 0,
    .max_operands = 1,
    .about =
        "Writes a view of the result in DIR, of 'nadir worst' or 'nadir cover', from its record\n"
        "(worst.json, cover.json), its tests, and the program's source files.  The page about a\n"
        "search for the worst case shows how the cost grows, the worst inputs, their decisions,\n"
        "and how often each line ran; that about coverage what the tests cover, and what not.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
