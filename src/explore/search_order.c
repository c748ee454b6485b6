/* search_order.c — reads an order to search in: names, and those that are made of others. */
#include "explore/search_order.h"

#include "base/clock.h"
#include "base/quantity.h"
#include "base/suggest.h"
#include "base/text.h"
#include "learn/bandit.h"

#include <ctype.h>
#include <string.h>

static const SearcherRow combinator_rows[] = {
#define SEARCHER(name, ops, help)
#define COMBINATOR(name, ops, help) {name, &ops},
#include "explore/searchers.def"
#undef SEARCHER
#undef COMBINATOR
};

const OptionChoice search_order_choices[] = {
#define SEARCHER(name, ops, line) {name, NULL, line},
#define COMBINATOR(name, ops, line) {name, NULL, line},
#include "explore/searchers.def"
#undef SEARCHER
#undef COMBINATOR
    {0},
};

/* What names were called once. */
static const struct {
  const char *old, *name;
} old_names[] = {{"random", "random-state"}};

enum { MOST_NESTED = 16 };

typedef struct SearchText {
  const char *text, *at; /* borrowed */
  u32 n_nested;
} SearchText;

/* ---- words -------------------------------------------------------------------------------------- */

static void skip_blanks(SearchText *t) {
  while (isspace((u8)*t->at)) t->at++;
}

static bool is_of_word(char c) { return isalnum((u8)c) || c == '-' || c == '_' || c == '.'; }

/* Where it is, and what the text goes on with there. */
static Err fail_at(const SearchText *t, const char *at, const char *what) {
  cleanup(text_free) Text rest = {0};
  if (*at) text_addf(&rest, ", not '%s'", at);
  return err_set(ERR_USAGE, "--search '%s', character %u: %s%s", t->text, (u32)(at - t->text) + 1,
                 what, text_c(&rest));
}

static bool has(SearchText *t, char c) {
  skip_blanks(t);
  if (*t->at != c) return false;
  t->at++;
  return true;
}

static Err expect(SearchText *t, char c, const char *what) {
  return has(t, c) ? OK : fail_at(t, t->at, what);
}

/* The result is the caller's. */
static Err read_word(SearchText *t, const char *what, char **ret) {
  skip_blanks(t);
  const char *begin = t->at;
  while (is_of_word(*t->at)) t->at++;
  if (t->at == begin) return fail_at(t, begin, what);
  *ret = mem_dup(begin, (size_t)(t->at - begin) + 1);
  (*ret)[t->at - begin] = 0;
  return OK;
}

/* ---- names -------------------------------------------------------------------------------------- */

static Err fail_unknown(const SearchText *t, const char *at, const char *name) {
  Suggestion s = suggestion_for(name);
  cleanup(text_free) Text names = {0};
  for (u32 i = 0; i < n_searcher_rows; i++) {
    suggestion_offer(&s, searcher_rows[i].name);
    text_addf(&names, "%s%s", i ? ", " : "", searcher_rows[i].name);
  }
  for (u32 i = 0; i < ARRAY_LEN(combinator_rows); i++) {
    suggestion_offer(&s, combinator_rows[i].name);
    text_addf(&names, ", %s(...)", combinator_rows[i].name);
  }
  cleanup(text_free) Text place = {0};
  if (at != t->text || t->text[strlen(name)])
    text_addf(&place, " '%s', character %u", t->text, (u32)(at - t->text) + 1);
  if (s.best)
    return err_set(ERR_USAGE, "--search%s: there is no '%s'; did you mean '%s'? there are %s",
                   text_c(&place), name, s.best, text_c(&names));
  return err_set(ERR_USAGE, "--search%s: there is no '%s'; there are %s", text_c(&place), name,
                 text_c(&names));
}

static const SearcherOps *find(const SearcherRow *rows, u32 n, const char *name) {
  for (u32 i = 0; i < n; i++)
    if (!strcmp(rows[i].name, name)) return rows[i].ops;
  return NULL;
}

static const SearcherOps *find_plain(const char *name) {
  for (u32 i = 0; i < ARRAY_LEN(old_names); i++)
    if (!strcmp(old_names[i].old, name)) name = old_names[i].name;
  return find(searcher_rows, n_searcher_rows, name);
}

/* ---- what stands in parentheses ------------------------------------------------------------------ */

static Err read_search(SearchText *t, SearchOrder *ret);

static Err read_part(SearchText *t, SearchOrder *io) {
  SearchOrder part = {0};
  Err err = read_search(t, &part);
  if (err != OK) {
    search_order_done(&part);
    return err;
  }
  io->parts = mem_resize(io->parts, (io->n_parts + 1) * sizeof *io->parts);
  io->parts[io->n_parts++] = part;
  return OK;
}

static Err read_several(SearchText *t, SearchOrder *io) {
  bool is_adapt = io->ops == &adapt_ops;
  do TRY(read_part(t, io));
  while (has(t, ','));
  if (io->n_parts < 2)
    return fail_at(t, t->at,
                   is_adapt ? "adapt needs at least two orders: expected ','"
                            : "interleave needs at least two orders: expected ','");
  if (is_adapt && io->n_parts > MAX_ARMS) return fail_at(t, t->at, "too many orders for adapt");
  return expect(t, ')', "expected ',' or ')'");
}

static Err read_amount(SearchText *t, const char *what, Err (*parse)(const char *, u64 *),
                       u64 *ret) {
  cleanup(freep) char *word = NULL;
  TRY(read_word(t, what, &word));
  const char *begin = t->at - strlen(word);
  if (parse(word, ret) != OK || !*ret) return fail_at(t, begin, what);
  return OK;
}

static Err read_batch(SearchText *t, SearchOrder *io) {
  TRY(read_part(t, io));
  io->n_instructions = BATCH_INSTRUCTIONS;
  io->n_ns = NEVER_NS;
  if (has(t, ','))
    TRY(read_amount(t, "expected a number of instructions", number_parse, &io->n_instructions));
  if (has(t, ',')) TRY(read_amount(t, "expected a time such as 5s", duration_parse, &io->n_ns));
  return expect(t, ')', "expected ')'");
}

static Err read_one(SearchText *t, SearchOrder *io) {
  TRY(read_part(t, io));
  return expect(t, ')', "expected ')'");
}

static Err read_parts(SearchText *t, SearchOrder *io) {
  if (++t->n_nested > MOST_NESTED) return fail_at(t, t->at, "too many parentheses");
  TRY(expect(t, '(', "expected '('"));
  if (io->ops == &shaped_ops)
    TRY(read_one(t, io));
  else
    TRY(io->ops == &batch_ops ? read_batch(t, io) : read_several(t, io));
  t->n_nested--;
  return OK;
}

static Err read_search(SearchText *t, SearchOrder *ret) {
  cleanup(freep) char *name = NULL;
  TRY(read_word(t, "expected the name of an order", &name));
  const char *begin = t->at - strlen(name);
  ret->ops = find_plain(name);
  if (ret->ops) return OK;
  ret->ops = find(combinator_rows, ARRAY_LEN(combinator_rows), name);
  return ret->ops ? read_parts(t, ret) : fail_unknown(t, begin, name);
}

/* ---- public -------------------------------------------------------------------------------------- */

Err search_order_parse(const char *text, SearchOrder *ret_search) {
  SearchText t = {text, text, 0};
  SearchOrder s = {0};
  Err err = read_search(&t, &s);
  skip_blanks(&t);
  if (err == OK && *t.at) err = fail_at(&t, t.at, "expected nothing more");
  if (err == OK)
    *ret_search = s;
  else
    search_order_done(&s);
  return err;
}

void search_order_wrap(SearchOrder *io, const SearcherOps *ops) {
  SearchOrder *part = NEW(SearchOrder);
  *part = *io;
  *io = (SearchOrder){.ops = ops, .parts = part, .n_parts = 1};
}

bool search_order_wants_cover(const SearchOrder *s) {
  for (u32 i = 0; i < s->n_parts; i++)
    if (search_order_wants_cover(&s->parts[i])) return true;
  return s->ops->wants_cover;
}

void search_order_done(SearchOrder *s) {
  for (u32 i = 0; i < s->n_parts; i++) search_order_done(&s->parts[i]);
  s->parts = mem_free(s->parts);
  s->n_parts = 0;
}
