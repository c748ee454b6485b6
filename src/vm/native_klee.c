/* native_klee.c — what KLEE's programs say about themselves, on their standard error. */
#include "expr/print.h"
#include "vm/native_impl.h"

/* klee_warning: what the program wants to be told, on its standard error. */
bool native_do_warn(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  text_add(&t, "warning: ");
  native_text(n, native_arg_value(n, 0), &t);
  text_add_char(&t, '\n');
  native_output(n, 2, text_c(&t), t.n);
  return native_done(n);
}

/* klee_print_expr, klee_print_range: a name and the terms behind it. */
bool native_do_print_terms(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  cleanup(text_free) Text t = {0};
  native_text(n, native_arg_value(n, 0), &t);
  text_add_char(&t, ':');
  for (u32 k = 1; k < n->call->n_args; k++) {
    text_add_char(&t, ' ');
    expr_print(&t, native_arg_term(n, k));
  }
  text_add_char(&t, '\n');
  native_output(n, 2, text_c(&t), t.n);
  return native_done(n);
}
