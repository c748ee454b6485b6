/* z3_serve.c — the Z3 process: set-up, the loop, and what happens when Z3 fails.
 *
 * The process is a fork of the nursery, not a new program: there is no file to
 * be found.
 *
 * An error in Z3, such as exhausted memory, ends the process after a last reply.
 * Nothing is said about the state Z3 is in after one, and a new process is cheap.
 */
#include "solver/z3/z3_serve.h"

#include "solver/z3/z3_bits.h"
#include "solver/z3/z3_ints.h"
#include "solver/z3/z3_serve_impl.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* One per process, and Z3's error handler takes no argument of ours. */
static struct {
  int fd;
  Wire in, out;
  BitsServer bits;
  IntsServer ints;
} server;

/* ---- the socket ---------------------------------------------------------- */

static void receive(void *p, size_t n_bytes) {
  u8 *at = p;
  while (n_bytes) {
    ssize_t n = recv(server.fd, at, n_bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0); /* the other end is gone */
    at += n;
    n_bytes -= (size_t)n;
  }
}

static void receive_question(void) {
  u32 n_bytes;
  receive(&n_bytes, sizeof n_bytes);
  wire_clear(&server.in);
  receive(wire_room(&server.in, n_bytes), n_bytes);
}

static void send_all(const void *p, size_t n_bytes) {
  const u8 *at = p;
  while (n_bytes) {
    ssize_t n = send(server.fd, at, n_bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);
    at += n;
    n_bytes -= (size_t)n;
  }
}

static void send_reply(void) {
  u32 n_bytes = (u32)server.out.n;
  send_all(&n_bytes, sizeof n_bytes);
  send_all(server.out.at, server.out.n);
}

/* ---- set-up -------------------------------------------------------------- */

/* Z3 recurses on some terms, and its stack may grow as far as the gap below it,
 * 128 MB on Linux. */
static void allow_stack(void) {
  struct rlimit limit;
  rlim_t wanted = 120u << 20;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = MIN(wanted, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

static u64 address_space_bytes(void) {
  unsigned long n_pages = 0;
  FILE *f = fopen("/proc/self/statm", "re");
  if (!f) return 0;
  if (fscanf(f, "%lu", &n_pages) != 1) n_pages = 0;
  fclose(f);
  return n_pages * (u64)sysconf(_SC_PAGESIZE);
}

/* Z3 counts what it allocates and stops in good order; the limit of the system
 * is for what it does not count, thread stacks and arenas included. */
static void limit_memory(u64 limit_bytes) {
  enum { SLACK_BYTES = 256 << 20 };
  if (!limit_bytes) return;
  char megabytes[24];
  snprintf(megabytes, sizeof megabytes, "%llu", (unsigned long long)MAX(limit_bytes >> 20, 1));
  Z3_global_param_set("memory_max_size", megabytes);
  u64 inherited = address_space_bytes();
  rlim_t all = inherited + limit_bytes + SLACK_BYTES;
  if (inherited) setrlimit(RLIMIT_AS, &(struct rlimit){all, all});
}

static void on_error(Z3_context c, Z3_error_code code) {
  (void)c;
  wire_clear(&server.out);
  Reason reason = code == Z3_MEMOUT_FAIL ? REASON_MEMORY : REASON_GAVE_UP;
  z3_serve_reply(&server.out, ANSWER_UNKNOWN, reason, true);
  send_reply();
  _exit(0);
}

Z3_context z3_serve_context(void) {
  Z3_config config = Z3_mk_config();
  Z3_context c = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(c, on_error);
  return c;
}

void z3_serve_reply(Wire *out, Answer answer, Reason reason, bool leaving) {
  wire_put_u8(out, (u8)answer);
  wire_put_u8(out, (u8)reason);
  wire_put_u8(out, leaving);
}

void z3_serve(int fd, u64 memory_limit_bytes) {
  server.fd = fd;
  allow_stack();
  limit_memory(memory_limit_bytes);
  Z3_toggle_warning_messages(false);
  for (;;) {
    receive_question();
    wire_clear(&server.out);
    ServeOp op = (ServeOp)wire_get_u8(&server.in);
    switch (op) {
    case SERVE_BITS:
    case SERVE_CORE:
      bits_server_ask(&server.bits, op == SERVE_CORE, &server.in, &server.out);
      break;
    case SERVE_INTS:
      ints_server_ask(&server.ints, &server.in, &server.out);
      break;
    }
    send_reply();
  }
}

const char *z3_version(void) {
  static char text[64];
  unsigned major, minor, build, revision;
  Z3_get_version(&major, &minor, &build, &revision);
  snprintf(text, sizeof text, "%u.%u.%u.%u", major, minor, build, revision);
  return text;
}
