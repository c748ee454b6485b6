/* print_impl.h — what print.c and print_names.c share; private to them. */
#pragma once

#include "base/map.h"
#include "expr/input.h"
#include "expr/print.h"

/* The printed names of the inputs and bytes of inputs that some terms use. */
typedef struct PrintNames {
  VEC(u64) keys;   /* of what is used: see name_key */
  Map offset;      /* key → where its name starts in `text` */
  Map taken;       /* hash of a name → its offset; collisions probe on */
  Text text;       /* names, each with its zero */
  bool has_arrays; /* some term is an array */
  u32 n_marks;     /* labels start with this many '?': no name does */
} PrintNames;

/* Adds what the leaf uses. */
void names_use(PrintNames *n, Expr leaf);
/* Gives names to all that is used; no two are equal, none is a word of SMT-LIB. */
void names_settle(PrintNames *n);
void names_done(PrintNames *n);
const char *name_of_input(const PrintNames *n, Input in);
const char *name_of_byte(const PrintNames *n, Input in, u32 byte);
void names_declare(const PrintNames *n, Text *out);
