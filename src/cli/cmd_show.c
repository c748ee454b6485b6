/* cmd_show.c — nadir show TEST...: what is in a test, in any of the forms that tests have, and how one would
 * give it to the program by hand. */
#include "base/os.h"
#include "build/target.h"
#include "cli/commands.h"
#include "cli/shell.h"
#include "cli/terminal.h"
#include "cli/test_recipe.h"
#include "record/input_shape.h"
#include "report/input_text.h"
#include "report/test_file.h"
#include "vm/memory/uninit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RAW, ALL };
enum { ROW = 16 }; /* bytes of a line */

static const Option options[] = {
    [RAW] = {"raw", OPTION_TEXT, "NAME", NULL,
             "write only the bytes of the input NAME to standard output"},
    [ALL] = {"all", OPTION_FLAG, .help = "show every byte, not only the first 256 of an input"},
};

/* A test, and what is known of the program that it is for. */
typedef struct ShownTest {
  const Args *args; /* borrowed */
  const char *path; /* borrowed */
  TestForm form;
  Ktest test;    /* owned */
  Recipe recipe; /* owned; without files if nobody knows the program */
  Target target; /* owned; of the recipe */
  bool has_target;
} ShownTest;

static void shown_done(ShownTest *s) {
  target_done(&s->target);
  recipe_free(&s->recipe);
  ktest_free(&s->test);
}

/* ---- the program --------------------------------------------------------------------------------- */

/* Compiles in the folder of the recipe, to learn the types of inputs. */
static Err open_types(ShownTest *s) {
  cleanup(fd_close) int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (here < 0) return file_error("open the folder", ".");
  TRY(target_of_recipe(&s->recipe, &s->target));
  if (chdir(s->recipe.folder)) return file_error("go to the folder", s->recipe.folder);
  Err err = target_open_types(&s->target);
  cleanup(freep) char *why = err == OK ? NULL : text_dup(err_text());
  if (fchdir(here)) return file_error("go back from the folder", s->recipe.folder);
  return err == OK ? OK : err_set(err, "%s", why);
}

/* A test is shown also if its program is gone: then types are guessed from the bytes. */
static Err find_program(ShownTest *s) {
  cleanup(text_free) Text record = {0};
  test_record_path(s->path, &record);
  if (access(text_c(&record), F_OK)) return OK;
  TRY(test_recipe_read(text_c(&record), &s->recipe));
  s->has_target = open_types(s) == OK;
  if (!s->has_target) fprintf(stderr, "nadir: the types of inputs are guessed: %s\n", err_text());
  return OK;
}

/* ---- inputs -------------------------------------------------------------------------------------- */

static bool is_unset(const NamedBytes *o) {
  return !strncmp(o->name, UNINIT_PREFIX, strlen(UNINIT_PREFIX));
}

/* What the kernel of the machine notes for itself, and nobody chose. */
static bool is_hidden(const ShownTest *s, const NamedBytes *o) {
  return is_unset(o) || native_world_is_metadata(&s->target.environment, o->name);
}

static void add_row(const u8 *bytes, u32 at, u32 n, Text *to) {
  text_addf(to, "    %08x ", at);
  for (u32 i = 0; i < ROW; i++) {
    if (i == ROW / 2) text_add_char(to, ' ');
    i < n ? text_addf(to, " %02x", bytes[at + i]) : text_add(to, "   ");
  }
  text_add(to, "  |");
  for (u32 i = 0; i < n; i++) {
    u8 c = bytes[at + i];
    text_add_char(to, c >= ' ' && c <= '~' ? (char)c : '.');
  }
  text_add(to, "|\n");
}

/* As hexdump -C prints them: of equal lines in a row one, and a star. */
static void add_dump(const u8 *bytes, u32 n, u32 n_shown, Text *to) {
  bool is_left_out = false;
  for (u32 at = 0; at < n_shown; at += ROW) {
    u32 n_row = MIN((u32)ROW, n_shown - at);
    bool is_equal = at && n_row == ROW && !memcmp(bytes + at, bytes + at - ROW, ROW);
    if (is_equal && !is_left_out) text_add(to, "    *\n");
    if (!is_equal) add_row(bytes, at, n_row, to);
    is_left_out = is_equal;
  }
  if (n_shown < n) text_addf(to, "    … %u more bytes: --all shows them\n", n - n_shown);
}

static void add_input(const ShownTest *s, const InputShapes *shapes, u32 index, Text *to) {
  enum { USUAL = 256 };
  const NamedBytes *o = &s->test.objects.at[index];
  Names kept = {0};
  WorstInput in = {.name = *o->name ? o->name : "bytes", .bytes = mem_new(o->n_bytes + 1ull)};
  memcpy(in.bytes, o->bytes, o->n_bytes);
  input_shape_set(shapes, index, o->n_bytes, &kept, &in);
  text_add(to, "  ");
  input_text(&in, to);
  text_addf(to, "  (%u byte%s)\n", o->n_bytes, o->n_bytes == 1 ? "" : "s");
  add_dump(o->bytes, o->n_bytes, args_flag(s->args, ALL) ? o->n_bytes : MIN(o->n_bytes, USUAL), to);
  worst_input_done(&in);
  names_free(&kept);
}

static void add_inputs(const ShownTest *s, Text *to) {
  InputShapes shapes = input_shapes_of(s->has_target ? &s->target : NULL, 0);
  cleanup(text_free) Text hidden = {0};
  shapes.has_outside |= native_world_is_in(&s->test) && !s->recipe.files.n;
  for (u32 i = 0; i < s->test.objects.n; i++) {
    const NamedBytes *o = &s->test.objects.at[i];
    if (is_hidden(s, o))
      text_addf(&hidden, "%s%s (%u)", hidden.n ? ", " : "", o->name, o->n_bytes);
    else
      add_input(s, &shapes, i, to);
  }
  input_shapes_done(&shapes);
  if (hidden.n) text_addf(to, "  not chosen, but in the test (bytes): %s\n", text_c(&hidden));
  if (!s->test.objects.n) text_add(to, "  it has no inputs\n");
}

/* ---- a test -------------------------------------------------------------------------------------- */

static void add_head(const ShownTest *s, Text *to) {
  u64 n_bytes = 0;
  u32 n = 0;
  for (u32 i = 0; i < s->test.objects.n; i++) {
    bool counts = !is_hidden(s, &s->test.objects.at[i]);
    n += counts;
    n_bytes += counts ? s->test.objects.at[i].n_bytes : 0;
  }
  text_addf(to, "%s: %s, %u input%s of ", s->path, test_form_names[s->form], n, n == 1 ? "" : "s");
  text_add_count(to, n_bytes);
  text_addf(to, " byte%s", n_bytes == 1 ? "" : "s");
  if (s->form == FORM_KTEST && s->test.args.n) text_add(to, "; made by");
  for (u32 i = 0; s->form == FORM_KTEST && i < s->test.args.n; i++) {
    text_add_char(to, ' ');
    text_add_word(to, s->test.args.at[i]);
  }
  text_add_char(to, '\n');
}

/* Only what comes from outside can be given by hand; other inputs need the replay library. */
static Err add_commands(const ShownTest *s, Text *to) {
  bool has_world = s->recipe.files.n && native_world_is_needed(&s->recipe);
  cleanup(native_world_done) NativeWorld w = {0};
  if (has_world) {
    Err err = native_world_make(&s->recipe, &s->test, false, &w);
    if (err == OK && !w.has_rest) {
      text_add(to, "natively, in an empty folder\n");
      shell_print(&s->recipe, s->path, &s->test, &w, to);
    }
  }
  text_addf(to, "replay  %s replay ", program_name());
  text_add_word(to, s->path);
  text_add(to, s->recipe.files.n ? "\n" : " --program PROGRAM\n");
  return OK;
}

static Err write_raw(const ShownTest *s, const char *name) {
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < s->test.objects.n; i++) {
    const NamedBytes *o = &s->test.objects.at[i];
    const char *known = *o->name ? o->name : "bytes";
    text_addf(&names, "%s'%s'", i ? ", " : "", known);
    if (strcmp(known, name) != 0) continue;
    if (fwrite(o->bytes, 1, o->n_bytes, stdout) != o->n_bytes || fflush(stdout))
      return os_error("write to standard output");
    return OK;
  }
  return err_set(ERR_INPUT, "%s: it has no input '%s'; it has %s", s->path, name,
                 names.n ? text_c(&names) : "none");
}

static Err show(const Args *args, const char *path, bool is_first) {
  cleanup(shown_done) ShownTest s = {.args = args, .path = path};
  cleanup(text_free) Text t = {0};
  TRY(test_file_read(path, &s.test, &s.form));
  if (args_has(args, RAW)) return write_raw(&s, args_text(args, RAW));
  TRY(find_program(&s));
  if (!is_first) text_add_char(&t, '\n');
  add_head(&s, &t);
  add_inputs(&s, &t);
  TRY(add_commands(&s, &t));
  terminal_print(&t);
  return OK;
}

static Err run(const Args *args) {
  if (args_has(args, RAW) && args->operands.n > 1)
    return err_set(ERR_USAGE, "--raw writes an input of one test: name one");
  for (u32 i = 0; i < args->operands.n; i++) TRY(show(args, args->operands.at[i], i == 0));
  return OK;
}

const Command cmd_show = {
    .operands = "TEST...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Shows the inputs of a test: their names, values and bytes.  If the program reads them\n"
        "from outside (arguments, variables, files, standard input), it also shows the commands\n"
        "of a shell that run the program on them.\n"
        "A TEST is one of nadir's or KLEE's (.ktest), one of Test-Comp (.xml), or any other file,\n"
        "which is then the bytes of one input, called 'bytes'.\n"
        "The run.json or worst.json beside a test says which program it is for, and so which\n"
        "types its inputs have.  Without one nadir guesses them.\n",
    .examples = "show nadir-out/test000001.ktest\n"
                "show nadir-out/test000001.ktest --raw stdin > input\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
