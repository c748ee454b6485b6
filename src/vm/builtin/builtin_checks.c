/* builtin_checks.c — what clang's UndefinedBehaviorSanitizer found, by the table in
 * code/ubsan.def.
 *
 * Each check hands over the address of its description, and the values.  If a check has several
 * reasons, the values say which it is.  If these are symbols, that is one more check of the path,
 * so that both x / 0 and the smallest number by -1 are found.  Without arguments (-fsanitize-trap,
 * the minimal runtime) the table alone has to do.
 */
#include "vm/builtin/builtin_impl.h"

/* The description: a place in the source of 16 bytes, then addresses of types. */
enum { DATA_TYPE = 16, DATA_ALIGNMENT = 24, DATA_ACCESS = 25 };
enum { TYPE_INFO = 2 }; /* of an integer: bit 0 signed, above it the logarithm of its width */
enum { ACCESS_STORE = 1 };

typedef struct CheckRow {
  Stop stop;
  const char *text;
} CheckRow;

static const CheckRow rows[] = {
#define UBSAN(id, trap, name, stop, text) {STOP_##stop, text},
#include "code/ubsan.def"
#undef UBSAN
};

enum { VARIANTS = BUILTIN_UBSAN_SUB - BUILTIN_UBSAN_ADD };

/* The bytes of a description are constants of the program; 0 if they cannot be read. */
static u64 data_at(const BuiltinCall *n, u64 address, u32 n_bytes) {
  Word w;
  if (object_load(&n->s->space, address, n_bytes, &w) != FAULT_NONE) return 0;
  return word_is_symbolic(w) ? 0 : w.value;
}

static u64 type_info(const BuiltinCall *n) {
  u64 type = data_at(n, builtin_arg_value(n, 0) + DATA_TYPE, 8);
  return type ? data_at(n, type + TYPE_INFO, 2) : 0;
}

static u32 type_width(u64 info) { return info >> 1 < 16 ? 1u << (info >> 1) : 0; }

/* Argument k, an integer of this width: one of more than 64 bits is passed by address. */
static Expr integer_arg(const BuiltinCall *n, u32 k, u32 width) {
  if (width <= 64) return builtin_arg_term(n, k);
  Expr e = EXPR_NONE;
  for (u32 at = 0; at < width / 8; at += 8) {
    Word w;
    if (object_load(&n->s->space, builtin_arg_value(n, k) + at, 8, &w) != FAULT_NONE)
      return expr_const(64, 0);
    Expr word = word_expr(w, 8);
    e = at ? expr_concat(word, e) : word;
  }
  return e;
}

/* Ends the path with `first` where the condition fails, else with `second`. */
static bool stop_one_of(const BuiltinCall *n, Expr holds, Stop first, Stop second,
                        const char *text) {
  if (step_passed(n->s) || expr_is_value(holds, 1)) return step_stop(n->s, second, text);
  if (expr_is_const(holds)) return step_stop(n->s, first, "");
  return step_choice(n->s, (Choice){.kind = CHOICE_CHECK, .term = holds, .check.stop = first});
}

static bool stop_division(const BuiltinCall *n) {
  Expr by = integer_arg(n, 2, type_width(type_info(n)));
  Expr holds = expr_ne(by, expr_const(expr_width(by), 0));
  return stop_one_of(n, holds, STOP_DIVISION, STOP_DIVISION_OVERFLOW, "");
}

/* By the width or more; else bits were shifted out of a signed number. */
static bool stop_shift(const BuiltinCall *n) {
  u32 width = type_width(type_info(n));
  Expr by = builtin_arg_term(n, 2);
  Expr holds = expr_ult(by, expr_const(expr_width(by), width));
  return stop_one_of(n, holds, STOP_SHIFT, STOP_OVERFLOW, "in a shift to the left");
}

static bool stop_pointer(const BuiltinCall *n) {
  u64 data = builtin_arg_value(n, 0);
  u64 alignment = 1ull << (data_at(n, data + DATA_ALIGNMENT, 1) & 63);
  Expr p = builtin_arg_term(n, 1);
  u64 guess = reg_guess(n->vm, n->s, builtin_arg(n, 1));
  Stop other = guess & (alignment - 1)                             ? STOP_MISALIGNED
               : data_at(n, data + DATA_ACCESS, 1) == ACCESS_STORE ? STOP_WRITE_BOUNDS
                                                                   : STOP_READ_BOUNDS;
  return stop_one_of(n, expr_ne(p, expr_const(expr_width(p), 0)), STOP_NULL_POINTER, other, "");
}

bool builtin_do_check(const BuiltinCall *n) {
  u32 row = (u32)(n->builtin - BUILTIN_UBSAN_ADD) / VARIANTS;
  u32 base = BUILTIN_UBSAN_ADD + row * VARIANTS;
  if (base == BUILTIN_UBSAN_DIVREM && n->call->n_args >= 3) return stop_division(n);
  if (base == BUILTIN_UBSAN_SHIFT && n->call->n_args >= 3) return stop_shift(n);
  if (base == BUILTIN_UBSAN_TYPE_MISMATCH_V1 && n->call->n_args >= 2) return stop_pointer(n);
  return step_stop(n->s, rows[row].stop, rows[row].text);
}
