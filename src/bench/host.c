/* host.c — collects the facts that make measured times mean something: from /proc, the system,
 * clang and Z3. */
#include "bench/host.h"

#include "base/clock.h"
#include "build/compile.h"
#include "sandbox/sandbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The rest of the first line that begins with `key`, behind a colon if there is one. */
static bool read_line(FILE *f, const char *key, Text *ret) {
  char line[512];
  bool found = false;
  while (!found && f && fgets(line, sizeof line, f)) {
    if (strncmp(line, key, strlen(key))) continue;
    const char *from = line + strlen(key);
    from += strspn(from, " \t:");
    text_add_n(ret, from, strcspn(from, "\n"));
    found = true;
  }
  return found;
}

static void add_cpu(BenchReport *r) {
  cleanup(text_free) Text name = {0};
  FILE *f = fopen("/proc/cpuinfo", "re");
  if (!read_line(f, "model name", &name)) text_add(&name, "unknown");
  if (f) fclose(f);
  fact_add(r, "cpu", "%s", text_c(&name));
}

static void add_clang(BenchReport *r) {
  cleanup(names_free) Names words = {0};
  cleanup(text_free) Text said = {0};
  names_add(&words, compiler);
  names_add(&words, "--version");
  names_end(&words);
  SandboxPlan plan = {.kind = SANDBOX_COMPILER,
                      .program = compiler,
                      .words = &words,
                      .output = &said,
                      .limit_ns = 60 * NS_PER_S,
                      .report = -1};
  SandboxEnd end = {0};
  bool is_told = sandbox_run(&plan, &end) == OK && said.n;
  text_free(&end.errors);
  fact_add(r, "clang", "%.*s", is_told ? (int)strcspn(text_c(&said), "\n") : 7,
           is_told ? text_c(&said) : "unknown");
}

/* Times mean little on a computer that is busy with other things. */
static void add_load(BenchReport *r) {
  double load;
  if (getloadavg(&load, 1) == 1)
    fact_add(r, "load", "%.1f when it began", load);
  else
    fact_add(r, "load", "unknown");
}

static void add_date(BenchReport *r) {
  char text[64];
  time_t now = time(NULL);
  struct tm parts;
  strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &parts));
  fact_add(r, "date", "%s", text);
}

void fact_add(BenchReport *r, const char *name, const char *fmt, ...) {
  char value[512];
  va_list list;
  va_start(list, fmt);
  vsnprintf(value, sizeof value, fmt, list);
  va_end(list);
  vec_push(&r->facts, ((BenchFact){name, text_dup(value)}));
}

void host_facts(BenchReport *r) {
  struct utsname system;
  long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGE_SIZE);
  add_cpu(r);
  fact_add(r, "cores", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
  fact_add(r, "memory", "%.1f GB", (double)pages * (double)page_bytes / (1 << 30));
  fact_add(r, "kernel", "%s", uname(&system) ? "unknown" : system.release);
  add_clang(r);
  add_date(r);
  add_load(r);
}
