/* propose.c — from a signature to a CALL.
 *
 * What a number means is guessed from its place and its name, as a reader would guess.  One that
 * is called n, len, count … beside a pointer is the length of what the pointer points to.  Without
 * such a name, the first number after the pointer is.  A wrong guess does no harm: the user sees
 * the call, and nadir shows the error that follows from it.
 */
#include "call/propose.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef enum ParamRole {
  ROLE_VALUE,        /* an input of its own */
  ROLE_DATA,         /* points to inputs */
  ROLE_LENGTH,       /* N */
  ROLE_ELEMENT_SIZE, /* sizeof(int), beside a void * */
  ROLE_FIRST,        /* 0 and N-1: the ends of a part */
  ROLE_LAST,
  ROLE_INDEX, /* 0..N-1 */
  ROLE_FUNCTION,
} ParamRole;

typedef struct ParamPlan {
  const char *name;  /* borrowed */
  const CType *type; /* borrowed */
  ParamUse use;
  ParamRole role;
  bool has_length; /* of data: some number is its length */
  bool has_size;   /* of data: and another that of its elements */
} ParamPlan;

typedef struct CallPlan {
  const CFunction *f;
  const CTypes *types;
  VEC(ParamPlan) params; /* owned */
  u32 n_data;
  bool is_bounded;       /* numbers by N, if there is no data */
  const UserCall *typed; /* that does not fit; NULL: nothing was typed */
} CallPlan;

/* ---- names -------------------------------------------------------------------------------------- */

typedef struct WordSet {
  const char *const *whole, *const
                                *ends; /* ended by NULL; the name is one of them, or ends in one */
} WordSet;

static const char *const length_words[] = {"n",  "m",   "nn",    "len", "length", "size",  "count",
                                           "sz", "num", "total", "cnt", "nmemb",  "nelem", NULL};
static const char *const length_ends[] = {"len",   "length", "size",  "count", "cnt",  "_n",
                                          "nmemb", "nelem",  "elems", "items", "_num", NULL};
static const char *const size_words[] = {"width", "es", "w", "sz", "size", NULL};
static const char *const size_ends[] = {"size", "width", "bytes", "_sz", NULL};
static const char *const first_words[] = {"l",     "lo",    "low",  "lower", "lb", "left", "first",
                                          "begin", "start", "from", "p",     "s",  "beg",  NULL};
static const char *const first_ends[] = {"start", "begin", "first", "lower",
                                         "left",  "_lo",   "low",   NULL};
static const char *const last_words[] = {"r",     "h",    "hi",    "u",    "high",
                                         "upper", "ub",   "right", "last", "end",
                                         "e",     "stop", "to",    "q",    NULL};
static const char *const last_ends[] = {"end", "last", "upper", "right",
                                        "_hi", "high", "stop",  NULL};
static const char *const index_words[] = {"i", "j", "k", "idx", "index", "pos", "root", NULL};
static const char *const value_words[] = {"x",   "key",  "value",  "val",  "target", "c", "ch",
                                          "elt", "elem", "needle", "item", "wanted", NULL};
static const char *const output_words[] = {"dst", "dest", "out",    "output", "result",
                                           "res", "buf",  "buffer", "to",     NULL};
static const char *const no_words[] = {NULL};
static const char *const compare_ends[] = {"cmp", "compare", "less", "comparator", "order", NULL};

static const WordSet lengths = {length_words, length_ends}, sizes = {size_words, size_ends},
                     firsts = {first_words, first_ends}, lasts = {last_words, last_ends},
                     indexes = {index_words, no_words}, values = {value_words, no_words},
                     outputs = {output_words, no_words}, compares = {no_words, compare_ends};

static bool is_named(const char *name, WordSet set) {
  char lower[64];
  size_t n = 0;
  for (; name[n] && n + 1 < sizeof lower; n++) lower[n] = (char)tolower((unsigned char)name[n]);
  lower[n] = 0;
  for (const char *const *w = set.whole; *w; w++)
    if (!strcmp(lower, *w)) return true;
  for (const char *const *w = set.ends; *w; w++)
    if (n >= strlen(*w) && !strcmp(lower + n - strlen(*w), *w)) return true;
  return (set.whole == length_words) &&
         (!strncmp(lower, "n_", 2) || !strncmp(lower, "num", 3) || !strncmp(lower, "len", 3));
}

/* ---- types -------------------------------------------------------------------------------------- */

static bool is_integer(const CType *t) { return t->kind == C_SIGNED || t->kind == C_UNSIGNED; }

static bool is_number(const CType *t) {
  return is_integer(t) || t->kind == C_CHAR || t->kind == C_BOOL || t->kind == C_FLOAT;
}

static bool is_struct(const CType *t) { return t->kind == C_STRUCT || t->kind == C_UNION; }

static const CType *pointee(const CType *t) { return ctype_plain(t)->to; }

static bool has_pointers(const CType *t) {
  const CType *p = ctype_plain(t);
  if (p->kind == C_POINTER) return true;
  if (p->kind == C_ARRAY) return has_pointers(p->to);
  if (p->kind != C_STRUCT && p->kind != C_UNION) return false;
  for (u32 i = 0; i < p->members.n; i++)
    if (has_pointers(p->members.at[i].type)) return true;
  return false;
}

static void print_type(const CType *t, Text *to) {
  const CType *p = ctype_plain(t);
  if (*t->name) {
    text_addf(to, "%s%s", t->is_const ? "const " : "", t->name);
  } else if (p->kind == C_POINTER && ctype_plain(p->to)->kind == C_FUNCTION) {
    print_type(p->to, to);
  } else if (p->kind == C_POINTER) {
    print_type(p->to, to);
    text_add(to, " *");
  } else if (p->kind == C_FUNCTION) {
    print_type(p->to, to);
    text_add(to, " (");
    for (u32 i = 0; i < p->members.n; i++) {
      if (i) text_add(to, ", ");
      print_type(p->members.at[i].type, to);
    }
    text_add(to, p->members.n ? ")" : "void)");
  } else {
    text_addf(to, "%s", p->kind == C_VOID ? t->is_const ? "const void" : "void" : "a type");
  }
}

/* ---- roles -------------------------------------------------------------------------------------- */

static bool is_data(const ParamPlan *p) { return p->role == ROLE_DATA; }

/* Data that may have a length: not a single number that is written through a pointer. */
static bool is_many(const ParamPlan *p) { return is_data(p) && !p->use.is_one; }

/* "cJSON_bool", where C has an int. */
static bool is_truth(const CType *t) {
  size_t n = strlen(t->name);
  return n >= 4 && (!strcasecmp(t->name + n - 4, "bool") || !strcasecmp(t->name, "boolean"));
}

/* A number that may be a length or an index. */
static bool is_free_integer(const CallPlan *plan, u32 i) {
  return i < plan->params.n && plan->params.at[i].role == ROLE_VALUE &&
         is_integer(plan->params.at[i].type) && !is_truth(plan->params.at[i].type);
}

static void read_params(CallPlan *plan) {
  const CFunction *f = plan->f;
  for (u32 i = 0; i < f->type->members.n; i++) {
    ParamPlan p = {
        .name = f->names.at[i], .type = f->type->members.at[i].type, .use = f->uses.at[i]};
    if (p.type->kind == C_POINTER)
      p.role = ctype_plain(pointee(p.type))->kind == C_FUNCTION ? ROLE_FUNCTION : ROLE_DATA;
    plan->n_data += p.role == ROLE_DATA;
    vec_push(&plan->params, p);
  }
}

/* The number i is the length of the data in from..to-1 that have none yet. */
static void set_length(CallPlan *plan, u32 i, u32 from, u32 to) {
  plan->params.at[i].role = ROLE_LENGTH;
  for (u32 k = from; k < to; k++)
    if (is_many(&plan->params.at[k])) plan->params.at[k].has_length = true;
}

/* Is there a number with the name of a length behind i, before the next pointer? */
static bool has_better_length(const CallPlan *plan, u32 i) {
  for (i++; is_free_integer(plan, i); i++)
    if (is_named(plan->params.at[i].name, lengths)) return true;
  return false;
}

/* `low, high` behind data without a length. */
static bool find_ends(CallPlan *plan, u32 i, u32 data) {
  if (!is_free_integer(plan, i) || !is_free_integer(plan, i + 1)) return false;
  ParamPlan *first = &plan->params.at[i], *last = first + 1;
  if (!is_named(first->name, firsts) || !is_named(last->name, lasts)) return false;
  set_length(plan, i, data, i);
  first->role = ROLE_FIRST;
  last->role = ROLE_LAST;
  return true;
}

/* (void *base, size_t n, size_t size), in either order. */
static bool find_element_size(CallPlan *plan, u32 i, u32 data) {
  if (!is_free_integer(plan, i) || !is_free_integer(plan, i + 1)) return false;
  ParamPlan *p = plan->params.at, *block = &p[data];
  if (ctype_plain(pointee(block->type))->kind != C_VOID) return false;
  bool second = is_named(p[i + 1].name, sizes);
  if (!second && !is_named(p[i].name, sizes)) return false;
  set_length(plan, second ? i : i + 1, data, i);
  p[second ? i + 1 : i].role = ROLE_ELEMENT_SIZE;
  for (u32 k = data; k < i; k++) p[k].has_size = is_data(&p[k]);
  return true;
}

/* What the number i is to the data from `data` on, none of which has a length. */
static bool find_length(CallPlan *plan, u32 i, u32 data) {
  if (find_element_size(plan, i, data) || find_ends(plan, i, data)) return true;
  const char *name = plan->params.at[i].name;
  const ParamPlan *before = &plan->params.at[i - 1];
  bool is_next = is_many(before) && !is_struct(pointee(before->type)) &&
                 !has_better_length(plan, i) && !is_named(name, values) && !is_named(name, indexes);
  if (!is_next && !is_named(name, lengths)) return false;
  set_length(plan, i, data, i);
  return true;
}

static void find_lengths(CallPlan *plan) {
  u32 data = UINT32_MAX; /* the first that has no length */
  for (u32 i = 0; i < plan->params.n; i++) {
    if (is_many(&plan->params.at[i]) && data == UINT32_MAX) data = i;
    if (data != UINT32_MAX && is_free_integer(plan, i) && find_length(plan, i, data))
      data = UINT32_MAX;
  }
}

/* `size_t n, int *a`, and what is left over. */
static void find_others(CallPlan *plan) {
  for (u32 i = 0; i < plan->params.n; i++) {
    if (!is_free_integer(plan, i)) continue;
    ParamPlan *p = &plan->params.at[i];
    bool precedes = i + 1 < plan->params.n && is_many(p + 1) && !p[1].has_length;
    if (plan->n_data && is_named(p->name, lengths))
      set_length(plan, i, i, precedes ? plan->params.n : i);
    else if (plan->n_data && is_named(p->name, indexes))
      p->role = ROLE_INDEX;
  }
}

/* ---- writing ------------------------------------------------------------------------------------ */

/* Names that a CALL does not allow get another. */
static void add_name(const CallPlan *plan, u32 i, Text *to) {
  const char *name = plan->params.at[i].name;
  if (!*name)
    text_addf(to, "p%u", i + 1);
  else if (!strcmp(name, "N") || !strncmp(name, "nadir_", 6) || !strcmp(name, plan->f->name))
    text_addf(to, "p_%s", name);
  else
    text_add(to, name);
}

static bool cannot(Text *why_not, const ParamPlan *p, const char *what, const CType *t) {
  text_addf(why_not, "'%s' ", *p->name ? p->name : "a parameter");
  text_add(why_not, "is ");
  print_type(t, why_not);
  text_addf(why_not, ", %s", what);
  return false;
}

/* Can a symbol be of this type? */
static bool check_element(const ParamPlan *p, const CType *t, Text *why_not) {
  if (is_number(t) || t->kind == C_ENUM) return true;
  if (!is_struct(t)) return cannot(why_not, p, "which no symbol can be", t);
  if (!t->n_bytes) return cannot(why_not, p, "which this file does not define", t);
  if (!*t->name) return cannot(why_not, p, "which has no name", t);
  return !has_pointers(t) || cannot(why_not, p, "which has pointers in it", t);
}

/* "int", or another number for an enum that cannot be named. */
static const char *element_name(const CType *t) { return *t->name ? t->name : "int"; }

static const char letters_and_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/* Which argument of the call begins here? */
static u32 argument_at(const char *text, u32 at) {
  u32 n = 0, depth = 0;
  char quote = 0;
  for (u32 i = 0; i < at; i++) {
    char c = text[i];
    if (quote)
      quote = c == quote && text[i - 1] != '\\' ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (strchr("([{", c))
      depth++;
    else if (strchr(")]}", c))
      depth--;
    n += !quote && c == ',' && depth == 1;
  }
  return n;
}

/* What was typed for a parameter, if it has several dimensions that lie behind each other. */
static const CallInput *typed_matrix(const CallPlan *plan, u32 i) {
  for (u32 k = 0; plan->typed && k < plan->typed->inputs.n; k++) {
    const CallInput *in = &plan->typed->inputs.at[k];
    if (in->n_sizes > 1 && !in->is_rows && argument_at(plan->typed->text, in->whole.from) == i)
      return in;
  }
  return NULL;
}

/* "[N*(N+1)]" for [N][N+1]; false: nothing like that was typed. */
static bool add_product(const CallPlan *plan, u32 i, Text *to) {
  const CallInput *in = typed_matrix(plan, i);
  if (!in) return false;
  for (u32 k = 0; k < in->n_sizes; k++) {
    const char *size = plan->typed->text + in->sizes[k].from;
    u32 n = (u32)strcspn(size, "]");
    bool is_word = strspn(size, letters_and_digits) >= n;
    text_addf(to, is_word ? "%s%.*s" : "%s(%.*s)", k ? "*" : "[", (int)n, size);
  }
  text_add_char(to, ']');
  return true;
}

static bool add_text(const CallPlan *plan, u32 i, const CType *element, Text *to) {
  const ParamPlan *p = &plan->params.at[i];
  bool is_output = !element->is_const && is_named(p->name, outputs);
  text_addf(to, "%s ", element_name(element));
  add_name(plan, i, to);
  if (add_product(plan, i, to)) return true;
  if (p->has_length && !p->use.is_text)
    text_add(to, "[N]");
  else if (!p->has_length && p->use.is_one)
    text_add(to, "[1]");
  else
    text_add(to, is_output ? "[4*N+16]" : "[N] string");
  return true;
}

/* Pointers to pointers: rows. */
static bool add_rows(const CallPlan *plan, u32 i, const CType *row, Text *to, Text *why_not) {
  const ParamPlan *p = &plan->params.at[i];
  const CType *element = pointee(row);
  bool is_text = element->kind == C_CHAR;
  /* Where a text ends, as strtol has it, or a result that may be left out. */
  if (!p->has_length && (is_text || (p->use.may_be_null && plan->n_data > 1))) {
    text_add(to, "NULL");
    return true;
  }
  if (!check_element(p, element, why_not)) return false;
  text_addf(to, "%s *", element_name(element));
  add_name(plan, i, to);
  text_add(to, is_text ? "[N][8] string" : "[N][N]");
  return true;
}

/* Pointers to arrays: `int g[][10]`. */
static bool add_grid(const CallPlan *plan, u32 i, const CType *row, Text *to, Text *why_not) {
  cleanup(text_free) Text counts = {0};
  const CType *t = ctype_plain(row);
  for (; t->kind == C_ARRAY; t = ctype_plain(t->to)) {
    const CType *element = ctype_plain(t->to);
    if (!t->n_bytes || !element->n_bytes)
      text_add(&counts, "[N]");
    else
      text_addf(&counts, "[%ju]", (uintmax_t)(t->n_bytes / element->n_bytes));
    row = t->to;
  }
  if (!check_element(&plan->params.at[i], row, why_not)) return false;
  text_addf(to, "%s ", element_name(row));
  add_name(plan, i, to);
  text_addf(to, "[N]%s", text_c(&counts));
  return true;
}

static bool add_void(const CallPlan *plan, u32 i, Text *to) {
  const ParamPlan *p = &plan->params.at[i];
  bool is_element = !p->has_length && pointee(p->type)->is_const; /* as comparators have them */
  bool is_written = !p->has_length && !is_element && p->use.is_accessed;
  if (!p->has_length && !is_element && !is_written) { /* what is handed on to a callback */
    text_add(to, "NULL");
    return true;
  }
  text_add(to, p->has_size || is_element ? "int " : "unsigned char ");
  add_name(plan, i, to);
  text_add(to, is_element ? "[1]" : is_written ? "[4*N+16]" : "[N]");
  return true;
}

static bool add_data(const CallPlan *plan, u32 i, Text *to, Text *why_not) {
  const ParamPlan *p = &plan->params.at[i];
  const CType *element = pointee(p->type);
  if (element->kind == C_VOID) return add_void(plan, i, to);
  if (element->kind == C_CHAR) return add_text(plan, i, element, to);
  if (element->kind == C_POINTER) return add_rows(plan, i, element, to, why_not);
  if (element->kind == C_ARRAY) return add_grid(plan, i, element, to, why_not);
  if (!check_element(p, element, why_not)) return false;
  text_addf(to, "%s ", element_name(element));
  add_name(plan, i, to);
  bool is_one = (is_struct(element) || p->use.is_one) && !p->has_length;
  if (!add_product(plan, i, to)) text_add(to, is_one ? "[1]" : "[N]");
  return true;
}

/* A function of the program that fits, best one whose name says that it compares. */
static bool add_function(const CallPlan *plan, u32 i, Text *to, Text *why_not) {
  const ParamPlan *p = &plan->params.at[i];
  const CType *wanted = pointee(p->type);
  const CFunction *best = NULL;
  for (u32 k = 0; k < plan->types->functions.n; k++) {
    const CFunction *f = &plan->types->functions.at[k];
    if (!strcmp(f->name, plan->f->name) || !ctype_equal(f->type, wanted)) continue;
    if (!best || (!is_named(best->name, compares) && is_named(f->name, compares))) best = f;
  }
  if (best) {
    text_add(to, best->name);
    return true;
  }
  return cannot(why_not, p, "and no function of the file is: write one", wanted);
}

static bool add_value(const CallPlan *plan, u32 i, Text *to, Text *why_not) {
  const ParamPlan *p = &plan->params.at[i];
  if (!check_element(p, p->type, why_not)) return false;
  text_addf(to, "%s ", element_name(p->type));
  add_name(plan, i, to);
  if (p->role == ROLE_INDEX)
    text_add(to, " in 0..N-1");
  else if (plan->is_bounded && !plan->n_data && (is_integer(p->type) || p->type->kind == C_FLOAT))
    text_add(to, " in 0..N");
  return true;
}

/* What cannot be made is left out where the function looks whether it is there, if something else
 * is its input. */
static bool add_pointer(const CallPlan *plan, u32 i, Text *to, Text *why_not) {
  const ParamPlan *p = &plan->params.at[i];
  cleanup(text_free) Text made = {0}, refused = {0};
  bool is_made =
      is_data(p) ? add_data(plan, i, &made, &refused) : add_function(plan, i, &made, &refused);
  bool is_left_out = !is_made && p->use.may_be_null && plan->n_data > is_data(p);
  if (is_made || is_left_out)
    text_add(to, is_made ? text_c(&made) : "NULL");
  else
    text_add(why_not, text_c(&refused));
  return is_made || is_left_out;
}

static bool add_param(const CallPlan *plan, u32 i, Text *to, Text *why_not) {
  switch (plan->params.at[i].role) {
  case ROLE_DATA:
  case ROLE_FUNCTION:
    return add_pointer(plan, i, to, why_not);
  case ROLE_VALUE:
  case ROLE_INDEX:
    return add_value(plan, i, to, why_not);
  case ROLE_LENGTH:
    text_add(to, "N");
    return true;
  case ROLE_ELEMENT_SIZE:
    text_add(to, "sizeof(int)");
    return true;
  case ROLE_FIRST:
    text_add(to, "0");
    return true;
  case ROLE_LAST:
    text_add(to, "N-1");
    return true;
  }
  return true;
}

CallProposal call_propose(const CFunction *f, const CTypes *types, const UserCall *typed,
                          bool is_bounded) {
  CallPlan plan = {.f = f, .types = types, .typed = typed, .is_bounded = is_bounded};
  CallProposal made = {0};
  read_params(&plan);
  find_lengths(&plan);
  find_others(&plan);
  text_addf(&made.call, "%s(", f->name);
  bool is_possible = true;
  for (u32 i = 0; i < plan.params.n && is_possible; i++) {
    if (i) text_add(&made.call, ", ");
    u32 from = made.call.n;
    is_possible = add_param(&plan, i, &made.call, &made.why_not);
    made.n_left_out += is_possible && !strcmp(text_c(&made.call) + from, "NULL");
  }
  text_add_char(&made.call, ')');
  if (!is_possible) text_clear(&made.call);
  vec_free(&plan.params);
  return made;
}

void call_proposal_done(CallProposal *p) {
  text_free(&p->call);
  text_free(&p->why_not);
}
