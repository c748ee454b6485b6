/* call_write.c — the C main of a CALL.
 *
 * It includes the user's file, so that static functions, types and macros are there.  Each part of
 * CALL that the compiler has to understand stands on a line of its own, in its own columns, below a
 * `#line 1 "--call"`: an error in it is then shown as if the compiler had read the user's text.
 * Sizes and bounds are written anew from what was parsed, in the arithmetic that nadir evaluates.
 */
#include "call/call.h"

/* What is wrong with a call of a function is an error, whatever the user's flags say; what is
 * merely unusual about our own text is nothing. */
static const char strictness[] =
    "#ifdef __clang__\n"
    "#pragma clang diagnostic ignored \"-Weverything\"\n"
    "#else\n"
    "#pragma GCC diagnostic ignored \"-Wconversion\"\n"
    "#pragma GCC diagnostic ignored \"-Wdeclaration-after-statement\"\n"
    "#pragma GCC diagnostic ignored \"-Wlong-long\"\n"
    "#pragma GCC diagnostic ignored \"-Wpedantic\"\n"
    "#pragma GCC diagnostic ignored \"-Wshadow\"\n"
    "#pragma GCC diagnostic ignored \"-Wvla\"\n"
    "#endif\n"
    "#pragma GCC diagnostic error \"-Wimplicit-function-declaration\"\n"
    "#pragma GCC diagnostic error \"-Wincompatible-pointer-types\"\n"
    "#pragma GCC diagnostic error \"-Wint-conversion\"\n"
    "#ifdef __clang__\n"
    "#pragma clang diagnostic ignored \"-Wincompatible-pointer-types-discards-qualifiers\"\n"
    "#endif\n";

/* The part in its columns, on a line of its own that ends in `end`. */
static void write_part(const char *text, Span part, const char *end, Text *to) {
  text_add(to, "#line 1 \"--call\"\n");
  for (u32 i = 0; i < part.from; i++) text_add_char(to, ' ');
  for (u32 i = part.from; i < part.to; i++) text_add_char(to, (u8)text[i] < ' ' ? ' ' : text[i]);
  text_addf(to, "%s\n", end);
}

static void write_opening(const UserCall *c, Text *to) {
  text_add(to, "/* Made by nadir for\n *\n *     ");
  for (const char *s = c->text; *s; s++) {
    text_add_char(to, (u8)*s < ' ' ? ' ' : *s);
    if ((s[0] == '*' && s[1] == '/') || (s[0] == '/' && s[1] == '*')) text_add_char(to, ' ');
  }
  text_add(to, "\n *\n * It is compiled instead of the file that it includes. */\n");
}

static Err write_include(const char *file, Text *to) {
  bool has_quote = strpbrk(file, "\"\n"), has_angle = strpbrk(file, ">\n");
  if (has_quote && (has_angle || file[0] != '/'))
    return err_set(ERR_INPUT, "'%s': no #include can name a file with a quote in its name", file);
  text_add(to, "#include <nadir/call.h>\n"
               "#pragma GCC diagnostic push\n"
               "#pragma GCC diagnostic ignored \"-Wreturn-type\" /* main needs no return */\n"
               "#define main nadir_call_user_main\n");
  text_addf(to, has_quote ? "#include <%s>\n" : "#include \"%s\"\n", file);
  text_add(to, "#undef main\n#undef N\n#pragma GCC diagnostic pop\n");
  text_add(to, strictness);
  return OK;
}

/* ---- types and constants --------------------------------------------------------------------- */

/* The type of a member, so that one that is not complete is an error there. */
static void write_type(const UserCall *c, u32 i, Text *to) {
  const CallInput *in = &c->inputs.at[i];
  text_addf(to, "\nstruct nadir_call_%u {\n", i);
  write_part(c->text, in->type, " nadir_at;", to);
  text_addf(to,
            "};\ntypedef __typeof__(((struct nadir_call_%u *)0)->nadir_at) nadir_type_%u;\n"
            "enum { nadir_kind_%u = nadir_call_kind(nadir_type_%u) };\n"
            "extern nadir_type_%u *nadir_call_type_%u;\n"
            "nadir_type_%u *nadir_call_type_%u;\n", /* for the debug information: call_types */
            i, i, i, i, i, i, i, i);
}

/* Constants of the user's file, as wide as they may be, and whether a long long holds them. */
static void write_constants(const UserCall *c, Text *to) {
  for (u32 i = 0; i < c->constants.n; i++) {
    text_addf(to, "\nstatic const __int128 nadir_constant_%u =\n", i);
    write_part(c->text, c->constants.at[i], ";", to);
  }
}

/* What call_shapes.c reads. */
static void write_facts(const UserCall *c, Text *to) {
  text_addf(to,
            "\nextern const long long nadir_call_facts[];\n"
            "const long long nadir_call_facts[] = {\n  %u,\n",
            c->inputs.n + 1);
  for (u32 i = 0; i < c->inputs.n; i++)
    text_addf(to, "  nadir_kind_%u, sizeof(nadir_type_%u),\n", i, i);
  for (u32 i = 0; i < c->constants.n; i++)
    text_addf(
        to, "  (long long)nadir_constant_%u, (long long)nadir_constant_%u == nadir_constant_%u,\n",
        i, i, i);
  text_add(to, "};\n");
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* The product of the first n sizes. */
static void write_product(const CallInput *in, u32 n, Text *to) {
  text_add(to, "1ul");
  for (u32 k = 0; k < n; k++) {
    text_add(to, " * (unsigned long)");
    size_formula_write(&in->sizes[k], to);
  }
}

/* Each byte is one of the letters: a condition on their runs that decides nothing on its way. */
static void write_letters(const Letters *l, u32 i, Text *to) {
  text_addf(to,
            "  for (unsigned long nadir_i = 0; nadir_i < nadir_n_%u; nadir_i++) {\n"
            "    const unsigned char nadir_c = ((const unsigned char *)nadir_at_%u)[nadir_i];\n"
            "    nadir_assume(",
            i, i);
  for (u32 k = 0; k < l->n; k++) {
    u32 first = k;
    while (k + 1 < l->n && l->at[k + 1] == l->at[k] + 1) k++;
    text_addf(to, first ? " | " : "");
    text_addf(to, "((nadir_c >= %u) & (nadir_c <= %u))", l->at[first], l->at[k]);
  }
  text_add(to, ");\n  }\n");
}

static void write_conditions(const CallInput *in, u32 i, Text *to) {
  text_addf(to, "  nadir_call_valid(nadir_type_%u, nadir_at_%u, nadir_n_%u);\n", i, i, i);
  if (in->has_range) {
    text_addf(to, "  nadir_call_range(nadir_type_%u, nadir_at_%u, nadir_n_%u, ", i, i, i);
    size_formula_write(&in->low, to);
    text_add(to, ", ");
    size_formula_write(&in->high, to);
    text_add(to, ");\n");
  }
  if (in->is_sorted)
    text_addf(to, "  nadir_call_sorted(nadir_type_%u, nadir_at_%u, nadir_n_%u);\n", i, i, i);
  if (in->letters.n)
    write_letters(&in->letters, i, to);
  else if (in->is_string)
    text_addf(to, "  nadir_call_nonzero(nadir_at_%u, nadir_n_%u);\n", i, i);
}

/* The declarator of an array's first element: *a, (*a)[N]; strings are one longer. */
static void write_declarator(const CallInput *in, Text *to) {
  text_addf(to, in->n_sizes > 1 ? "(*%s)" : "*%s", in->name);
  for (u32 k = 1; k < in->n_sizes; k++) {
    text_add(to, "[");
    size_formula_write(&in->sizes[k], to);
    text_add(to, k == in->n_sizes - 1 && in->is_string ? " + 1]" : "]");
  }
}

/* Pointers to rows or strings behind each other, made from the plain block of elements. */
static void write_copy(const CallInput *in, u32 i, Text *to) {
  text_addf(to, "nadir_call_%s(nadir_at_%u, ", in->is_rows ? "rows" : "strings", i);
  write_product(in, in->n_sizes - 1, to);
  text_add(to, ", ");
  size_formula_write(&in->sizes[in->n_sizes - 1], to);
  if (in->is_rows) text_addf(to, " * sizeof(nadir_type_%u), %d", i, in->is_string);
  text_add(to, ")");
}

static void write_variable(const CallInput *in, u32 i, Text *to) {
  bool is_copied = in->is_rows || (in->is_string && in->n_sizes > 1);
  text_addf(to, "  nadir_type_%u ", i);
  if (in->is_rows)
    text_addf(to, "**%s", in->name);
  else if (in->n_sizes)
    write_declarator(in, to);
  else
    text_add(to, in->name);
  text_add(to, " = ");
  if (is_copied)
    write_copy(in, i, to);
  else
    text_addf(to, in->n_sizes ? "(void *)nadir_at_%u" : "*nadir_at_%u", i);
  text_add(to, ";\n");
  if (is_copied) text_addf(to, "  nadir_kept[%u] = (void *)%s;\n", 2 * i + 1, in->name);
}

static void write_input(const CallInput *in, u32 i, Text *to) {
  bool has_end = in->is_string && in->n_sizes == 1;
  text_addf(to, "  const unsigned long nadir_n_%u = ", i);
  write_product(in, in->n_sizes, to);
  text_addf(to,
            ";\n  nadir_type_%u *nadir_at_%u = nadir_call_input(nadir_n_%u * "
            "sizeof(nadir_type_%u), %d, \"%s\");\n",
            i, i, i, i, has_end, in->name);
  text_addf(to, "  nadir_kept[%u] = (void *)nadir_at_%u;\n", 2 * i, i);
  write_conditions(in, i, to);
  if (has_end) text_addf(to, "  ((char *)nadir_at_%u)[nadir_n_%u] = 0;\n", i, i);
  write_variable(in, i, to);
}

/* ---- public ---------------------------------------------------------------------------------- */

/* The user's text in its columns; of an input only the name is left. */
static void write_call(const UserCall *c, Text *to) {
  cleanup(freep) char *line = text_dup(c->text);
  for (u32 i = 0; i < c->inputs.n; i++) {
    const CallInput *in = &c->inputs.at[i];
    memset(line + in->whole.from, ' ', in->whole.to - in->whole.from);
    memcpy(line + in->typed.from, in->name, in->typed.to - in->typed.from);
  }
  write_part(line, (Span){0, (u32)strlen(line)}, ";", to);
}

Err call_write(const UserCall *c, const char *file, Text *ret) {
  cleanup(text_free) Text include = {0};
  TRY(write_include(file, &include));
  write_opening(c, ret);
  text_add(ret, text_c(&include));
  for (u32 i = 0; i < c->inputs.n; i++) write_type(c, i, ret);
  write_constants(c, ret);
  write_facts(c, ret);
  if (c->inputs.n) /* what something still points to is no leak */
    text_addf(ret, "static void *nadir_kept[%u];\n", 2 * c->inputs.n);
  text_add(ret, "\nint main(void) {\n"
                "  __attribute__((__unused__)) const long N = (long)nadir_size();\n");
  for (u32 i = 0; i < c->inputs.n; i++) write_input(&c->inputs.at[i], i, ret);
  if (!c->is_left_out) write_call(c, ret);
  text_add(ret, "  return 0;\n}\n");
  return OK;
}

bool call_is_own(const char *function) {
  static const char prefix[] = "nadir_call_";
  return !strcmp(function, "main") || !strncmp(function, prefix, strlen(prefix));
}
