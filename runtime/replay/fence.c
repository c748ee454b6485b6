/* fence.c — a heap whose objects end where memory ends: an access behind one, or to one that was
 * freed, kills the program natively.
 *
 * This is for programs that `nadir cc` compiled: they know musl, and AddressSanitizer knows only
 * glibc.  The linker puts __wrap_malloc in place of malloc and so on (native/replay.c).  An object
 * is aligned as its size allows, so that it ends exactly at a page that nobody may touch; no address
 * is used twice.  What is not seen: an access in front of an object, and objects that are too large
 * or too many for the host's mappings, which musl then allocates.  Only on musl.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The area is only reserved, and so is what is known of each of its pages. */
enum { PAGE = 4096, ALIGNMENT = 16 };
static const size_t n_pages = 1UL << 24;

/* The object that begins in a page, or, of an empty one, ends there. */
typedef struct Page {
  size_t size;
  unsigned char is_object, is_freed;
} Page;

static char *area;
static Page *pages;
static size_t n_used;

void *__real_malloc(size_t size);
void *__real_realloc(void *p, size_t size);
void __real_free(void *p);
void *__real_aligned_alloc(size_t alignment, size_t size);
size_t __real_malloc_usable_size(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void __wrap_free(void *p);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_memalign(size_t alignment, size_t size);
int __wrap_posix_memalign(void **ret, size_t alignment, size_t size);
size_t __wrap_malloc_usable_size(void *p);

/* ---- the area -------------------------------------------------------------------------------- */

static void *reserve(size_t size, int how) {
  void *p = mmap(NULL, size, how, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

static int is_ready(void) {
  if (!area) area = reserve(n_pages * PAGE, PROT_NONE);
  if (!pages) pages = reserve(n_pages * sizeof(Page), PROT_READ | PROT_WRITE);
  return area && pages;
}

/* NULL: not of this heap. */
static Page *page_of(const void *p) {
  uintptr_t offset = (uintptr_t)p - (uintptr_t)area;
  return area && offset < n_pages * PAGE ? &pages[offset / PAGE] : NULL;
}

static size_t round_up(size_t size) { return (size + PAGE - 1) / PAGE * PAGE; }

/* NULL: not here. */
static void *place(size_t alignment, size_t size) {
  size_t length = round_up(size + (alignment > ALIGNMENT ? alignment : 0));
  if (size > n_pages * PAGE / 4 || alignment > PAGE || !is_ready()) return NULL;
  if (length / PAGE + 1 > n_pages - n_used) return NULL;
  char *start = area + n_used * PAGE;
  if (length && mprotect(start, length, PROT_READ | PROT_WRITE)) return NULL;
  n_used += length / PAGE + 1;
  char *p = start + length - size;
  p -= (uintptr_t)p % alignment;
  *page_of(p) = (Page){.size = size, .is_object = 1};
  return p;
}

/* Of what has this size: no type is aligned to more than what divides its size. */
static size_t alignment_of(size_t size) {
  size_t bit = size & -size;
  return bit && bit < ALIGNMENT ? bit : ALIGNMENT;
}

/* ---- what was found -------------------------------------------------------------------------- */

/* The object that an address in the area is behind, or in. */
static const Page *object_before(const Page *page) {
  while (page > pages && !page->is_object) page--;
  return page->is_object ? page : NULL;
}

static void tell(int signal, siginfo_t *info, void *context) {
  (void)context;
  const Page *page = page_of(info->si_addr), *object = page ? object_before(page) : NULL;
  if (object)
    dprintf(STDERR_FILENO, "nadir replay: %s a heap object of %zu bytes\n",
            object->is_freed ? "access to" : "access behind", object->size);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
}

__attribute__((constructor)) static void listen_to_faults(void) {
  struct sigaction ours = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &ours, NULL);
}

static void fail(const char *what) {
  dprintf(STDERR_FILENO, "free(): %s\n", what);
  abort();
}

/* ---- in place of musl's ---------------------------------------------------------------------- */

void *__wrap_malloc(size_t size) {
  void *p = place(alignment_of(size), size);
  return p ? p : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size) {
  if (size && n > SIZE_MAX / size) {
    errno = ENOMEM;
    return NULL;
  }
  void *p = place(alignment_of(n * size), n * size);
  if (p) return p; /* no page is used twice */
  p = __real_malloc(n * size);
  return p ? memset(p, 0, n * size) : NULL;
}

void __wrap_free(void *p) {
  Page *page = p ? page_of(p) : NULL;
  if (!page) {
    __real_free(p);
    return;
  }
  if (!page->is_object) fail("not the begin of an object");
  if (page->is_freed) fail("freed twice");
  page->is_freed = 1;
  char *start = (char *)((uintptr_t)p / PAGE * PAGE);
  size_t length = round_up((size_t)((char *)p - start) + page->size);
  madvise(start, length, MADV_DONTNEED);
  mprotect(start, length, PROT_NONE);
}

void *__wrap_realloc(void *p, size_t size) {
  if (!p) return __wrap_malloc(size);
  Page *page = page_of(p);
  if (!page) return __real_realloc(p, size);
  if (!page->is_object || page->is_freed) fail("realloc of what is no object");
  void *to = __wrap_malloc(size);
  if (!to) return NULL;
  memcpy(to, p, page->size < size ? page->size : size);
  __wrap_free(p);
  return to;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  int is_power = alignment && !(alignment & (alignment - 1));
  void *p = is_power ? place(alignment, size) : NULL;
  return p ? p : __real_aligned_alloc(alignment, size);
}

void *__wrap_memalign(size_t alignment, size_t size) {
  return __wrap_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **ret, size_t alignment, size_t size) {
  if (alignment < sizeof(void *)) return EINVAL;
  void *p = __wrap_aligned_alloc(alignment, size);
  if (!p) return errno;
  *ret = p;
  return 0;
}

size_t __wrap_malloc_usable_size(void *p) {
  Page *page = p ? page_of(p) : NULL;
  return page ? page->size : __real_malloc_usable_size(p);
}
