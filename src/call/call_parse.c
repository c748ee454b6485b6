/* call_parse.c — from the text of a CALL to its parts, by the grammar in call.h.
 *
 * The first words of an argument decide whether it is an input or an expression.  An input begins
 * with a word of C's types or with two names in a row, which no expression has.  `x * y` is a
 * product unless a bracket follows, as only rows have a star.
 */
#include "call/call.h"

enum { LONGEST = 1 << 16 }; /* bytes of text */

typedef enum WordClass { WORD_FREE, WORD_TYPE, WORD_TAG, WORD_QUALIFIER, WORD_OTHER } WordClass;

typedef struct Keyword {
  const char *text;
  WordClass class;
} Keyword;

/* Words that are no names.  Other: those that begin no type of an input. */
static const Keyword words[] = {
    {"_Bool", WORD_TYPE},         {"__int128", WORD_TYPE},      {"char", WORD_TYPE},
    {"double", WORD_TYPE},        {"float", WORD_TYPE},         {"int", WORD_TYPE},
    {"long", WORD_TYPE},          {"short", WORD_TYPE},         {"signed", WORD_TYPE},
    {"unsigned", WORD_TYPE},      {"void", WORD_TYPE},          {"enum", WORD_TAG},
    {"struct", WORD_TAG},         {"union", WORD_TAG},          {"const", WORD_QUALIFIER},
    {"restrict", WORD_QUALIFIER}, {"volatile", WORD_QUALIFIER}, {"auto", WORD_OTHER},
    {"break", WORD_OTHER},        {"case", WORD_OTHER},         {"continue", WORD_OTHER},
    {"default", WORD_OTHER},      {"do", WORD_OTHER},           {"else", WORD_OTHER},
    {"extern", WORD_OTHER},       {"for", WORD_OTHER},          {"goto", WORD_OTHER},
    {"if", WORD_OTHER},           {"inline", WORD_OTHER},       {"register", WORD_OTHER},
    {"return", WORD_OTHER},       {"sizeof", WORD_OTHER},       {"static", WORD_OTHER},
    {"switch", WORD_OTHER},       {"typedef", WORD_OTHER},      {"while", WORD_OTHER},
};

typedef struct CallParser {
  CallLexer x;
  UserCall *c;
} CallParser;

static WordClass class_of(const CallLexer *x) {
  for (u32 i = 0; i < ARRAY_LEN(words); i++)
    if (lexer_at(x, words[i].text)) return words[i].class;
  return WORD_FREE;
}

static bool is_free_name(const CallLexer *x) {
  return x->token.kind == TOKEN_NAME && class_of(x) == WORD_FREE;
}

static char *copy_of(const char *text, Span s) {
  char *copy = mem_new(s.to - s.from + 1u);
  memcpy(copy, text + s.from, s.to - s.from);
  return copy;
}

static Err error_here(const CallParser *p, const char *message) {
  return call_error(p->x.text, p->x.token.from, "%s", message);
}

static bool ends_argument(const CallLexer *x) { return lexer_at(x, ",") || lexer_at(x, ")"); }

/* ---- expressions ----------------------------------------------------------------------------- */

/* `a[N] in 0..9`: an input whose type was forgotten. */
static bool is_misplaced_in(const CallLexer *x, const CallToken *before) {
  return lexer_at(x, "in") && before->kind != TOKEN_MARK;
}

static Err skip_expression(CallParser *p) {
  CallLexer *x = &p->x;
  CallToken first = x->token, before = x->token;
  while (!ends_argument(x)) {
    if (x->token.kind == TOKEN_END || lexer_at(x, ";"))
      return error_here(p, "expected ',' or ')' after the argument");
    if (x->token.from != first.from && is_misplaced_in(x, &before))
      return call_error(x->text, first.from, "expected a type: 'in' and 'string' are for inputs");
    if (lexer_at_any(x, "]}"))
      return call_error(x->text, x->token.from, "unexpected '%c'", x->text[x->token.from]);
    bool is_open = lexer_at_any(x, "([{");
    before = x->token;
    TRY(is_open ? lexer_skip_brackets(x) : lexer_next(x));
    if (is_open) before.kind = TOKEN_NAME; /* a whole operand */
  }
  return OK;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static Err skip_qualifiers(CallParser *p, u32 *end) {
  while (class_of(&p->x) == WORD_QUALIFIER) {
    *end = p->x.token.to;
    TRY(lexer_next(&p->x));
  }
  return OK;
}

static Err parse_type(CallParser *p, CallInput *in) {
  CallLexer *x = &p->x;
  in->type.from = x->token.from;
  TRY(skip_qualifiers(p, &in->type.to));
  if (class_of(x) == WORD_TAG) {
    TRY(lexer_next(x));
    if (!is_free_name(x)) return error_here(p, "expected the name of the struct, union or enum");
    in->type.to = x->token.to;
    TRY(lexer_next(x));
  } else if (class_of(x) == WORD_TYPE) {
    while (class_of(x) == WORD_TYPE || class_of(x) == WORD_QUALIFIER) {
      in->type.to = x->token.to;
      TRY(lexer_next(x));
    }
  } else if (is_free_name(x)) {
    in->type.to = x->token.to;
    TRY(lexer_next(x));
  } else {
    return error_here(p, "expected a type");
  }
  return skip_qualifiers(p, &in->type.to);
}

static Err parse_stars(CallParser *p, u32 *ret_n, u32 *ret_at) {
  u32 end;
  for (; lexer_at(&p->x, "*"); ++*ret_n) {
    *ret_at = p->x.token.from;
    TRY(lexer_next(&p->x));
    TRY(skip_qualifiers(p, &end));
  }
  return OK;
}

static Err check_name(const CallParser *p, const CallInput *in) {
  const UserCall *c = p->c;
  u32 at = in->typed.from;
  if (!strcmp(in->name, "N"))
    return call_error(c->text, at, "N is the size; give this input another name");
  if (!strncmp(in->name, "nadir_", 6))
    return call_error(c->text, at, "names with nadir_ are nadir's own; choose another");
  if (!strcmp(in->name, c->function))
    return call_error(c->text, at, "this is the name of the function; choose another");
  for (u32 i = 0; i < c->inputs.n; i++)
    if (!strcmp(in->name, c->inputs.at[i].name))
      return call_error(c->text, at, "two inputs are called '%s'", in->name);
  return OK;
}

static Err parse_name(CallParser *p, CallInput *in) {
  if (!is_free_name(&p->x)) {
    cleanup(freep) char *type = copy_of(p->x.text, in->type);
    return call_error(p->x.text, p->x.token.from, "expected a name after the type '%s'", type);
  }
  in->typed = (Span){p->x.token.from, p->x.token.to};
  in->name = copy_of(p->x.text, in->typed);
  TRY(check_name(p, in));
  return lexer_next(&p->x);
}

static Err parse_sizes(CallParser *p, CallInput *in) {
  CallLexer *x = &p->x;
  while (lexer_at(x, "[")) {
    if (in->n_sizes == CALL_MAX_SIZES) return error_here(p, "too many dimensions");
    TRY(lexer_next(x));
    if (lexer_at(x, "]")) return error_here(p, "expected a size between '[' and ']'");
    TRY(size_formula_parse(x, &p->c->constants, &in->sizes[in->n_sizes]));
    in->n_sizes++;
    if (!lexer_at(x, "]")) return error_here(p, "expected ']' after the size");
    TRY(lexer_next(x));
  }
  return OK;
}

static Err parse_range(CallParser *p, CallInput *in) {
  TRY(lexer_next(&p->x));
  TRY(size_formula_parse(&p->x, &p->c->constants, &in->low));
  if (!lexer_at(&p->x, "..")) return error_here(p, "expected '..' after the lower bound");
  TRY(lexer_next(&p->x));
  in->has_range = true;
  return size_formula_parse(&p->x, &p->c->constants, &in->high);
}

/* `of 'a'..'z'` or `printable` behind `string`, or nothing. */
static Err parse_letters(CallParser *p, CallInput *in) {
  if (lexer_at(&p->x, "of"))
    TRY(lexer_next(&p->x));
  else if (!lexer_at(&p->x, "printable"))
    return OK;
  return letters_parse(&p->x, &in->letters);
}

static Err parse_suffixes(CallParser *p, CallInput *in) {
  CallLexer *x = &p->x;
  for (;;) {
    if (lexer_at(x, "in") && !in->has_range) {
      TRY(parse_range(p, in));
    } else if (lexer_at(x, "sorted") && !in->is_sorted) {
      if (in->n_sizes != 1) return error_here(p, "only an array is sorted: int a[N] sorted");
      in->is_sorted = true;
      TRY(lexer_next(x));
    } else if (lexer_at(x, "string") && !in->is_string) {
      if (!in->n_sizes) return error_here(p, "a string has a size: char s[N] string");
      in->is_string = true;
      TRY(lexer_next(x));
      TRY(parse_letters(p, in));
    } else if (ends_argument(x)) {
      return OK;
    } else if (lexer_at(x, "of") && !in->is_string) {
      return error_here(p, "'of' belongs to a string: char s[N] string of 'a'..'z'");
    } else {
      return call_error(x->text, x->token.from, "expected ',' or ')' after the input '%s'",
                        in->name);
    }
  }
}

/* A star is for rows alone: a symbolic address points nowhere. */
static Err check_stars(const CallInput *in, const char *text, u32 n, u32 at) {
  cleanup(freep) char *type = copy_of(text, in->type);
  if (n == 1 && in->n_sizes == 2) return OK;
  if (n > 1)
    return call_error(text, at, "write %s *%s[ROWS][COLUMNS] for pointers to rows", type, in->name);
  if (in->n_sizes == 0)
    return call_error(text, at, "a pointer cannot be an input; write %s %s[N] for an array", type,
                      in->name);
  if (in->n_sizes == 1)
    return call_error(text, at,
                      "pointers cannot be inputs; write %s *%s[N][COLUMNS] for pointers to rows",
                      type, in->name);
  return call_error(text, at, "pointers to rows have two sizes, [ROWS][COLUMNS]");
}

static bool is_void(const char *text, Span type) {
  CallLexer x;
  if (lexer_start(text + type.from, &x) != OK) return false;
  while (class_of(&x) == WORD_QUALIFIER && lexer_next(&x) == OK) {}
  return lexer_at(&x, "void");
}

static Err parse_input_parts(CallParser *p, CallInput *in) {
  u32 n_stars = 0, star = 0;
  in->whole.from = p->x.token.from;
  TRY(parse_type(p, in));
  TRY(parse_stars(p, &n_stars, &star));
  TRY(parse_name(p, in));
  TRY(parse_sizes(p, in));
  if (n_stars) TRY(check_stars(in, p->x.text, n_stars, star));
  in->is_rows = n_stars > 0;
  if (is_void(p->x.text, in->type))
    return call_error(p->x.text, in->type.from, "an input cannot be void");
  TRY(parse_suffixes(p, in));
  in->whole.to = p->x.token.from;
  return OK;
}

static void input_done(CallInput *in) {
  mem_free(in->name);
  for (u32 i = 0; i < in->n_sizes; i++) size_formula_done(&in->sizes[i]);
  size_formula_done(&in->low);
  size_formula_done(&in->high);
}

static Err parse_input(CallParser *p) {
  CallInput in = {0};
  Err e = parse_input_parts(p, &in);
  if (e == OK)
    vec_push(&p->c->inputs, in);
  else
    input_done(&in);
  return e;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* `n in 0..9`, and not the input called "in" of `size_t in`. */
static Err check_type_is_there(const CallLexer *first, CallLexer next) {
  if (!lexer_at(&next, "in") && !lexer_at(&next, "string")) return OK;
  TRY(lexer_next(&next));
  bool is_name = lexer_at(&next, "[") || ends_argument(&next) || lexer_at(&next, "in");
  if (is_name) return OK;
  return call_error(first->text, first->token.from,
                    "expected a type: 'in' and 'string' are for inputs");
}

/* Looks ahead without moving. */
static Err is_input(const CallParser *p, bool *ret) {
  CallLexer x = p->x;
  WordClass class = class_of(&x);
  *ret = class == WORD_TYPE || class == WORD_TAG || class == WORD_QUALIFIER;
  if (*ret || !is_free_name(&x)) return OK;
  bool is_size = lexer_at(&x, "N");
  TRY(lexer_next(&x));
  if (x.token.kind == TOKEN_NAME) {
    *ret = true;
    return check_type_is_there(&p->x, x);
  }
  if (is_size || !lexer_at(&x, "*")) return OK;
  while (lexer_at(&x, "*") || class_of(&x) == WORD_QUALIFIER) TRY(lexer_next(&x));
  if (!is_free_name(&x)) return OK;
  TRY(lexer_next(&x));
  *ret = lexer_at(&x, "[");
  return OK;
}

static Err parse_argument(CallParser *p) {
  bool input;
  if (ends_argument(&p->x) || p->x.token.kind == TOKEN_END)
    return error_here(p, "expected an argument");
  if (class_of(&p->x) == WORD_OTHER && !lexer_at(&p->x, "sizeof"))
    return error_here(p, "this word cannot begin an argument");
  TRY(is_input(p, &input));
  return input ? parse_input(p) : skip_expression(p);
}

static Err parse_arguments(CallParser *p) {
  if (lexer_at(&p->x, ")")) return OK;
  TRY(parse_argument(p));
  while (lexer_at(&p->x, ",")) {
    TRY(lexer_next(&p->x));
    TRY(parse_argument(p));
  }
  return OK;
}

static Err parse_call(CallParser *p) {
  if (p->x.token.kind == TOKEN_END) return error_here(p, "expected a call: sort(int a[N], N)");
  if (!is_free_name(&p->x)) return error_here(p, "expected the name of a function");
  p->c->function = copy_of(p->x.text, (Span){p->x.token.from, p->x.token.to});
  TRY(lexer_next(&p->x));
  if (!lexer_at(&p->x, "(")) return error_here(p, "expected '(' after the name of the function");
  TRY(lexer_next(&p->x));
  TRY(parse_arguments(p));
  TRY(lexer_next(&p->x)); /* the closing parenthesis: nothing else ends arguments */
  if (lexer_at(&p->x, ";")) TRY(lexer_next(&p->x));
  if (p->x.token.kind != TOKEN_END) return error_here(p, "unexpected text after the call");
  return OK;
}

/* Names in sizes and bounds are constants of the program; inputs are not. */
static Err check_constants(const UserCall *c) {
  for (u32 i = 0; i < c->constants.n; i++) {
    Span s = c->constants.at[i];
    cleanup(freep) char *name = copy_of(c->text, s);
    CallLexer x;
    TRY(lexer_start(name, &x));
    if (!is_free_name(&x) && !lexer_at(&x, "sizeof"))
      return call_error(c->text, s.from, "expected a number, N or the name of a constant");
    for (u32 k = 0; k < c->inputs.n; k++)
      if (!strcmp(name, c->inputs.at[k].name))
        return call_error(c->text, s.from,
                          "sizes and bounds are made of N and constants, and '%s' is an input",
                          name);
  }
  return OK;
}

/* ---- public ---------------------------------------------------------------------------------- */

Err call_parse(const char *text, UserCall *ret) {
  if (strlen(text) > LONGEST)
    return err_set(ERR_USAGE, "--call: the text is longer than %d characters", LONGEST);
  cleanup(call_done) UserCall c = {.text = text_dup(text)};
  CallParser p = {.c = &c};
  TRY(lexer_start(c.text, &p.x));
  TRY(parse_call(&p));
  TRY(check_constants(&c));
  *ret = c;
  c = (UserCall){0};
  return OK;
}

void call_done(UserCall *c) {
  mem_free(c->text);
  mem_free(c->function);
  for (u32 i = 0; i < c->inputs.n; i++) input_done(&c->inputs.at[i]);
  vec_free(&c->inputs);
  vec_free(&c->constants);
}

bool call_has_size(const UserCall *c) {
  CallLexer x;
  bool found = false;
  for (Err e = lexer_start(c->text, &x); e == OK && x.token.kind != TOKEN_END; e = lexer_next(&x))
    found |= lexer_at(&x, "N");
  return found;
}
