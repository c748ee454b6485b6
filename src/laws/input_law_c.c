/* input_law_c.c — writes an input law as a small file of C that needs nothing of nadir. */
#include "laws/input_law.h"

/* Nested loops: i1 below its bound n1, and so on. */
static void generator_write(const Generator *g, Text *ret) {
  static const char *const extents[MAX_VARIABLES] = {"N", "n_i", "n_j", "n_k", "n_l", "n_m"};
  text_add(ret, "long generate(long N, long a[]) {\n  long at = 0;\n  (void)N;\n");
  for (u32 l = 0; l < g->depth; l++) {
    const char *name = law_names[l + 1], *extent = extents[l + 1];
    int indent = (int)(2 * l + 2);
    text_addf(ret, "%*slong %s = ", indent, "", extent);
    law_print_c(&g->counts[l], law_names, extents, ret);
    text_addf(ret, ";\n%*sfor (long %s = 0; %s < %s; %s++) {\n", indent, "", name, name, extent,
              name);
  }
  for (u32 w = 0; w < g->width; w++) {
    int indent = (int)(2 * g->depth + 2);
    text_addf(ret, "%*sif (a) a[at] = ", indent, "");
    law_print_c(&g->values[w], law_names, extents, ret);
    text_addf(ret, ";\n%*sat++;\n", indent, "");
  }
  for (u32 l = g->depth; l > 0; l--) text_addf(ret, "%*s}\n", (int)(2 * l), "");
  text_add(ret, "  return at;\n}\n");
}

static void pattern_write(Pattern pattern, Text *ret) {
  text_addf(ret,
            "long generate(long N, long a[]) {\n"
            "  for (long i = 0; a && i < N; i++) a[i] = %s;\n"
            "  return N;\n"
            "}\n",
            pattern_texts[pattern]);
}

/* Index and value of element k of a half of n_mine elements; the other has n_other. */
static void half_write(const Halves *h, bool is_second, Text *ret) {
  bool is_reversed = is_second ? h->is_second_reversed : h->is_first_reversed;
  bool is_larger = is_second ? !h->is_first_larger : h->is_first_larger;
  bool is_lower = is_second == h->is_second_lower;
  const char *mine = is_second ? "n_second" : "n_first";
  const char *other = is_second ? "n_first" : "n_second";
  text_addf(ret, "  for (long k = 0; k < %s; k++) {\n    long i = ", mine);
  if (is_reversed) {
    text_addf(ret, "%s - 1 - k;\n", mine);
  } else {
    text_add(ret, "k;\n");
  }
  text_add(ret, "    a[");
  if (h->is_in_turn) {
    text_add(ret, is_larger ? "2 * i" : "2 * i + 1");
  } else {
    text_add(ret, is_second ? "n_first + i" : "i");
  }
  text_addf(ret, "] = %sspare[%sk]", h->is_spread ? "2 * " : "", is_second ? "n_first + " : "");
  if (!is_lower && h->is_spread) text_add(ret, " + 1");
  if (!is_lower && !h->is_spread) text_addf(ret, " + %s", other);
  text_add(ret, ";\n  }\n");
}

static void halves_write(const Halves *h, Text *ret) {
  text_addf(ret,
            "#include <stdlib.h>\n"
            "\n"
            "/* a becomes the array of n elements; spare is as long. */\n"
            "static void build(long n, long a[], long spare[]) {\n"
            "  if (n == 1) a[0] = 0;\n"
            "  if (n < 2) return;\n"
            "  long n_first = %s, n_second = n - n_first;\n"
            "  build(n_first, spare, a);\n"
            "  build(n_second, spare + n_first, a + n_first);\n",
            h->is_first_larger ? "(n + 1) / 2" : "n / 2");
  half_write(h, false, ret);
  half_write(h, true, ret);
  text_add(ret, "}\n"
                "\n"
                "long generate(long n, long a[]) {\n"
                "  if (!a) return n;\n"
                "  long *spare = malloc((n + 1) * sizeof *spare);\n"
                "  if (!spare) abort();\n"
                "  build(n, a, spare);\n"
                "  free(spare);\n"
                "  return n;\n"
                "}\n");
}

void input_law_write_c(const InputLaw *m, Text *ret) {
  text_add(ret, "/* An input of any size, by the law that nadir found in worst ones: ");
  input_law_print(m, ret);
  text_add(ret, " */\n");
  switch (m->kind) {
  case INPUT_GENERATOR:
    generator_write(&m->generator, ret);
    break;
  case INPUT_PATTERN:
    pattern_write(m->pattern, ret);
    break;
  case INPUT_HALVES:
    halves_write(&m->halves, ret);
    break;
  }
}
