/* folders.c — folders and the names in them: making, removing, renaming, listing; links; the
 * working folder. */
#include "kernel.h"

#include <linux/fs.h>

/* ---- making -------------------------------------------------------------------------------------- */

/* For something new at a path: it must not be there, and its folder must take it. */
static long find_new(long fd, const char *path, bool is_folder, Place *ret) {
  long error = place_find((int)fd, path, SLASHES, ret);
  if (error) return error;
  if (ret->node || ret->is_dots) return -EEXIST;
  if (ret->wants_folder && !is_folder) return -ENOENT;
  if (!ret->folder->n_names && ret->folder != root) return -ENOENT; /* it was removed */
  if (!node_may(ret->folder, 2)) return -EACCES;
  return place_fix(ret);
}

static long make(long fd, const char *path, unsigned mode, Node **ret) {
  Place p;
  long error = find_new(fd, path, (mode & S_IFMT) == S_IFDIR, &p);
  if (error) return error;
  Node *node = node_new(mode);
  if (!node) return -ENOSPC;
  *ret = node;
  return folder_add(p.folder, p.name, p.n_name, node);
}

long sys_mkdirat(const long *a) {
  Node *n;
  return make(a[0], (const char *)a[1], S_IFDIR | (a[2] & 01777 & ~mask), &n);
}

long sys_mkdir(const long *a) { return sys_mkdirat((long[]){AT_FDCWD, a[0], a[1]}); }

long sys_mknodat(const long *a) {
  Node *n;
  unsigned type = a[2] & S_IFMT ? a[2] & S_IFMT : S_IFREG;
  if (type == S_IFCHR || type == S_IFBLK) return -EPERM;
  if (type != S_IFREG && type != S_IFIFO && type != S_IFSOCK) return -EINVAL;
  return make(a[0], (const char *)a[1], type | (a[2] & 07777 & ~mask), &n);
}

long sys_mknod(const long *a) { return sys_mknodat((long[]){AT_FDCWD, a[0], a[1], a[2]}); }

/* ---- links --------------------------------------------------------------------------------------- */

long sys_linkat(const long *a) {
  Place from, to;
  if (a[4] & ~(long)(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  if (path_is_empty((const char *)a[3])) return -ENOENT;
  unsigned flags = a[4] & AT_SYMLINK_FOLLOW ? FOLLOW : 0;
  long error = place_need((int)a[0], (const char *)a[1], flags, &from);
  if (error) return error;
  error = find_new(a[2], (const char *)a[3], false, &to);
  if (error) return error;
  if (node_is(from.node, S_IFDIR)) return -EPERM;
  return folder_add(to.folder, to.name, to.n_name, from.node);
}

long sys_link(const long *a) { return sys_linkat((long[]){AT_FDCWD, a[0], AT_FDCWD, a[1], 0}); }

/* The text of a link has no symbols: where it leads must be known. */
long sys_symlinkat(const long *a) {
  const char *text = (const char *)a[0];
  Node *n;
  size_t size = 0;
  while (size < PATH_MAX && nadir_fix((unsigned char)text[size])) size++;
  if (!size) return -ENOENT;
  if (size == PATH_MAX) return -ENAMETOOLONG;
  long error = make(a[1], (const char *)a[2], S_IFLNK | 0777, &n);
  if (!error) error = node_reserve(n, size + 1);
  if (error) return error;
  for (size_t i = 0; i < size; i++) n->bytes[i] = (unsigned char)nadir_fix((unsigned char)text[i]);
  n->size = size;
  return 0;
}

long sys_symlink(const long *a) { return sys_symlinkat((long[]){a[0], AT_FDCWD, a[1]}); }

long sys_readlinkat(const long *a) {
  Place p;
  File *f = place_of((int)a[0]);
  bool is_itself = path_is_empty((const char *)a[1]);
  if ((int)a[3] <= 0) return -EINVAL;
  if (is_itself && (int)a[0] != AT_FDCWD && !f) return -EBADF;
  long error = is_itself && f ? 0 : place_need((int)a[0], (const char *)a[1], 0, &p);
  if (error) return error;
  const Node *link = is_itself ? f->node : p.node;
  if (!node_is(link, S_IFLNK)) return is_itself ? -ENOENT : -EINVAL;
  size_t n = link->size < (size_t)a[3] ? link->size : (size_t)a[3];
  copy((void *)a[2], link->bytes, n);
  return (long)n;
}

long sys_readlink(const long *a) { return sys_readlinkat((long[]){AT_FDCWD, a[0], a[1], a[2]}); }

/* ---- removing ------------------------------------------------------------------------------------ */

/* In a folder with the sticky bit everybody may remove only what is their own. */
static bool may_remove(const Place *p) {
  if (!node_may(p->folder, 2)) return false;
  return !(p->folder->mode & S_ISVTX) || p->node->user == OWN_USER || p->folder->user == OWN_USER;
}

static long remove_folder(const Place *p) {
  if (p->is_dots) {
    if (text_is(p->name, p->n_name, "..")) return -ENOTEMPTY;
    return p->n_name ? -EINVAL : -EBUSY;
  }
  if (!p->node) return -ENOENT;
  if (!may_remove(p)) return -EACCES;
  if (!node_is(p->node, S_IFDIR)) return -ENOTDIR;
  if (p->node->entries) return -ENOTEMPTY;
  folder_remove(p->folder, p->name, p->n_name);
  return 0;
}

long sys_unlinkat(const long *a) {
  Place p;
  if (a[2] & ~(long)AT_REMOVEDIR) return -EINVAL;
  long error = place_find((int)a[0], (const char *)a[1], SLASHES, &p);
  if (error) return error;
  if (a[2] & AT_REMOVEDIR) return remove_folder(&p);
  if (p.is_dots) return -EISDIR;
  if (!p.node) return -ENOENT;
  if (p.wants_folder) return node_is(p.node, S_IFDIR) ? -EISDIR : -ENOTDIR;
  if (!may_remove(&p)) return -EACCES;
  if (node_is(p.node, S_IFDIR)) return -EISDIR;
  folder_remove(p.folder, p.name, p.n_name);
  return 0;
}

long sys_unlink(const long *a) { return sys_unlinkat((long[]){AT_FDCWD, a[0], 0}); }

long sys_rmdir(const long *a) { return sys_unlinkat((long[]){AT_FDCWD, a[0], AT_REMOVEDIR}); }

/* ---- renaming ------------------------------------------------------------------------------------ */

static bool is_within(const Node *n, const Node *folder) {
  for (; n != folder; n = n->parent)
    if (n == root) return false;
  return true;
}

/* In the order in which Linux looks: paths first, then permissions, then types. */
static long check_rename_paths(const Place *from, const Place *to, unsigned flags) {
  bool is_folder = node_is(from->node, S_IFDIR), exchanges = flags & RENAME_EXCHANGE;
  if (to->node && (flags & RENAME_NOREPLACE)) return -EEXIST;
  if (exchanges && !to->node) return -ENOENT;
  if (exchanges && to->wants_folder && !node_is(to->node, S_IFDIR)) return -ENOTDIR;
  if (!is_folder && (from->wants_folder || (to->wants_folder && !exchanges))) return -ENOTDIR;
  if (is_folder && is_within(to->folder, from->node)) return -EINVAL;
  bool is_above = to->node && node_is(to->node, S_IFDIR) && is_within(from->folder, to->node);
  return !is_above ? 0 : exchanges ? -EINVAL : -ENOTEMPTY;
}

static long check_rename(const Place *from, const Place *to, unsigned flags) {
  bool is_folder = node_is(from->node, S_IFDIR), exchanges = flags & RENAME_EXCHANGE;
  if (!may_remove(from) || !(to->node ? may_remove(to) : node_may(to->folder, 2))) return -EACCES;
  bool onto_folder = to->node && node_is(to->node, S_IFDIR);
  if (to->node && !exchanges && is_folder != onto_folder) return is_folder ? -ENOTDIR : -EISDIR;
  if (from->folder != to->folder) { /* a folder that moves is written to: its `..` */
    if (is_folder && !node_may(from->node, 2)) return -EACCES;
    if (exchanges && onto_folder && !node_may(to->node, 2)) return -EACCES;
  }
  return onto_folder && !exchanges && to->node->entries ? -ENOTEMPTY : 0;
}

/* The node keeps a use while it has no name. */
static long move(Place *from, Place *to) {
  long error = place_fix(to);
  if (error) return error;
  Node *node = from->node;
  node->n_uses++;
  folder_remove(from->folder, from->name, from->n_name);
  if (to->node) folder_remove(to->folder, to->name, to->n_name);
  error = folder_add(to->folder, to->name, to->n_name, node);
  node->n_uses--;
  return error;
}

long sys_renameat2(const long *a) {
  Place from, to;
  unsigned flags = (unsigned)a[4];
  if (flags & ~(unsigned)(RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  if (flags == (RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  if (path_is_empty((const char *)a[3])) return -ENOENT;
  long error = place_find((int)a[0], (const char *)a[1], SLASHES, &from);
  if (error) return error;
  error = place_find((int)a[2], (const char *)a[3], SLASHES, &to);
  if (error) return error;
  if (from.is_dots) return -EBUSY;
  if (to.is_dots) return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
  if (!from.node) return -ENOENT;
  error = check_rename_paths(&from, &to, flags);
  if (error || to.node == from.node) return error;
  error = check_rename(&from, &to, flags);
  if (error) return error;
  if (!(flags & RENAME_EXCHANGE)) return move(&from, &to);
  folder_exchange(folder_find(from.folder, from.name, from.n_name), from.folder,
                  folder_find(to.folder, to.name, to.n_name), to.folder);
  return 0;
}

long sys_renameat(const long *a) { return sys_renameat2((long[]){a[0], a[1], a[2], a[3], 0}); }

long sys_rename(const long *a) {
  return sys_renameat2((long[]){AT_FDCWD, a[0], AT_FDCWD, a[1], 0});
}

/* ---- listing ------------------------------------------------------------------------------------- */

typedef struct Record { /* linux_dirent64 */
  unsigned long number;
  long next;
  unsigned short size;
  unsigned char type;
  char name[];
} Record;

/* False: there is no room for it. */
static bool put_record(char *to, size_t room, size_t *io_n, const Node *node, const char *name,
                       size_t n_name, unsigned long serial) {
  size_t size = (offsetof(Record, name) + n_name + 1 + 7) / 8 * 8;
  if (size > room - *io_n) return false;
  Record *r = (Record *)(to + *io_n);
  r->number = node->number;
  r->next = (long)serial;
  r->size = (unsigned short)size;
  r->type = node->mode >> 12 & 15;
  fill(r->name, 0, size - offsetof(Record, name));
  copy(r->name, name, n_name);
  *io_n += size;
  return true;
}

static bool put_all(File *f, char *to, size_t room, size_t *io_n) {
  Node *folder = f->node;
  if (f->at < 1 && !put_record(to, room, io_n, folder, ".", 1, 1)) return false;
  if (f->at < 1) f->at = 1;
  if (f->at < 2 && !put_record(to, room, io_n, folder->parent, "..", 2, 2)) return false;
  if (f->at < 2) f->at = 2;
  for (Entry *e = folder->entries; e; e = e->next) {
    if ((long)e->serial <= f->at) continue;
    if (!put_record(to, room, io_n, e->node, e->name, e->n_name, e->serial)) return false;
    f->at = (long)e->serial;
  }
  return true;
}

long sys_getdents64(const long *a) {
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  if (!node_is(f->node, S_IFDIR)) return -ENOTDIR;
  if (!f->node->n_names && f->node != root) return -ENOENT;
  size_t n = 0;
  if (!put_all(f, (char *)a[1], (size_t)a[2], &n) && !n) return -EINVAL;
  return (long)n;
}

/* ---- the working folder -------------------------------------------------------------------------- */

static const Entry *entry_of(const Node *n) {
  const Entry *e = n->parent->entries;
  while (e && e->node != n) e = e->next;
  return e;
}

long sys_getcwd(const long *a) {
  char *to = (char *)a[0];
  size_t size = working == root ? 2 : 1;
  for (const Node *n = working; n != root; n = n->parent) {
    const Entry *e = entry_of(n);
    if (!e) return -ENOENT;
    size += e->n_name + 1;
  }
  if (size > (size_t)a[1]) return -ERANGE;
  size_t at = size - 1;
  to[at] = 0;
  if (working == root) to[0] = '/';
  for (const Node *n = working; n != root; n = n->parent) {
    const Entry *e = entry_of(n);
    at -= e->n_name;
    copy(to + at, e->name, e->n_name);
    to[--at] = '/';
  }
  return (long)size;
}

static long change_folder(Node *n) {
  if (!node_is(n, S_IFDIR)) return -ENOTDIR;
  if (!node_may(n, 1)) return -EACCES;
  Node *before = working;
  n->n_uses++;
  working = n;
  before->n_uses--;
  node_drop(before);
  return 0;
}

long sys_chdir(const long *a) {
  Place p;
  long error = place_need(AT_FDCWD, (const char *)a[0], FOLLOW, &p);
  return error ? error : change_folder(p.node);
}

long sys_fchdir(const long *a) {
  File *f = place_of((int)a[0]);
  return f ? change_folder(f->node) : -EBADF;
}
