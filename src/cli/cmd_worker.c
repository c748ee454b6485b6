/* cmd_worker.c — nadir worker URL: explores jobs of a run that another process leads.
 *
 * The program is what the store has; what is done with it is said by the words that began the run, which are read as they were
 * there.  No file is read or written here, and nothing is compiled or run natively.
 */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/share_cmd.h"
#include "cli/terminal.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { JOBS };

/* clang-format off */
static const Option options[] = {
    [JOBS] = {"jobs", OPTION_NUMBER, "N", NULL, "explore with N processes; default: one for each core", .is_common = true, .min = 1, .max = PARALLEL_MOST_WORKERS},
};
/* clang-format on */

static u32 n_jobs(const Args *args) {
  if (args_has(args, JOBS)) return (u32)args_number(args, JOBS);
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (u32)MIN(n, PARALLEL_MOST_WORKERS) : 1;
}

static void say(const EarlierWords *all, u32 n) {
  cleanup(text_free) Text t = {0};
  text_addf(&t, n == 1 ? "%u process works for nadir %s" : "%u processes work for nadir %s", n,
            all->at[EARLIER_COMMAND]);
  for (u32 i = N_EARLIER; i < all->n; i++) {
    text_add_char(&t, ' ');
    text_add_word(&t, all->at[i]);
  }
  text_add(&t, "\n");
  terminal_print(&t);
  fflush(stdout);
}

static Err work(const Args *args, const char *url, const EarlierWords *all, const Text *target) {
  cleanup(args_done) Args earlier = {0};
  const CommandRow *row;
  Guest guest = {.store = url, .target = target, .n_workers = n_jobs(args)};
  TRY(command_find(all->at[EARLIER_COMMAND], &row));
  if (!row->command->work)
    return err_set(ERR_INPUT, "nobody can work for 'nadir %s'", all->at[EARLIER_COMMAND]);
  TRY(args_parse(row->command, (int)all->n - N_EARLIER, all->at + N_EARLIER, &earlier));
  say(all, guest.n_workers);
  return row->command->work(&earlier, &guest);
}

static Err run(const Args *args) {
  cleanup(text_free) Text words = {0}, target = {0};
  EarlierWords all = {0};
  const char *url = args->operands.n ? args->operands.at[0] : getenv("NADIR_STORE");
  if (!url || !store_is_at_server(url))
    return err_set(ERR_USAGE,
                   "%s: name the store of the run, such as redis://HOST, here or in NADIR_STORE",
                   url ? url : "no store");
  bool is_over;
  TRY(store_is_over(url, &is_over));
  if (is_over) {
    printf("the run is over\n");
    return OK;
  }
  TRY(parallel_brief(url, &words, &target));
  Err err = share_cmd_split(&words, "the store", &all);
  if (err == OK) err = work(args, url, &all, &target);
  vec_free(&all);
  return err;
}

const Command cmd_worker = {
    .operands = "[URL]",
    .max_operands = 1,
    .about =
        "Works for a run that 'nadir run --store URL' leads, on this machine or another: takes "
        "jobs\n"
        "from the Redis server at URL, explores them, and gives back what it found.  It needs "
        "nothing\n"
        "but nadir: the program and all settings are at the server, and no program is run "
        "natively.\n"
        "Workers may join and leave at any time.  Ctrl-C gives back what is not explored; after "
        "kill -9\n"
        "another worker takes it a minute later.  A worker ends when the run is over.\n"
        "\n"
        "URL is redis://USER:PASSWORD@HOST:PORT/DB#RUN or unix:/PATH#RUN, of which only HOST or "
        "PATH\n"
        "is needed; RUN tells several runs at one server apart.  Without URL it is taken from the\n"
        "environment variable NADIR_STORE, where others do not see the password.\n",
    .examples = "worker redis://head-node\n"
                "worker redis://:secret@10.0.0.1:6400/0#parser --jobs 16\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
