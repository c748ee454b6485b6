/* worst_law.c — fits a law (laws/input_law.h) to each input of the record, and writes all of them as one
 * program.
 */
#include "record/worst_law.h"

#include "laws/input_law.h"
#include "report/input_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Longer inputs are only compared with what the law says, and still longer ones would take too long. */
enum { MAX_SENTENCE = 200, MAX_FITTED = 1000, MAX_COMPARED = 1 << 16 };

typedef struct InputLaws {
  VEC(InputLaw) at; /* owned; of the inputs in their order */
} InputLaws;

static void laws_done(InputLaws *l) {
  for (u32 i = 0; i < l->at.n; i++) input_law_done(&l->at.at[i]);
  vec_free(&l->at);
}

static bool is_number(const WorstInput *in) {
  return in->kind == ELEMENT_SIGNED || in->kind == ELEMENT_UNSIGNED || in->kind == ELEMENT_CHAR;
}

/* A number is an array of one. */
static Nest nest_of(const WorstInput *in, u64 size) {
  Nest nest;
  nest_init(&nest, (i64)size, 1, 1);
  for (u64 i = 0; i < worst_input_elements(in); i++) {
    i64 value = worst_input_number(in, i);
    nest_add(&nest, &value);
  }
  return nest;
}

/* Do the laws say what the record has, at all sizes that they are about? */
static bool is_true(const InputLaw *law, const Nest *at, u32 n) {
  for (u32 i = 0; i < n; i++) {
    Nest made;
    if (at[i].size < law->generator.from) continue;
    if (!input_law_make(law, at[i].size, at[i].values.n + 1, &made, NULL)) return false;
    bool is_same = nest_equal(&made, &at[i]);
    nest_done(&made);
    if (!is_same) return false;
  }
  return true;
}

static bool fit_input(const WorstReport *r, u32 index, InputLaw *ret) {
  VEC(Nest) nests = {0};
  bool fits = true;
  u32 n_fitted = 0; /* the first ones: lengths ascend with N, or nothing fits */
  for (u32 i = 0; i < r->sizes.n && fits; i++) {
    const WorstSize *s = &r->sizes.at[i];
    if (!s->has_cost) continue;
    fits = index < s->inputs.n && is_number(&s->inputs.at[index]) &&
           s->inputs.at[index].dimensions.n <= 1 &&
           worst_input_elements(&s->inputs.at[index]) <= MAX_COMPARED;
    if (fits) n_fitted += worst_input_elements(&s->inputs.at[index]) <= MAX_FITTED;
    if (fits) vec_push(&nests, nest_of(&s->inputs.at[index], s->size));
  }
  fits = fits && input_law_fit(nests.at, n_fitted, ret, NULL);
  if (fits && !is_true(ret, nests.at, nests.n)) {
    input_law_done(ret);
    fits = false;
  }
  for (u32 i = 0; i < nests.n; i++) nest_done(&nests.at[i]);
  vec_free(&nests);
  return fits;
}

static const WorstSize *largest(const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;)
    if (r->sizes.at[i].has_cost) return &r->sizes.at[i];
  return NULL;
}

/* ---- in words ---------------------------------------------------------------------------------------- */

/* The number of elements. */
static void add_extent(const InputLaw *law, Text *t) {
  cleanup(text_free) Text count = {0};
  law_print(&law->generator.counts[0], law_names, law_extents, &count);
  bool is_plain = strspn(text_c(&count), "N0123456789") == count.n;
  text_addf(t, is_plain ? "%s" : "(%s)", text_c(&count));
}

/* "a[i] = N - 1 - i", or how a is made of halves. */
static void add_sentence(const WorstInput *in, const InputLaw *law, Text *t) {
  cleanup(text_free) Text value = {0}, extent = {0};
  switch (law->kind) {
  case INPUT_GENERATOR:
    add_extent(law, &extent);
    law_print(&law->generator.values[0], law_names,
              (const char *const[MAX_VARIABLES]){"N", text_c(&extent)}, &value);
    break;
  case INPUT_PATTERN:
    text_add(&value, pattern_texts[law->pattern]);
    break;
  case INPUT_HALVES:
    text_addf(t, "%s: ", in->name);
    input_law_print(law, t);
    return;
  }
  long letter = strspn(text_c(&value), "0123456789") == value.n ? atol(text_c(&value)) : 0;
  text_addf(t, in->dimensions.n ? "%s[i] = " : "%s = ", in->name);
  if (worst_input_is_text(in) && letter < 128 && isprint((int)letter))
    text_addf(t, "'%c'", (int)letter);
  else
    text_add(t, text_c(&value));
}

/* An array that does not depend on N is shown already. */
static bool is_fixed(const WorstReport *r, u32 index) {
  const WorstSize *last = largest(r);
  const WorstInput *in = &last->inputs.at[index];
  u64 n_bytes = worst_input_elements(in) * in->element_bytes;
  bool is_same = in->dimensions.n > 0;
  for (u32 i = 0; i < r->sizes.n && is_same; i++) {
    if (!r->sizes.at[i].has_cost || &r->sizes.at[i] == last) continue;
    const WorstInput *other = &r->sizes.at[i].inputs.at[index];
    is_same = worst_input_elements(other) == worst_input_elements(in) &&
              !memcmp(other->bytes, in->bytes, n_bytes);
  }
  return is_same && r->sizes.n > 1;
}

/* Small exceptions are left out. */
static void add_from(const WorstReport *r, const InputLaws *laws, Text *t) {
  i64 from = 0;
  for (u32 i = 0; i < laws->at.n; i++) from = MAX(from, laws->at.at[i].generator.from);
  if (from <= (i64)r->sizes.at[0].size) return;
  text_add(t, " from N=");
  text_add_count(t, (u64)from);
  text_add(t, " on");
}

/* ---- as C -------------------------------------------------------------------------------------------- */

static const char main_code[] =
    "\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "\n"
    "static void print(const char *name, long generate(long, long *), long N, int is_text) {\n"
    "  long n = generate(N, NULL), *a = malloc((n + 1) * sizeof *a);\n"
    "  if (!a) abort();\n"
    "  generate(N, a);\n"
    "  printf(\"%s[%ld] =%s\", name, n, is_text ? \" \" : \"\");\n"
    "  for (long i = 0; i < n; i++)\n"
    "    if (is_text)\n"
    "      putchar((int)a[i]);\n"
    "    else\n"
    "      printf(\" %ld\", a[i]);\n"
    "  printf(\"\\n\");\n"
    "  free(a);\n"
    "}\n"
    "\n"
    "int main(int n_words, char **words) {\n"
    "  if (n_words != 2) {\n"
    "    fprintf(stderr, \"usage: %s N\\n\", words[0]);\n"
    "    return 2;\n"
    "  }\n"
    "  long N = atol(words[1]);\n";

/* The name with what C does not allow in one replaced, and the number that makes it the only one. */
static void add_c_name(const char *name, u32 index, Text *t) {
  for (const char *c = name; *c; c++) text_add_char(t, isalnum((u8)*c) ? *c : '_');
  text_addf(t, "_%u", index + 1);
}

static void add_c_string(const char *s, Text *t) {
  text_add_char(t, '"');
  for (; *s; s++) text_addf(t, strchr("\"\\", *s) || !isprint((u8)*s) ? "\\%03o" : "%c", (u8)*s);
  text_add_char(t, '"');
}

static void write_program(const WorstSize *s, const InputLaws *laws, Text *to) {
  text_add(
      to, "/* Prints the input of size N that follows the law of the worst ones that nadir found:\n"
          " *     cc worst-input.c -o worst-input && ./worst-input 1000 */\n");
  for (u32 i = 0; i < laws->at.n; i++) {
    cleanup(text_free) Text name = {0};
    add_c_name(s->inputs.at[i].name, i, &name);
    text_addf(to, "\n#define generate generate_%s\n#define build build_%s\n", text_c(&name),
              text_c(&name));
    input_law_write_c(&laws->at.at[i], to);
    text_add(to, "#undef generate\n#undef build\n");
  }
  text_add(to, main_code);
  for (u32 i = 0; i < laws->at.n; i++) {
    const WorstInput *in = &s->inputs.at[i];
    cleanup(text_free) Text name = {0};
    add_c_name(in->name, i, &name);
    text_add(to, "  print(");
    add_c_string(in->name, to);
    text_addf(to, ", generate_%s, N, %d);\n", text_c(&name), worst_input_is_text(in));
  }
  text_add(to, "  return 0;\n}\n");
}

/* ---- public ------------------------------------------------------------------------------------------ */

void worst_law_add(WorstReport *io, Text *ret_c) {
  cleanup(laws_done) InputLaws laws = {0};
  cleanup(text_free) Text sentence = {0};
  const WorstSize *last = largest(io);
  if (!last || !last->inputs.n) return;
  for (u32 i = 0; i < last->inputs.n; i++) {
    InputLaw law = {0};
    if (!fit_input(io, i, &law)) return;
    vec_push(&laws.at, law);
    if (is_fixed(io, i)) continue;
    text_add(&sentence, sentence.n ? ", " : "");
    add_sentence(&last->inputs.at[i], &law, &sentence);
  }
  if (!sentence.n) return; /* nothing depends on N */
  add_from(io, &laws, &sentence);
  if (sentence.n > MAX_SENTENCE) return; /* too long to help a reader */
  io->law = worst_report_keep(io, text_c(&sentence));
  write_program(last, &laws, ret_c);
}
