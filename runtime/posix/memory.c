/* memory.c — memory that programs map: of their own, or the bytes of files.
 *
 * A private mapping is a copy.  A shared one is the file's own bytes, so both see what the other
 * writes at once; such a file cannot grow beyond what was reserved when it was mapped.  Protection is
 * not enforced.
 */
#include "kernel.h"

#include <linux/mman.h>

typedef struct Mapping {
  struct Mapping *next;
  unsigned char *at;
  size_t size;
  Node *shared; /* NULL: memory of its own */
} Mapping;

static Mapping *mappings;

static size_t whole_pages(size_t n) { return (n + BLOCK - 1) / BLOCK * BLOCK; }

static long add_mapping(unsigned char *at, size_t size, Node *shared) {
  Mapping *m = nadir_map(sizeof *m);
  if (!at || !m) return -ENOMEM;
  *m = (Mapping){mappings, at, size, shared};
  mappings = m;
  return (long)at;
}

static long map_private(const Node *file, size_t offset, size_t size) {
  unsigned char *at = nadir_map(whole_pages(size));
  if (!at) return -ENOMEM;
  if (file && offset < file->size) {
    size_t left = file->size - offset;
    copy(at, file->bytes + offset, left < whole_pages(size) ? left : whole_pages(size));
  }
  return add_mapping(at, whole_pages(size), NULL);
}

static long map_shared(Node *file, size_t offset, size_t size) {
  long error = node_reserve(file, whole_pages(offset + size));
  if (error) return error;
  file->is_mapped = true;
  file->n_uses++;
  return add_mapping(file->bytes + offset, whole_pages(size), file);
}

long sys_mmap(const long *a) {
  size_t size = (size_t)a[1];
  bool is_shared = (a[3] & MAP_TYPE) != MAP_PRIVATE;
  if (!size || a[5] % BLOCK) return -EINVAL;
  if (size > 1ul << 46) return -ENOMEM;
  if (a[3] & MAP_FIXED) {
    nadir_missing("mmap at a fixed address");
    return -ENOMEM;
  }
  if (a[3] & MAP_ANONYMOUS) return map_private(NULL, 0, size);
  File *f = file_of((int)a[4]);
  if (!f) return -EBADF;
  if (!file_reads(f) || (is_shared && (a[2] & PROT_WRITE) && !file_writes(f))) return -EACCES;
  if (!node_is(f->node, S_IFREG)) return -ENODEV;
  return is_shared ? map_shared(f->node, (size_t)a[5], size)
                   : map_private(f->node, (size_t)a[5], size);
}

/* A part that is unmapped stays until all of it is. */
long sys_munmap(const long *a) {
  if (a[0] % BLOCK || !a[1]) return -EINVAL;
  for (Mapping **m = &mappings; *m; m = &(*m)->next) {
    Mapping *found = *m;
    if ((long)found->at != a[0] || whole_pages((size_t)a[1]) < found->size) continue;
    *m = found->next;
    if (found->shared) {
      found->shared->n_uses--;
      node_drop(found->shared);
    } else {
      nadir_unmap(found->at);
    }
    nadir_unmap(found);
    break;
  }
  return 0;
}

long sys_mremap(const long *a) {
  size_t size = whole_pages((size_t)a[2]);
  if (a[0] % BLOCK || !size) return -EINVAL;
  Mapping *m = mappings;
  while (m && (long)m->at != a[0]) m = m->next;
  if (!m) return -EFAULT;
  if (size <= m->size) return a[0];
  if (m->shared || !(a[3] & MREMAP_MAYMOVE)) return -ENOMEM;
  unsigned char *at = nadir_map(size);
  if (!at) return -ENOMEM;
  copy(at, m->at, m->size);
  nadir_unmap(m->at);
  m->at = at;
  m->size = size;
  return (long)at;
}

/* The heap is the machine's: its end cannot be moved. */
long sys_brk(const long *a) {
  (void)a;
  return BLOCK;
}

long sys_mprotect(const long *a) { return a[0] % BLOCK ? -EINVAL : 0; }

long sys_madvise(const long *a) { return a[0] % BLOCK ? -EINVAL : 0; }

long sys_msync(const long *a) { return a[0] % BLOCK ? -EINVAL : 0; }

long sys_mlock(const long *a) {
  (void)a;
  return 0;
}

long sys_munlock(const long *a) {
  (void)a;
  return 0;
}

long sys_mincore(const long *a) {
  fill((void *)a[2], 1, whole_pages((size_t)a[1]) / BLOCK);
  return 0;
}
