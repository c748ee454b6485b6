/* archive.c — the format of ar: a magic word, then members, each with 60 bytes of text before it.
 *
 * Names of more than 15 bytes stand in a member of their own ("//", GNU), or before the contents
 * ("#1/", BSD).  Contents begin at even offsets.
 */
#include "code/object/archive.h"

#include <ar.h>
#include <string.h>

static const char thin_magic[] = "!<thin>\n";

static Err damaged(const Archive *a, const char *what) {
  return err_set(ERR_INPUT, "'%s' is damaged: %s", a->path, what);
}

static bool begins(Bytes file, const char *magic) {
  return file.n >= SARMAG && !memcmp(file.at, magic, SARMAG);
}

bool archive_is(Bytes file) { return begins(file, ARMAG) || begins(file, thin_magic); }

Err archive_open(const char *path, Bytes file, Archive *ret) {
  if (begins(file, thin_magic))
    return err_set(ERR_INPUT, "'%s' only names its members ('ar T'): give the objects instead",
                   path);
  if (!begins(file, ARMAG)) return err_set(ERR_INPUT, "'%s' is not an archive", path);
  *ret = (Archive){.path = path, .file = file, .next = SARMAG};
  return OK;
}

/* Decimal digits, then blanks. */
static bool read_number(const char *field, size_t n_field, u64 *ret) {
  size_t i = 0;
  u64 value = 0;
  for (; i < n_field && field[i] >= '0' && field[i] <= '9'; i++)
    value = value * 10 + (u64)(field[i] - '0'); /* at most 16 digits */
  size_t n_digits = i;
  while (i < n_field && field[i] == ' ') i++;
  *ret = value;
  return n_digits && i == n_field;
}

/* In the table of long names each ends in "/\n". */
static Err long_name(const Archive *a, const char *field, size_t n_field, Text *name) {
  u64 at;
  if (!read_number(field, n_field, &at) || at >= a->long_names.n)
    return damaged(a, "a member has no name");
  const char *s = (const char *)a->long_names.at + at;
  size_t n = 0, n_left = a->long_names.n - at;
  while (n < n_left && s[n] != '\n') n++;
  if (n && s[n - 1] == '/') n--;
  text_add_n(name, s, n);
  return OK;
}

static Err bsd_name(const Archive *a, const char *field, size_t n_field, ArchiveMember *io) {
  u64 n;
  if (!read_number(field, n_field, &n) || n > io->contents.n)
    return damaged(a, "a member has no name");
  text_add_n(&io->name, (const char *)io->contents.at, strnlen((const char *)io->contents.at, n));
  io->contents.at += n;
  io->contents.n -= n;
  return OK;
}

static Err read_name(const Archive *a, const struct ar_hdr *h, ArchiveMember *io) {
  const char *field = h->ar_name;
  size_t n = sizeof h->ar_name;
  text_clear(&io->name);
  if (field[0] == '/' && field[1] >= '0' && field[1] <= '9')
    return long_name(a, field + 1, n - 1, &io->name);
  if (!memcmp(field, "#1/", 3)) return bsd_name(a, field + 3, n - 3, io);
  while (n && field[n - 1] == ' ') n--;
  if (n && field[n - 1] == '/') n--;
  text_add_n(&io->name, field, n);
  return OK;
}

static bool is_index(const struct ar_hdr *h) {
  static const char *const names[] = {"/               ", "/SYM64/         ", "__.SYMDEF       "};
  for (u32 i = 0; i < ARRAY_LEN(names); i++)
    if (!memcmp(h->ar_name, names[i], sizeof h->ar_name)) return true;
  return false;
}

Err archive_next(Archive *a, ArchiveMember *io_member, bool *ret_has) {
  for (;;) {
    struct ar_hdr h;
    u64 size;
    *ret_has = a->next < a->file.n;
    if (!*ret_has) return OK;
    assert(a->next >= SARMAG);
    if (a->file.n - a->next < sizeof h) return damaged(a, "it is cut off");
    memcpy(&h, a->file.at + a->next, sizeof h);
    size_t at = a->next + sizeof h;
    if (memcmp(h.ar_fmag, ARFMAG, sizeof h.ar_fmag) ||
        !read_number(h.ar_size, sizeof h.ar_size, &size))
      return damaged(a, "there is no member where one should begin");
    if (size > a->file.n - at) return damaged(a, "its last member is cut off");
    a->next = at + size + (size & 1);
    Bytes contents = {a->file.at + at, size};
    if (is_index(&h)) continue;
    if (!memcmp(h.ar_name, "//              ", sizeof h.ar_name)) {
      a->long_names = contents;
      continue;
    }
    io_member->contents = contents;
    return read_name(a, &h, io_member);
  }
}
