/* transfer.c — bytes from files to the program and back. */
#include "kernel.h"

enum { PIPE_ROOM = 65536, MAX_TRANSFER = 0x7ffff000, MAX_VECTORS = 1024 };

static bool would_wait(const File *f, const char *what) {
  if (f->flags & O_NONBLOCK) return true;
  wait_forever(what);
}

/* The size that is asked for, at most what there is.  A symbolic one decides only whether it is
 * less, and then its value. */
static size_t settle_size(unsigned long wanted, size_t most) {
  if (wanted >= most) return most;
  return nadir_each(wanted);
}

/* ---- reading ------------------------------------------------------------------------------------- */

static long read_pipe(File *f, unsigned char *to, unsigned long n) {
  Node *p = f->node;
  if (!n) return 0;
  if (!p->size && !p->n_writers) return 0;
  if (!p->size && would_wait(f, "reads from an empty pipe")) return -EAGAIN;
  n = settle_size(n, p->size);
  if (!to && n) return -EFAULT;
  copy(to, p->bytes, n);
  copy(p->bytes, p->bytes + n, p->size - n);
  node_resize(p, p->size - n);
  return (long)n;
}

/* Minor numbers of the devices with major number 1. */
enum { DEVICE_NULL = 0x103, DEVICE_ZERO = 0x105, DEVICE_FULL = 0x107 };

static long read_device(const Node *d, unsigned char *to, unsigned long n) {
  if (d->device == DEVICE_NULL) return 0;
  n = settle_size(n, MAX_TRANSFER);
  if (!to && n) return -EFAULT;
  if (d->device == DEVICE_ZERO || d->device == DEVICE_FULL)
    fill(to, 0, n);
  else
    for (size_t i = 0; i < n; i++) to[i] = (unsigned char)random_word();
  return (long)n;
}

static long read_file(const Node *node, long at, unsigned char *to, unsigned long n) {
  if ((size_t)at >= node->size) return 0;
  n = settle_size(n, node->size - (size_t)at);
  if (!to && n) return -EFAULT;
  copy(to, node->bytes + at, n);
  return (long)n;
}

static long check_reads(const File *f) {
  if (!f || !file_reads(f)) return -EBADF;
  return node_is(f->node, S_IFDIR) ? -EISDIR : 0;
}

/* At the file's own position, which it moves. */
static long read_on(File *f, unsigned char *to, unsigned long n) {
  if (node_is(f->node, S_IFIFO)) return read_pipe(f, to, n);
  if (node_is(f->node, S_IFCHR)) return read_device(f->node, to, n);
  long got = read_file(f->node, f->at, to, n);
  f->at += got;
  return got;
}

/* At `at`, or if that is NULL at the file's own position. */
static long read_at(File *f, unsigned char *to, unsigned long n, const long *at) {
  if (!at) return read_on(f, to, n);
  return node_is(f->node, S_IFCHR) ? read_device(f->node, to, n) : read_file(f->node, *at, to, n);
}

/* ---- writing ------------------------------------------------------------------------------------- */

static long write_pipe(File *f, const unsigned char *from, size_t n) {
  Node *p = f->node;
  if (p->screen) {
    nadir_write(p->screen, from, n);
    return (long)n;
  }
  if (!n) return 0;
  if (!p->n_readers) {
    signal_raise(SIGPIPE);
    return -EPIPE;
  }
  size_t room = PIPE_ROOM - p->size;
  if (n > room && (n <= BLOCK || !room) && would_wait(f, "writes to a full pipe")) return -EAGAIN;
  if (n > room && !(f->flags & O_NONBLOCK)) wait_forever("writes to a full pipe");
  if (n > room) n = room;
  size_t before = p->size;
  long error = node_resize(p, before + n);
  if (error) return error;
  copy(p->bytes + before, from, n);
  node_touch(p);
  return (long)n;
}

/* A file that is shown, too, is a part of the test: its bytes are those of the input that is found in
 * the end. */
int nadir_is_shown(int fd) {
  world_open();
  const File *f = file_of(fd);
  return f && node_is(f->node, S_IFIFO) && f->node->screen;
}

/* *io_at is moved. */
static long write_file(Node *node, const unsigned char *from, size_t n, long *io_at) {
  if (!n) return 0;
  size_t end = (size_t)*io_at + n;
  long error = end > node->size ? node_resize(node, end) : node_reserve(node, node->size);
  if (error) return error;
  copy(node->bytes + *io_at, from, n);
  if (node->screen) nadir_write(node->screen, from, n);
  node_touch(node);
  *io_at = (long)end;
  return (long)n;
}

/* As read_at. */
static long write_at(File *f, const unsigned char *from, unsigned long n, const long *at) {
  n = settle_size(n, MAX_TRANSFER);
  if (!from && n && !node_is(f->node, S_IFCHR)) return -EFAULT;
  if (node_is(f->node, S_IFIFO)) return write_pipe(f, from, n);
  if (node_is(f->node, S_IFCHR)) return f->node->device == DEVICE_FULL ? -ENOSPC : (long)n;
  if (f->flags & O_APPEND) {
    long end = (long)f->node->size;
    long put = write_file(f->node, from, n, &end);
    if (!at && put > 0) f->at = end;
    return put;
  }
  long to = at ? *at : f->at;
  long put = write_file(f->node, from, n, &to);
  if (!at) f->at = to;
  return put;
}

static long check_writes(const File *f) { return f && file_writes(f) ? 0 : -EBADF; }

/* ---- one buffer ---------------------------------------------------------------------------------- */

long sys_read(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_reads(f);
  return error ? error : read_on(f, (unsigned char *)a[1], (unsigned long)a[2]);
}

long sys_write(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_writes(f);
  if (error) return error;
  nadir_leave((const void *)a[1], (unsigned long)a[2], 0);
  return write_at(f, (const unsigned char *)a[1], (unsigned long)a[2], NULL);
}

static long check_position(const File *f, long at) {
  if (at < 0) return -EINVAL;
  if (!f) return -EBADF;
  return node_is(f->node, S_IFIFO) ? -ESPIPE : 0;
}

long sys_pread64(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_position(f, a[3]);
  if (!error) error = check_reads(f);
  return error ? error : read_at(f, (unsigned char *)a[1], (unsigned long)a[2], &a[3]);
}

long sys_pwrite64(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_position(f, a[3]);
  if (!error) error = check_writes(f);
  if (error) return error;
  nadir_leave((const void *)a[1], (unsigned long)a[2], 0);
  return write_at(f, (const unsigned char *)a[1], (unsigned long)a[2], &a[3]);
}

/* ---- several buffers ----------------------------------------------------------------------------- */

typedef long Transfer(File *f, unsigned char *bytes, unsigned long n, const long *at);

/* stdio's buffers come this way. */
static long write_part(File *f, unsigned char *bytes, unsigned long n, const long *at) {
  nadir_leave(bytes, n, 1);
  return write_at(f, bytes, n, at);
}

/* Up to the first that is not done whole.  Nothing is transferred if a length makes no sense. */
static long transfer_all(File *f, const struct iovec *parts, long n_parts, const long *at,
                         Transfer *transfer) {
  long done = 0;
  if (n_parts < 0 || n_parts > MAX_VECTORS) return -EINVAL;
  for (long i = 0; i < n_parts; i++)
    if ((long)parts[i].iov_len < 0) return -EINVAL;
  for (long i = 0; i < n_parts; i++) {
    if (!parts[i].iov_len ||
        (done && node_is(f->node, S_IFIFO) && transfer == read_at && !f->node->size))
      continue;
    long to = at ? *at + done : 0;
    long n = transfer(f, parts[i].iov_base, parts[i].iov_len, at ? &to : NULL);
    if (n < 0) return done ? done : n;
    done += n;
    if ((unsigned long)n < parts[i].iov_len) break;
  }
  return done;
}

long sys_readv(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_reads(f);
  if (error) return error;
  return transfer_all(f, (const struct iovec *)a[1], a[2], NULL, read_at);
}

long sys_writev(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_writes(f);
  if (error) return error;
  return transfer_all(f, (const struct iovec *)a[1], a[2], NULL, write_part);
}

long sys_preadv(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_position(f, a[3]);
  if (!error) error = check_reads(f);
  if (error) return error;
  return transfer_all(f, (const struct iovec *)a[1], a[2], &a[3], read_at);
}

long sys_pwritev(const long *a) {
  File *f = file_of((int)a[0]);
  long error = check_position(f, a[3]);
  if (!error) error = check_writes(f);
  if (error) return error;
  return transfer_all(f, (const struct iovec *)a[1], a[2], &a[3], write_part);
}

/* ---- from file to file --------------------------------------------------------------------------- */

/* `from_at`: where to read, moved by what was read; NULL: at the file's own position. */
static long move_bytes(File *from, long *from_at, File *to, const long *to_at, unsigned long n) {
  Node *source = from->node;
  long *at = from_at ? from_at : &from->at;
  if (*at < 0) return -EINVAL;
  if ((size_t)*at >= source->size) return 0;
  n = settle_size(n, source->size - (size_t)*at);
  unsigned char *bytes = nadir_map(n);
  if (!bytes) return -ENOMEM;
  copy(bytes, source->bytes + *at, n);
  long put = write_at(to, bytes, n, to_at);
  nadir_unmap(bytes);
  if (put > 0) *at += put;
  return put;
}

long sys_sendfile(const long *a) {
  File *to = file_of((int)a[0]), *from = file_of((int)a[1]);
  long error = check_writes(to);
  if (!error) error = check_reads(from);
  if (error) return error == -EISDIR ? -EINVAL : error;
  if (!node_is(from->node, S_IFREG) || (to->flags & O_APPEND)) return -EINVAL;
  return move_bytes(from, (long *)a[2], to, NULL, (unsigned long)a[3]);
}

long sys_copy_file_range(const long *a) {
  File *from = file_of((int)a[0]), *to = file_of((int)a[2]);
  long *from_at = (long *)a[1], *to_at = (long *)a[3];
  if (a[5]) return -EINVAL;
  if (!from || !to || !file_reads(from) || !file_writes(to) || (to->flags & O_APPEND))
    return -EBADF;
  if (node_is(from->node, S_IFDIR) || node_is(to->node, S_IFDIR)) return -EISDIR;
  if (!node_is(from->node, S_IFREG) || !node_is(to->node, S_IFREG)) return -EINVAL;
  long n = move_bytes(from, from_at, to, to_at, (unsigned long)a[4]);
  if (n > 0 && to_at) *to_at += n;
  return n;
}

/* ---- sizes --------------------------------------------------------------------------------------- */

static long resize(Node *n, long size) {
  if (size < 0) return -EINVAL;
  if (!node_is(n, S_IFREG)) return node_is(n, S_IFDIR) ? -EISDIR : -EINVAL;
  long error = node_resize(n, (size_t)size);
  if (!error) node_touch(n);
  return error;
}

long sys_truncate(const long *a) {
  Place p;
  if (a[1] < 0) return -EINVAL;
  long error = place_need(AT_FDCWD, (const char *)a[0], FOLLOW, &p);
  if (error) return error;
  if (node_is(p.node, S_IFREG) && !node_may(p.node, 2)) return -EACCES;
  return resize(p.node, a[1]);
}

long sys_ftruncate(const long *a) {
  File *f = file_of((int)a[0]);
  if (a[1] < 0) return -EINVAL;
  if (!f) return -EBADF;
  return file_writes(f) && node_is(f->node, S_IFREG) ? resize(f->node, a[1]) : -EINVAL;
}

long sys_fallocate(const long *a) {
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  if (a[2] < 0 || a[3] <= 0) return -EINVAL;
  if (!file_writes(f)) return -EBADF;
  if (a[1]) return -EOPNOTSUPP; /* holes and the like */
  if (node_is(f->node, S_IFIFO)) return -ESPIPE;
  if (!node_is(f->node, S_IFREG)) return -ENODEV;
  long end;
  if (__builtin_add_overflow(a[2], a[3], &end)) return -EFBIG;
  if ((size_t)end > f->node->size) return resize(f->node, end);
  node_touch(f->node); /* also where nothing changes: Linux 5.18 */
  return 0;
}
