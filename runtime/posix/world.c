/* world.c — the file system and the descriptors as the program finds them.
 *
 * There are / (with /dev and /tmp) and the working folder /nadir, in which the symbolic files A, B,
 * ... are.  What is symbolic has KLEE's names in tests: A_data and A_data_stat, stdin and stdin_stat,
 * and model_version as the last.
 */
#include "kernel.h"

/* ---- records ------------------------------------------------------------------------------------- */

const char *world_text(const NadirWorldRecord *r) { return (const char *)(r + 1); }

const unsigned char *world_bytes(const NadirWorldRecord *r) {
  return (const unsigned char *)(r + 1) + NADIR_WORLD_ROUND(r->n_text + 1);
}

static unsigned shape = 1; /* of this path */

static const NadirWorldRecord *behind(const NadirWorldRecord *r) {
  return (const void *)(world_bytes(r) + NADIR_WORLD_ROUND(r->n_bytes));
}

/* One choice with a side for each. */
static unsigned choose(unsigned n) {
  unsigned char byte;
  nadir_outside(&byte, 1, NADIR_SHAPE_INPUT);
  switch (byte % n) {
#define SIDE(k) \
  case k:       \
    return k + 1;
#define SIDES(k) SIDE(k) SIDE(k + 1) SIDE(k + 2) SIDE(k + 3)
    SIDES(0) SIDES(4) SIDES(8) SIDES(12)
#undef SIDES
#undef SIDE
  }
  return 1;
}

static void choose_shape(const NadirWorldRecord *first) {
  static bool is_chosen;
  if (!is_chosen && first->kind == NADIR_WORLD_SHAPES) shape = choose(first->numbers[0]);
  is_chosen = true;
}

static const NadirWorldRecord *skip(const NadirWorldRecord *r, unsigned kind) {
  while (r->kind != NADIR_WORLD_END &&
         ((r->shape && r->shape != shape) || (kind && r->kind != kind)))
    r = behind(r);
  return r;
}

const NadirWorldRecord *world_first(void) {
  const NadirWorldRecord *r = nadir_world();
  if (!r) return NULL;
  choose_shape(r);
  return skip(r, 0);
}

const NadirWorldRecord *world_behind(const NadirWorldRecord *r) { return skip(behind(r), 0); }

const NadirWorldRecord *world_next(const NadirWorldRecord *after, unsigned kind) {
  const NadirWorldRecord *r = after ? world_behind(after) : world_first();
  if (!r) return NULL;
  r = skip(r, kind);
  return r->kind == NADIR_WORLD_END ? NULL : r;
}

size_t world_length(unsigned number) {
  return number == NADIR_WORLD_SIZE ? nadir_run_size() : number;
}

/* ---- symbolic files ------------------------------------------------------------------------------ */

enum { NS_PER_S = 1000000000 };

/* What may be anything about a file that is there: who owns it, permissions, times. */
static void free_fields(struct stat *s, const struct stat *true_one) {
  nadir_assume((s->st_mode & S_IFMT) == S_IFREG);
  nadir_assume((s->st_mode & 07000) == 0);
  nadir_assume((s->st_nlink >= 1) & (s->st_nlink <= 16));
  nadir_assume((s->st_atime_nsec < NS_PER_S) & (s->st_mtime_nsec < NS_PER_S) &
               (s->st_ctime_nsec < NS_PER_S));
  s->st_dev = true_one->st_dev;
  s->st_ino = true_one->st_ino;
  s->st_rdev = true_one->st_rdev;
  s->st_size = true_one->st_size;
  s->st_blksize = true_one->st_blksize;
  s->st_blocks = true_one->st_blocks;
}

/* The name has room for more than its own length. */
static void make_symbolic(Node *n, size_t size, char *name) {
  node_resize(n, size);
  nadir_outside(n->bytes, size, name);
  copy(name + text_length(name), "_stat", 6);
  struct stat s;
  stat_of(n, &s);
  if (!world_next(NULL, NADIR_WORLD_SYM_STAT)) {
    nadir_record(&s, sizeof s, name);
    return;
  }
  struct stat *told = nadir_map(sizeof *told);
  nadir_outside(told, sizeof *told, name);
  free_fields(told, &s);
  n->told = told;
  n->mode = told->st_mode;
  n->user = told->st_uid;
  n->group = told->st_gid;
}

static void make_symbolic_files(const NadirWorldRecord *r) {
  for (unsigned i = 0; i < r->numbers[0]; i++) {
    char name[] = {(char)('A' + i), 0}, input[16] = {(char)('A' + i), '_', 'd', 'a', 't', 'a'};
    Node *n = node_new(S_IFREG | 0644);
    folder_add(working, name, 1, n);
    make_symbolic(n, world_length(r->numbers[1]), input);
  }
}

/* ---- concrete files ------------------------------------------------------------------------------ */

/* The folder of a path is made if it is not there. */
static Node *need_folder(Node *from, const char *name, size_t n_name) {
  if (text_is(name, n_name, ".")) return from;
  if (text_is(name, n_name, "..")) return from->parent;
  Entry *e = folder_find(from, name, n_name);
  if (e) return e->node;
  Node *n = node_new(S_IFDIR | 0755);
  folder_add(from, name, n_name, n);
  return n;
}

static Node *add_file(const char *path, unsigned mode) {
  Node *folder = *path == '/' ? root : working;
  for (;;) {
    while (*path == '/') path++;
    size_t n = 0;
    while (path[n] && path[n] != '/') n++;
    if (!path[n]) {
      Node *file = node_new(mode);
      if (folder_find(folder, path, n)) folder_remove(folder, path, n);
      folder_add(folder, path, n, file);
      return file;
    }
    folder = need_folder(folder, path, n);
    path += n;
  }
}

/* The bytes stay where they are until somebody writes. */
static void lend_bytes(Node *n, const NadirWorldRecord *r) {
  n->bytes = (unsigned char *)world_bytes(r);
  n->size = n->room = r->n_bytes;
  n->is_borrowed = true;
}

static void make_usual_files(void) {
  static const struct UsualFile {
    const char *path, *text;
    unsigned mode;
  } usual[] = {
#define USUAL_FILE(path, mode, text) {path, text, mode},
#include "../include/nadir/usual_files.def"
#undef USUAL_FILE
  };
  for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) {
    Node *n = add_file(usual[i].path, usual[i].mode);
    n->bytes = (unsigned char *)usual[i].text;
    n->size = n->room = text_length(usual[i].text);
    n->is_borrowed = true;
  }
}

static void make_files(void) {
  if (world_next(NULL, NADIR_WORLD_USUAL_FILES)) make_usual_files();
  const NadirWorldRecord *r = NULL;
  while ((r = world_next(r, NADIR_WORLD_FILE)))
    lend_bytes(add_file(world_text(r), S_IFREG | r->numbers[0]), r);
  while ((r = world_next(r, NADIR_WORLD_SYM_FILES))) make_symbolic_files(r);
}

/* ---- the rest of the system ---------------------------------------------------------------------- */

static Node *add_folder(Node *in, const char *name, unsigned mode, unsigned user) {
  Node *n = node_new(S_IFDIR | mode);
  n->user = n->group = user;
  folder_add(in, name, text_length(name), n);
  return n;
}

static void make_maps(void) {
  static char line[] = NADIR_MAPS;
  Node *n = add_file("/proc/self/maps", S_IFREG | 0444);
  n->bytes = (unsigned char *)line;
  n->size = n->room = sizeof line - 1;
  n->is_borrowed = true;
}

static void make_system(void) {
  static const struct Device {
    const char *name;
    unsigned long number;
  } devices[] = {{"null", 0x103},   {"zero", 0x105},    {"full", 0x107},
                 {"random", 0x108}, {"urandom", 0x109}, {"tty", 0x500}};
  root = node_new(S_IFDIR | 0755);
  root->user = root->group = 0;
  root->parent = root;
  root->n_uses = 1;
  Node *folder = add_folder(root, "dev", 0755, 0);
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    Node *n = node_new(S_IFCHR | 0666);
    n->user = n->group = 0;
    n->device = devices[i].number;
    folder_add(folder, devices[i].name, text_length(devices[i].name), n);
  }
  add_folder(root, "tmp", 01777, 0);
  working = add_folder(root, "nadir", 0755, OWN_USER);
  working->n_uses++;
  make_maps();
}

static Node *standard_input(void) {
  const NadirWorldRecord *symbolic = world_next(NULL, NADIR_WORLD_SYM_STDIN);
  const NadirWorldRecord *given = world_next(NULL, NADIR_WORLD_STDIN);
  char name[16] = "stdin";
  if (!symbolic && !given) return folder_find(folder_find(root, "dev", 3)->node, "null", 4)->node;
  Node *n = node_new(S_IFREG | 0644);
  n->is_nameless = true;
  if (symbolic)
    make_symbolic(n, world_length(symbolic->numbers[0]), name);
  else
    lend_bytes(n, given);
  return n;
}

/* A pipe to whoever watches; or, as KLEE's --sym-stdout has it, a file that is shown as well. */
static Node *screen(int fd) {
  bool is_file = fd == 1 && world_next(NULL, NADIR_WORLD_SYM_STDOUT);
  Node *n = node_new(is_file ? S_IFREG | 0644 : S_IFIFO | 0600);
  n->is_nameless = true;
  n->screen = fd;
  n->n_readers = 1;
  return n;
}

static void make_descriptors(void) {
  file_put(0, standard_input(), O_RDONLY);
  file_put(1, screen(1), O_WRONLY);
  file_put(2, screen(2), O_WRONLY);
}

void world_open(void) {
  static bool is_open;
  if (is_open) return;
  is_open = true;
  make_system();
  make_files();
  make_descriptors();
  int version = 1;
  if (nadir_world()) nadir_record(&version, sizeof version, "model_version");
}
