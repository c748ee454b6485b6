/* place.c — where a path leads: names, `.` and `..`, slashes, links.
 *
 * A path with symbols in it is looked up in as few decisions as there are files: is it, as a whole,
 * this name of the folder, or that one?  These comparisons have no branches within.  Only if it is
 * none of them and has a slash is it walked byte by byte.  A new file needs a name: it gets one that
 * the path allows, and the ledger says so.
 */
#include "kernel.h"

enum { MAX_LINKS = 40 };

/* ---- with symbols -------------------------------------------------------------------------------- */

/* Bytes up to the first that is 0 on every input, and with it; at most `room`.  What lies behind is
 * not the path's, and may never have been written. */
static size_t extent(const char *path, size_t room) {
  for (size_t i = 0; i < room; i++)
    if (nadir_is_zero((unsigned char)path[i])) return i + 1;
  return room;
}

static bool has_symbols(const char *path, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (nadir_is_symbolic((unsigned char)path[i])) return true;
  return false;
}

/* Without a decision. */
static unsigned is_text(const char *path, size_t room, const char *text, size_t n) {
  if (n >= room) return 0;
  unsigned same = path[n] == 0;
  for (size_t i = 0; i < n; i++) same &= path[i] == text[i];
  return same;
}

static unsigned has_slash(const char *path, size_t room) {
  unsigned ended = 0, found = 0;
  for (size_t i = 0; i < room; i++) {
    ended |= path[i] == 0;
    found |= (path[i] == '/') & (ended ^ 1);
  }
  return found;
}

/* The path, or the concrete name that it is on this path of the program.  *ret_is_missing: it is a
 * name that the folder does not have. */
static const char *settle(Node *folder, const char *path, bool *ret_is_missing) {
  static const char *const others[] = {"", ".", ".."};
  size_t room = extent(path, nadir_room(path));
  *ret_is_missing = false;
  if (!has_symbols(path, room)) return path;
  for (Entry *e = folder->entries; e; e = e->next)
    if (is_text(path, room, e->name, e->n_name)) return e->name;
  if (has_slash(path, room)) return path;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (is_text(path, room, others[i], text_length(others[i]))) return others[i];
  *ret_is_missing = true;
  return path;
}

long place_fix(Place *p) {
  if (p->n_name) return 0;
  char *name = nadir_map(NAME_MAX + 1);
  if (!name) return -ENOMEM;
  size_t n = 0;
  while (n <= NAME_MAX && (name[n] = (char)nadir_fix((unsigned char)p->name[n]))) n++;
  if (n > NAME_MAX) return -ENAMETOOLONG;
  p->name = name;
  p->n_name = n;
  return 0;
}

/* ---- walking ------------------------------------------------------------------------------------- */

typedef struct Walk {
  unsigned flags;
  unsigned n_links; /* followed so far */
} Walk;

static long walk(Walk *w, Node *from, const char *path, Place *ret);

/* One name of the path; `is_last`: nothing but slashes follow. */
static long walk_name(Walk *w, Place *at, bool is_last, const char *name, size_t n_name) {
  Node *folder = at->node;
  if (!node_is(folder, S_IFDIR)) return -ENOTDIR;
  if (!node_may(folder, 1)) return -EACCES;
  if (n_name > NAME_MAX)
    return is_last && at->wants_folder && w->flags & MAKES_FILE ? -EISDIR : -ENAMETOOLONG;
  bool is_up = text_is(name, n_name, "..");
  if (is_up || text_is(name, n_name, ".")) {
    *at = (Place){.folder = folder,
                  .node = is_up ? folder->parent : folder,
                  .name = name,
                  .n_name = n_name,
                  .is_dots = true,
                  .wants_folder = at->wants_folder};
    return 0;
  }
  Entry *e = folder_find(folder, name, n_name);
  if (!e && !is_last) return -ENOENT;
  Node *node = e ? e->node : NULL;
  bool follows = !is_last || (at->wants_folder ? !(w->flags & SLASHES) : w->flags & FOLLOW);
  if (node && node_is(node, S_IFLNK) && follows) {
    bool wants_folder = at->wants_folder;
    if (++w->n_links > MAX_LINKS) return -ELOOP;
    Walk inner = {FOLLOW | (is_last ? w->flags & (SLASHES | MAKES_FILE) : 0), w->n_links};
    long error = walk(&inner, folder, (const char *)node->bytes, at);
    w->n_links = inner.n_links;
    at->wants_folder |= wants_folder;
    return !error && !at->node && !is_last ? -ENOENT : error;
  }
  *at = (Place){.folder = folder,
                .node = node,
                .name = name,
                .n_name = n_name,
                .wants_folder = at->wants_folder};
  return 0;
}

static long walk(Walk *w, Node *from, const char *path, Place *ret) {
  if (!*path) return -ENOENT;
  *ret = (Place){.folder = root, .node = *path == '/' ? root : from, .is_dots = true};
  size_t n_path = 0;
  for (;;) {
    while (*path == '/') path++, n_path++;
    if (!*path) break;
    size_t n = 0;
    while (path[n] && path[n] != '/') n++;
    if ((n_path += n) >= PATH_MAX) return -ENAMETOOLONG;
    const char *next = path + n;
    ret->wants_folder = *next == '/';
    while (*next == '/') next++;
    long error = walk_name(w, ret, !*next, path, n);
    if (error) return error;
    path += n;
  }
  bool checks = ret->node && ret->wants_folder && !(w->flags & SLASHES);
  if (checks && !node_is(ret->node, S_IFDIR)) return -ENOTDIR;
  return 0;
}

/* ---- for the system calls ------------------------------------------------------------------------ */

bool path_is_empty(const char *path) { return !nadir_is_symbolic((unsigned char)*path) && !*path; }

static long find_start(int folder_fd, const char *path, Node **ret) {
  *ret = working;
  if (folder_fd == AT_FDCWD) return 0;
  if (path_is_empty(path)) return -ENOENT;
  if (!nadir_is_symbolic((unsigned char)*path) && *path == '/') return 0;
  File *f = place_of(folder_fd);
  if (!f) return -EBADF;
  *ret = f->node;
  return node_is(f->node, S_IFDIR) ? 0 : -ENOTDIR;
}

long place_find(int folder_fd, const char *path, unsigned flags, Place *ret) {
  Node *start;
  bool is_missing;
  long error = find_start(folder_fd, path, &start);
  if (error) return error;
  path = settle(start, path, &is_missing);
  if (!is_missing) {
    Walk w = {.flags = flags};
    return walk(&w, start, path, ret);
  }
  if (!node_may(start, 1)) return -EACCES;
  *ret = (Place){.folder = start, .name = path};
  return 0;
}

long place_need(int folder_fd, const char *path, unsigned flags, Place *ret) {
  long error = place_find(folder_fd, path, flags, ret);
  return error ? error : ret->node ? 0 : -ENOENT;
}
