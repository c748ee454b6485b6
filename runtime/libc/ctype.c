/* ctype.c — <ctype.h>: functions, and the tables that glibc's macros read.
 *
 * Debian's header turns isalpha(c) into (*__ctype_b_loc())[c] & a mask, toupper(c) into a look-up
 * of (*__ctype_toupper_loc())[c].  The tables run from -128 to 255, because programs pass plain
 * char; EOF is -1.  The locale is always "C".  Functions read the same tables: one look-up of a
 * constant table by a symbolic byte, and one decision, whatever the class.
 */
#include "libc.h"

/* glibc's numbers of the classes. */
enum {
  IS_upper = 1 << 8,
  IS_lower = 1 << 9,
  IS_alpha = 1 << 10,
  IS_digit = 1 << 11,
  IS_xdigit = 1 << 12,
  IS_space = 1 << 13,
  IS_print = 1 << 14,
  IS_graph = 1 << 15,
  IS_blank = 1 << 0,
  IS_cntrl = 1 << 1,
  IS_punct = 1 << 2,
  IS_alnum = 1 << 3,
};

#define CLASS(c) [128 + (c)]
#define RANGE(from, to) [128 + (from)... 128 + (to)]

enum {
  UPPER = IS_upper | IS_alpha | IS_alnum | IS_print | IS_graph,
  LOWER = IS_lower | IS_alpha | IS_alnum | IS_print | IS_graph,
  DIGIT = IS_digit | IS_xdigit | IS_alnum | IS_print | IS_graph,
  PUNCT = IS_punct | IS_print | IS_graph,
};

const unsigned short __nadir_ctype_classes[384] = {
    RANGE(0, 8) = IS_cntrl,
    CLASS('\t') = IS_cntrl | IS_space | IS_blank,
    RANGE('\n', '\r') = IS_cntrl | IS_space,
    RANGE(14, 31) = IS_cntrl,
    CLASS(' ') = IS_space | IS_blank | IS_print,
    RANGE('!', '/') = PUNCT,
    RANGE('0', '9') = DIGIT,
    RANGE(':', '@') = PUNCT,
    RANGE('A', 'F') = UPPER | IS_xdigit,
    RANGE('G', 'Z') = UPPER,
    RANGE('[', '`') = PUNCT,
    RANGE('a', 'f') = LOWER | IS_xdigit,
    RANGE('g', 'z') = LOWER,
    RANGE('{', '~') = PUNCT,
    CLASS(127) = IS_cntrl,
};

/* Eight and 32 consecutive numbers. */
#define N8(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define N32(n) N8(n), N8((n) + 8), N8((n) + 16), N8((n) + 24)
/* Those of them that are letters of the other case, with the others around. */
#define LETTERS(before, first, after) \
  before, N8(first), N8((first) + 8), N8((first) + 16), (first) + 24, (first) + 25, N5(after)
#define N5(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4

/* glibc's tables give bytes above 127 back unchanged, as unsigned char below zero, too; only EOF
 * stays EOF. */
#define NEGATIVE \
  N32(128), N32(160), N32(192), N8(224), N8(232), N8(240), 248, 249, 250, 251, 252, 253, 254, -1

const int __nadir_ctype_lower[384] = {
    NEGATIVE, N32(0),   N32(32),  LETTERS('@', 'a', '['), N32(96), N32(128),
    N32(160), N32(192), N32(224),
};

const int __nadir_ctype_upper[384] = {
    NEGATIVE, N32(0),   N32(32),  N32(64),  LETTERS('`', 'A', '{'),
    N32(128), N32(160), N32(192), N32(224),
};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *const at = __nadir_ctype_classes + 128;
  return (const unsigned short **)&at;
}

const int **__ctype_tolower_loc(void) {
  static const int *const at = __nadir_ctype_lower + 128;
  return (const int **)&at;
}

const int **__ctype_toupper_loc(void) {
  static const int *const at = __nadir_ctype_upper + 128;
  return (const int **)&at;
}

/* Outside of the tables a character is in no class and has no case. */
static int in_tables(int c) { return c >= -128 && c <= 255; }

static int has_class(int c, int mask) {
  return in_tables(c) ? __nadir_ctype_classes[128 + c] & mask : 0;
}

int isalnum(int c) { return has_class(c, IS_alnum); }

int isalpha(int c) { return has_class(c, IS_alpha); }

int isblank(int c) { return has_class(c, IS_blank); }

int iscntrl(int c) { return has_class(c, IS_cntrl); }

int isdigit(int c) { return has_class(c, IS_digit); }

int isgraph(int c) { return has_class(c, IS_graph); }

int islower(int c) { return has_class(c, IS_lower); }

int isprint(int c) { return has_class(c, IS_print); }

int ispunct(int c) { return has_class(c, IS_punct); }

int isspace(int c) { return has_class(c, IS_space); }

int isupper(int c) { return has_class(c, IS_upper); }

int isxdigit(int c) { return has_class(c, IS_xdigit); }

int isascii(int c) { return (c & ~127) == 0; }

int toascii(int c) { return c & 127; }

int tolower(int c) { return in_tables(c) ? __nadir_ctype_lower[128 + c] : c; }

int toupper(int c) { return in_tables(c) ? __nadir_ctype_upper[128 + c] : c; }
