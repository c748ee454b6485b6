/* smt_function.c — declare-fun with parameters: an uninterpreted function is a sparse array, read
 * at its arguments.
 *
 * So models, evaluation and validation need to know nothing of functions, and a function is used as
 * a macro is.  An index has at most 64 bits.  Arguments that need more are looked up in several
 * steps: a step reads a token of 32 bits for the arguments so far, and the token is part of the
 * next index.  Any tokens make a function, and tokens can distinguish all arguments of a script, so
 * nothing is gained or lost (as in currying; the tokens are those of hashed argument lists in
 * congruence closure).
 */
#include "expr/input.h"
#include "expr/smt_impl.h"

enum { TOKEN_WIDTH = 32, MAX_INDEX = 64 };

/* Cuts the arguments into pieces that leave room for a token. */
static void cut_arguments(Macro *m) {
  for (u32 i = 0; i < m->n; i++) {
    u32 width = m->formals[i].sort.width;
    for (u32 low = 0; low < width; low += TOKEN_WIDTH)
      vec_push(&m->pieces, ((SmtPiece){i, low, MIN(width - low, TOKEN_WIDTH)}));
  }
}

/* Groups of pieces that fit into an index, each after the first with a token before it. */
static void make_steps(Macro *m) {
  u32 n_pieces = m->pieces.n;
  u32 width = MAX_INDEX + 1; /* of the index so far: the first piece begins a step */
  for (u32 i = 0; i < n_pieces; i++) {
    SmtPiece piece = m->pieces.at[i];
    if (width + piece.width > MAX_INDEX) {
      vec_push(&m->steps, ((SmtStep){.first_piece = m->pieces.n}));
      width = m->steps.n > 1 ? TOKEN_WIDTH : 0;
      if (width) vec_push(&m->pieces, ((SmtPiece){PIECE_TOKEN, 0, TOKEN_WIDTH}));
    }
    vec_push(&m->pieces, piece);
    width += piece.width;
  }
  for (u32 i = 0; i < m->steps.n; i++) {
    u32 end = i + 1 < m->steps.n ? m->steps.at[i + 1].first_piece : m->pieces.n;
    m->steps.at[i].n_pieces = end - m->steps.at[i].first_piece;
  }
}

static Expr piece_term(const Macro *m, SmtPiece piece, Expr token) {
  if (piece.argument == PIECE_TOKEN) return token;
  return expr_extract(m->formals[piece.argument].e, piece.low, piece.width);
}

static Expr step_index(const Macro *m, const SmtStep *step, Expr token) {
  Expr index = piece_term(m, m->pieces.at[step->first_piece], token);
  for (u32 i = 1; i < step->n_pieces; i++)
    index = expr_concat(index, piece_term(m, m->pieces.at[step->first_piece + i], token));
  return index;
}

/* A backslash is in no symbol of a script. */
static Input step_input(const char *name, u32 step, u32 index_width, u32 elem_width) {
  cleanup(text_free) Text unique = text_format("%s\\%u", name, step + 1);
  return input_array(text_c(&unique), index_width, elem_width);
}

void function_define(Macro *m, const char *name, Sort sort) {
  cut_arguments(m);
  make_steps(m);
  Expr value = EXPR_NONE;
  for (u32 i = 0; i < m->steps.n; i++) {
    SmtStep *step = &m->steps.at[i];
    Expr index = step_index(m, step, value);
    u32 width = i + 1 < m->steps.n ? TOKEN_WIDTH : sort.width;
    step->array = expr_array_input(step_input(name, i, expr_width(index), width));
    value = expr_select(step->array, index);
  }
  m->body = (Term){value, sort, 0};
}
