/* call_test.c — calls as users type them: their parts, every error with its column, and the mains
 * that are made of them, compiled and run in the machine. */
#include "call/call.h"

#include "unit/unit.h"
#include "unit/vm/machine.h"

#include <stdlib.h>

/* ---- parts ----------------------------------------------------------------------------------- */

static void describe_formula(const SizeFormula *f, const char *before, const char *after,
                             Text *to) {
  text_add(to, before);
  size_formula_write(f, to);
  text_add(to, after);
}

static void describe_input(const UserCall *c, const CallInput *in, Text *to) {
  text_addf(to, " <%.*s>%s%s", (int)(in->type.to - in->type.from), c->text + in->type.from,
            in->is_rows ? "*" : "", in->name);
  for (u32 k = 0; k < in->n_sizes; k++) describe_formula(&in->sizes[k], "[", "]", to);
  if (in->has_range) describe_formula(&in->low, " in ", "..", to);
  if (in->has_range) describe_formula(&in->high, "", "", to);
  if (in->is_string) text_add(to, " string");
  if (in->letters.n) text_addf(to, " of %.*s", (int)in->letters.n, (const char *)in->letters.at);
}

/* The function, then each input, then each constant. */
static void expect_call(const char *text, const char *parts) {
  UserCall c;
  cleanup(text_free) Text found = {0};
  if (call_parse(text, &c) != OK) fail_msg("%s", err_text());
  assert_string_equal(c.text, text);
  text_add(&found, c.function);
  for (u32 i = 0; i < c.inputs.n; i++) describe_input(&c, &c.inputs.at[i], &found);
  for (u32 i = 0; i < c.constants.n; i++)
    text_addf(&found, " #%.*s", (int)(c.constants.at[i].to - c.constants.at[i].from),
              text + c.constants.at[i].from);
  assert_string_equal(text_c(&found), parts);
  call_done(&c);
}

static void test_inputs(void **unused) {
  (void)unused;
  expect_call("insertion_sort(int a[N], N)", "insertion_sort <int>a[N]");
  expect_call("f(unsigned long long x)", "f <unsigned long long>x");
  expect_call(" f ( struct point p [ N ] ) ; ", "f <struct point>p[N]");
  expect_call("f(uint32_t x, const char c)", "f <uint32_t>x <const char>c");
  expect_call("f(char const volatile x)", "f <char const volatile>x");
  expect_call("f(const node x[2])", "f <const node>x[2LL]");
  expect_call("f(int g[N][N], enum e m[1][2][3])", "f <int>g[N][N] <enum e>m[1LL][2LL][3LL]");
  expect_call("f(int *g[N][N], char *w[N][3] string)", "f <int>*g[N][N] <char>*w[N][3LL] string");
  expect_call("f(node *const g[N][2])", "f <node>*g[N][2LL]");
  expect_call("f(int n in 0..N-1)", "f <int>n in 0LL..(N - 1LL)");
  expect_call("f(int a[N] in -10..10)", "f <int>a[N] in (-10LL)..10LL");
  expect_call("f(char s[N] string in 'a'..'z')", "f <char>s[N] in 97LL..122LL string");
  expect_call("f(char s[N] in 'a' .. 'z' string)", "f <char>s[N] in 97LL..122LL string");
  expect_call("f(int a[N],\n\tint b)", "f <int>a[N] <int>b");
}

static void test_words_that_are_names(void **unused) {
  (void)unused;
  expect_call("f(char s[N] string of 'a'..'c', N)", "f <char>s[N] string of abc");
  expect_call("f(char s[N] string of \"+-\\\"\" | 'x' | '0'..'2')",
              "f <char>s[N] string of \"+-012x");
  expect_call("f(char s[N] string of '\\x41' in 0..9)", "f <char>s[N] in 0LL..9LL string of A");
  expect_call("f(int in, int string)", "f <int>in <int>string");
  expect_call("f(int in[N] in 0..1)", "f <int>in[N] in 0LL..1LL");
  expect_call("f(T in, T string[2] string)", "f <T>in <T>string[2LL] string");
  expect_call("f(int in in 0..1)", "f <int>in in 0LL..1LL");
  expect_call("string(int n)", "string <int>n");
}

static void test_expressions(void **unused) {
  (void)unused;
  expect_call("f()", "f");
  expect_call("f(N, N*2+1, (int)N, -5, 0x1F, 1.5e-3, 'x', NULL)", "f");
  expect_call("f(\"a, (b]\\\"\", ',', ')', '\\'')", "f");
  expect_call("f(g(1, 2)[3], &(struct p){1, {2, 3}}, compare)", "f");
  expect_call("f(N*M, a * b, sizeof(int), sizeof x, u8\"x\")", "f");
  expect_call("f(N, int a[N], a + 1)", "f <int>a[N]");
}

static void test_formulas(void **unused) {
  (void)unused;
  expect_call("f(int a[N*(N-1)/2])", "f <int>a[((N * (N - 1LL)) / 2LL)]");
  expect_call("f(int a[1 << N - 1])", "f <int>a[(1LL << (N - 1LL))]");
  expect_call("f(int a[N - 1 - 2])", "f <int>a[((N - 1LL) - 2LL)]");
  expect_call("f(int a[-N % 3 + +2 >> 1])", "f <int>a[((((-N) % 3LL) + 2LL) >> 1LL)]");
  expect_call("f(int a[MAX + sizeof(struct p[2]) + N])",
              "f <int>a[((((long long)nadir_constant_0) + ((long long)nadir_constant_1)) + N)]"
              " #MAX #sizeof(struct p[2])");
  expect_call("f(int a[0x1fUL + 017 + 0 + 10ll])", "f <int>a[(((31LL + 15LL) + 0LL) + 10LL)]");
  expect_call("f(int x in '\\n'..'\\x7f', int y in '\\0'..'\\101')",
              "f <int>x in 10LL..127LL <int>y in 0LL..65LL");
  expect_call("f(int x in '\\xff'..'\\\\')", "f <int>x in (-1LL)..92LL");
  expect_call("f(int x in INT_MIN..9223372036854775807)",
              "f <int>x in ((long long)nadir_constant_0)..9223372036854775807LL #INT_MIN");
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The column counts from 0. */
static void expect_error(const char *text, u32 column, const char *message) {
  UserCall c = {.function = NULL};
  cleanup(text_free) Text wanted = {0};
  text_addf(&wanted, "--call: %s\n  %s\n  %*s^", message, text, (int)column, "");
  if (call_parse(text, &c) == OK) fail_msg("%s is fine", text);
  assert_string_equal(err_text(), text_c(&wanted));
  assert_null(c.function);
}

static void test_errors_of_the_call(void **unused) {
  (void)unused;
  expect_error("", 0, "expected a call: sort(int a[N], N)");
  expect_error("(int a)", 0, "expected the name of a function");
  expect_error("int(a)", 0, "expected the name of a function");
  expect_error("f", 1, "expected '(' after the name of the function");
  expect_error("f[N]", 1, "expected '(' after the name of the function");
  expect_error("f(", 2, "expected an argument");
  expect_error("f(N,)", 4, "expected an argument");
  expect_error("f(,N)", 2, "expected an argument");
  expect_error("f(N", 3, "expected ',' or ')' after the argument");
  expect_error("f(N; g())", 3, "expected ',' or ')' after the argument");
  expect_error("f(N) + 1", 5, "unexpected text after the call");
  expect_error("f(N); g(N)", 6, "unexpected text after the call");
  expect_error("f(N))", 4, "unexpected text after the call");
  expect_error("f(static int x)", 2, "this word cannot begin an argument");
}

static void test_errors_of_words(void **unused) {
  (void)unused;
  expect_error("f(\"abc)", 2, "this string has no end");
  expect_error("f('a)", 2, "this character has no end");
  expect_error("f(\"abc\\\")", 2, "this string has no end");
  expect_error("f(N /* x */)", 4, "a comment cannot stand here");
  expect_error("f(N // x)", 4, "a comment cannot stand here");
  expect_error("f(N # 2)", 4, "unexpected character");
  expect_error("f(N \\ 2)", 4, "unexpected character");
  expect_error("f(\xc3\xa4)", 2, "unexpected character");
}

static void test_errors_of_brackets(void **unused) {
  (void)unused;
  expect_error("f((N]", 4, "expected ')'");
  expect_error("f(a[(N)", 7, "expected ']'");
  expect_error("f({1, 2)", 7, "expected '}'");
  expect_error("f(N])", 3, "unexpected ']'");
}

static void test_errors_of_inputs(void **unused) {
  (void)unused;
  expect_error("f(int a[N, N)", 9, "expected ']' after the size");
  expect_error("f(int a[N)", 9, "expected ']' after the size");
  expect_error("f(int a[N in 0..9])", 10, "expected ']' after the size");
  expect_error("f(int a[])", 8, "expected a size between '[' and ']'");
  expect_error("f(int)", 5, "expected a name after the type 'int'");
  expect_error("f(unsigned int[N])", 14, "expected a name after the type 'unsigned int'");
  expect_error("f(int 5)", 6, "expected a name after the type 'int'");
  expect_error("f(struct point)", 14, "expected a name after the type 'struct point'");
  expect_error("f(struct)", 8, "expected the name of the struct, union or enum");
  expect_error("f(const)", 7, "expected a type");
  expect_error("f(int for)", 6, "expected a name after the type 'int'");
  expect_error("f(int a b)", 8, "expected ',' or ')' after the input 'a'");
  expect_error("f(int a[N] = 0)", 11, "expected ',' or ')' after the input 'a'");
  expect_error("f(int a[N]", 10, "expected ',' or ')' after the input 'a'");
  expect_error("f(void x)", 2, "an input cannot be void");
  expect_error("f(const void x[N])", 2, "an input cannot be void");
  expect_error("f(int a[1][1][1][1][1][1][1][1][1])", 31, "too many dimensions");
  expect_error("f(char s string)", 9, "a string has a size: char s[N] string");
  expect_error("f(char s[N] string string)", 19, "expected ',' or ')' after the input 's'");
  expect_error("f(int x in 0..1 in 0..1)", 16, "expected ',' or ')' after the input 'x'");
  expect_error("f(char s[N] of 'a'..'z')", 12,
               "'of' belongs to a string: char s[N] string of 'a'..'z'");
  expect_error("f(char s[N] string of 1)", 22,
               "expected letters: 'a'..'z', [a-z], \"+-*\" or printable");
  expect_error("f(char s[N] string of 'b'..'a')", 22, "no letter lies between these");
  expect_error("f(char s[N] string of 'a'..1)", 27, "expected a character: 'a'..'z'");
  expect_error("f(char s[N] string of \"\")", 22, "expected letters between the quotes");
  expect_error("f(char s[N] string of '\\0')", 22, "a zero ends a string, it is no letter of it");
  expect_error("f(char s[N] string of \"a\\0\")", 22,
               "a zero ends a string, it is no letter of it");
  expect_error("f(char s[N] string of 'ab')", 22, "expected one character between the quotes");
  expect_error("f(int a sorted)", 8, "only an array is sorted: int a[N] sorted");
  expect_error("f(int a[2][N] sorted)", 14, "only an array is sorted: int a[N] sorted");
  expect_error("f(n in 0..9)", 2, "expected a type: 'in' and 'string' are for inputs");
  expect_error("f(N in 0..9)", 2, "expected a type: 'in' and 'string' are for inputs");
  expect_error("f(a[N] in 0..9)", 2, "expected a type: 'in' and 'string' are for inputs");
}

static void test_errors_of_names(void **unused) {
  (void)unused;
  expect_error("f(int a[N], char a)", 17, "two inputs are called 'a'");
  expect_error("f(int N)", 6, "N is the size; give this input another name");
  expect_error("f(int f[N])", 6, "this is the name of the function; choose another");
  expect_error("f(int nadir_x)", 6, "names with nadir_ are nadir's own; choose another");
  expect_error("f(int n, int a[n])", 15,
               "sizes and bounds are made of N and constants, and 'n' is an input");
  expect_error("f(int a[N] in 0..b, int b)", 17,
               "sizes and bounds are made of N and constants, and 'b' is an input");
}

static void test_errors_of_pointers(void **unused) {
  (void)unused;
  expect_error("f(int *p)", 6, "a pointer cannot be an input; write int p[N] for an array");
  expect_error("f(char *words[N])", 7,
               "pointers cannot be inputs; write char *words[N][COLUMNS] for pointers to rows");
  expect_error("f(node *words[N])", 7,
               "pointers cannot be inputs; write node *words[N][COLUMNS] for pointers to rows");
  expect_error("f(int **g)", 7, "write int *g[ROWS][COLUMNS] for pointers to rows");
  expect_error("f(int *g[1][2][3])", 6, "pointers to rows have two sizes, [ROWS][COLUMNS]");
}

static void test_errors_of_formulas(void **unused) {
  (void)unused;
  expect_error("f(int x in 5)", 12, "expected '..' after the lower bound");
  expect_error("f(int x in 0..)", 14, "expected a number, N or '('");
  expect_error("f(int x in ..5)", 11, "expected a number, N or '('");
  expect_error("f(int x in 0.5..1)", 11, "expected a whole number");
  expect_error("f(int x in 0..1e3)", 14, "expected a whole number");
  expect_error("f(int a[08])", 8, "expected a whole number");
  expect_error("f(int a[0x])", 8, "expected a whole number");
  expect_error("f(int a[9223372036854775808])", 8, "this number is too large");
  expect_error("f(int a[(N])", 10, "expected ')'");
  expect_error("f(int a[N+])", 10, "expected a number, N or '('");
  expect_error("f(int a[\"x\"])", 8, "expected a number, N or '('");
  expect_error("f(int x in 'ab'..'c')", 11, "expected a single character");
  expect_error("f(int x in '\\q'..'c')", 11, "expected a single character");
  expect_error("f(int x in ''..'c')", 11, "expected a single character");
  expect_error("f(int a[int])", 8, "expected a number, N or the name of a constant");
  expect_error("f(int a[sizeof x])", 15, "expected '(' after sizeof");
  expect_error("f(int a[sizeof(x])", 16, "expected ')'");
  expect_error("f(int a[sizeof(x", 16, "expected ')'");
  expect_error("f(int a[N N])", 10, "expected ']' after the size");
}

static void add_times(Text *t, const char *s, u32 n) {
  for (u32 i = 0; i < n; i++) text_add(t, s);
}

/* Only the part around the character is shown, and the caret is still under it. */
static void test_long_texts(void **unused) {
  (void)unused;
  UserCall c;
  cleanup(text_free) Text t = {0}, wanted = {0};
  text_add(&t, "f(");
  add_times(&t, "N, ", 100);
  text_add(&t, "#");
  add_times(&t, ", N", 100);
  assert_int_equal(call_parse(text_c(&t), &c), ERR_USAGE);
  text_add(&wanted, "--call: unexpected character\n  ...");
  add_times(&wanted, "N, ", 20);
  text_add(&wanted, "#");
  add_times(&wanted, ", N", 9);
  text_addf(&wanted, ", ...\n  %63s^", "");
  assert_string_equal(err_text(), text_c(&wanted));
  add_times(&t, " ", 1 << 16);
  assert_int_equal(call_parse(text_c(&t), &c), ERR_USAGE);
  assert_string_equal(err_text(), "--call: the text is longer than 65536 characters");
}

static void test_columns_of_characters(void **unused) {
  (void)unused;
  UserCall c;
  assert_int_equal(call_parse("f(\"\xc3\xa4\xe2\x82\xac\", #)", &c), ERR_USAGE);
  assert_string_equal(err_text(), "--call: unexpected character\n"
                                  "  f(\"\xc3\xa4\xe2\x82\xac\", #)\n"
                                  "          ^");
  assert_int_equal(call_parse("f(\tN\n\x01)", &c), ERR_USAGE);
  assert_string_equal(err_text(), "--call: unexpected character\n"
                                  "  f( N  )\n"
                                  "       ^");
  assert_int_equal(call_parse("f(\"\t\")", &c), ERR_USAGE);
  assert_string_equal(err_text(), "--call: a control character; write it as \\n, \\t or \\x01\n"
                                  "  f(\" \")\n"
                                  "     ^");
}

static void test_deep_texts(void **unused) {
  (void)unused;
  static const char *const deep[][3] = {
      {"f(", "(", ""}, {"f(int a[", "(", ""}, {"f(int a[", "-", ""}};
  for (u32 i = 0; i < ARRAY_LEN(deep); i++) {
    UserCall c;
    cleanup(text_free) Text t = {0};
    text_add(&t, deep[i][0]);
    add_times(&t, deep[i][1], 3000);
    assert_int_equal(call_parse(text_c(&t), &c), ERR_USAGE);
    assert_non_null(strstr(err_text(), "nested too deeply"));
  }
  cleanup(text_free) Text t = {0};
  UserCall c;
  text_add(&t, "f(int a[1");
  add_times(&t, "+1", 1900);
  text_add(&t, "])");
  assert_int_equal(call_parse(text_c(&t), &c), OK); /* long, not deep */
  i64 value = 0;
  assert_int_equal(size_formula_eval(&c.inputs.at[0].sizes[0], c.text, 1, NULL, &value), OK);
  assert_int_equal(value, 1901);
  call_done(&c);
}

/* ---- mains ----------------------------------------------------------------------------------- */

/* The main of the call behind the program, as it would be with the program in a file. */
static void source_of(const UserCall *c, const char *program, Text *to) {
  text_add(to, "#define main nadir_user_main\n");
  text_add(to, program);
  assert_int_equal(call_write(c, "/dev/null", to), OK);
}

static const char program[] =
    "#include <stdbool.h>\n"
    "#include <stddef.h>\n"
    "#include \"" RUNTIME_INCLUDE "/nadir.h\"\n"
    "#define N 1000\n"
    "#define ROOM 3\n"
    "enum { LIMIT = 2 };\n"
    "#define HUGE (~0ull)\n"
    "#define n 77\n"
    "#undef n\n"
    "struct point { int x; char c; int y; };\n"
    "static void need(int holds) { if (!holds) nadir_stop(\"p.c\", 1, \"need\"); }\n"
    "static long length(const char *s) { long k = 0; while (s[k]) k++; return k; }\n"
    "static int zeros(int *a, int k) { int z = 0; for (int i = 0; i < k; i++) z += a[i] ? 0 : 1; "
    "return z; }\n"
    "static void table(int k, int g[k][k]) { for (int i = 0; i < k; i++) if (g[i][k - 1]) g[0][0] "
    "= 1; }\n"
    "static void rows(int **g, int k) { for (int i = 0; i < k; i++) if (g[i][k - 1]) g[0][0] = 1; "
    "}\n"
    "static void text(const char *s, long k) { need(length(s) == k); }\n"
    "static void words(char **w, int k) { for (int i = 0; i < k; i++) need(length(w[i]) == 2); }\n"
    "static void lines(char w[][3], int k) { for (int i = 0; i < k; i++) need(length(w[i]) == 2); "
    "}\n"
    "static void points(const struct point *p, int k) { for (int i = 0; i < k; i++) if (p[i].x < "
    "p[i].y) need(1); }\n"
    "static int point(struct point p) { return p.x < p.y ? 1 : 0; }\n"
    "static void past(int *a, int k) { a[k] = 0; }\n"
    "static void booleans(bool *b, int k) { for (int i = 0; i < k; i++) need(((unsigned char "
    "*)b)[i] < 2); }\n"
    "static void literals(const char *s, char c, double d, int h, int f(int, int)) {\n"
    "  need(length(s) == 5 && s[1] == ',' && c == ')' && d == 1.5 && h == 31 && f(1, 2) == 3); }\n"
    "static int add(int a, int b) { return a + b; }\n"
    "static void sizes(int a[ROOM], int b[LIMIT], char *c, long k, long m) {\n"
    "  need(k == 10 && m == -10); a[2] = b[1] = c[11] = 0; }\n"
    "static void nothing(void) {}\n"
    "int main(void) { nothing(); }\n";

typedef struct Sample {
  const char *call;
  u64 size;
  u32 n_finished, n_bounds; /* paths */
  const char *shapes;
} Sample;

static const Sample samples[] = {
    {"zeros(int a[N], N)", 3, 8, 0, "a:signed 4[3]"},
    {"zeros(int a[N], N)", 1, 2, 0, "a:signed 4[1]"},
    {"zeros(int a[N-1] in 1..N-1, N-1)", 1, 1, 0, "a:signed 4[0]"},
    {"zeros(int a[N] in 1..N, N)", 3, 1, 0, "a:signed 4[3]"},
    {"table(N, int g[N][N])", 2, 4, 0, "g:signed 4[2][2]"},
    {"rows(int *g[N][N], N)", 2, 4, 0, "g:signed 4[2][2]"},
    {"text(char s[N] string, N)", 3, 1, 0, "s:char 1[3]"},
    {"text(const unsigned char s[N] in 0..9 string, N)", 2, 1, 0, "s:char 1[2]"},
    {"words(char *w[N][2] string, N)", 2, 1, 0, "w:char 1[2][2]"},
    {"lines(char w[N][2] string, N)", 2, 1, 0, "w:char 1[2][2]"},
    {"points(struct point p[N], N)", 2, 4, 0, "p:bytes 12[2]"},
    {"point(struct point p)", 1, 2, 0, "p:bytes 12"},
    {"past(int a[N], N)", 2, 0, 1, "a:signed 4[2]"},
    {"booleans(bool b[N], N)", 2, 1, 0, "b:unsigned 1[2]"},
    {"literals(\"a,b\\\")\", ')', 1.5, 0x1F, add)", 1, 1, 0, ""},
    {"sizes(int a[ROOM], int b[LIMIT], char c[sizeof(struct point)], N, -N)", 10, 1, 0,
     "a:signed 4[3] b:signed 4[2] c:char 1[12]"},
    {"nothing();", 1, 1, 0, ""},
    {"add(int a, (int)N + a)", 5, 1, 0, "a:signed 4"},
};

static const char *const kind_names[] = {"signed", "unsigned", "char", "bytes"};

static void check_shapes(const Sample *k, const UserCall *c, const Module *m) {
  cleanup(shapes_done) Shapes s = {0};
  cleanup(text_free) Text found = {0};
  if (call_shapes(c, m, k->size, &s) != OK) fail_msg("%s", err_text());
  for (u32 i = 0; i < s.all.n; i++) {
    const Shape *shape = &s.all.at[i];
    text_addf(&found, "%s%s:%s %u", i ? " " : "", shape->name, kind_names[shape->kind],
              shape->element_bytes);
    for (u32 d = 0; d < shape->n_sizes; d++) text_addf(&found, "[%d]", (int)shape->sizes[d]);
  }
  assert_string_equal(text_c(&found), k->shapes);
}

static void test_mains(void **unused) {
  (void)unused;
  for (u32 i = 0; i < ARRAY_LEN(samples); i++) {
    const Sample *k = &samples[i];
    UserCall c;
    Machine m;
    cleanup(text_free) Text source = {0};
    VmConfig config = vm_config_default();
    config.size = k->size;
    assert_int_equal(call_parse(k->call, &c), OK);
    source_of(&c, program, &source);
    machine_init(&m, text_c(&source), &config);
    Tally t = machine_explore(&m, NULL, NULL);
    if (t.n[STOP_EXIT] != k->n_finished || t.n[STOP_WRITE_BOUNDS] != k->n_bounds ||
        t.n_paths != k->n_finished + k->n_bounds)
      fail_msg("%s at %d: %u paths, %u finished", k->call, (int)k->size, t.n_paths, t.n[STOP_EXIT]);
    check_shapes(k, &c, m.module);
    machine_done(&m);
    call_done(&c);
  }
}

/* Every value from `first` to `last` is there, and no other. */
typedef struct Range {
  const char *type, *range, *first, *last;
} Range;

static const Range ranges[] = {
    {"int", "-5..7", "-5", "7"},
    {"int", "N..2*N", "4", "8"},
    {"int", "-N..N", "-4", "4"},
    {"int", "-99999999999..99999999999", "-2147483647-1", "2147483647"},
    {"unsigned", "-1..5", "0u", "5u"},
    {"unsigned", "3..5000000000", "3u", "4294967295u"},
    {"signed char", "-128..-127", "-128", "-127"},
    {"signed char", "-200..200", "-128", "127"},
    {"unsigned char", "250..1000", "250", "255"},
    {"char", "'a'..'z'", "'a'", "'z'"},
    {"short", "-40000..0", "-32768", "0"},
    {"unsigned long", "2..9223372036854775807", "2ul", "9223372036854775807ul"},
    {"long", "-9223372036854775807-1..-9223372036854775807", "(-9223372036854775807l-1)",
     "-9223372036854775807l"},
    {"_Bool", "1..5", "1", "1"},
    {"_Bool", "-3..5", "0", "1"},
};

/* Three ends: of the first value, of the last, and of any other; a value outside stops. */
static void test_ranges(void **unused) {
  (void)unused;
  for (u32 i = 0; i < ARRAY_LEN(ranges); i++) {
    const Range *r = &ranges[i];
    UserCall c;
    Machine m;
    cleanup(text_free) Text call = {0}, user = {0}, source = {0};
    text_addf(&call, "f(%s x in %s)", r->type, r->range);
    text_addf(&user,
              "#include \"" RUNTIME_INCLUDE "/nadir.h\"\n"
              "static void f(%s x) {\n"
              "  if (x < (%s)) nadir_stop(\"\", 0, \"\");\n"
              "  if (x > (%s)) nadir_stop(\"\", 0, \"\");\n"
              "  if (x == (%s)) nadir_target();\n"
              "  else if (x == (%s)) nadir_cost(1);\n}\n",
              r->type, r->first, r->last, r->first, r->last);
    VmConfig config = vm_config_default();
    config.size = 4;
    assert_int_equal(call_parse(text_c(&call), &c), OK);
    source_of(&c, text_c(&user), &source);
    machine_init(&m, text_c(&source), &config);
    Tally t = machine_explore(&m, NULL, NULL);
    bool is_one = !strcmp(r->first, r->last);
    if (t.n[STOP_EXIT] != t.n_paths || t.most.n[COST_TARGET] != 1 || t.most.n[COST_USER] != !is_one)
      fail_msg("%s: %u of %u paths finished", text_c(&call), t.n[STOP_EXIT], t.n_paths);
    Shapes s;
    assert_int_equal(call_shapes(&c, m.module, 4, &s), OK);
    shapes_done(&s);
    machine_done(&m);
    call_done(&c);
  }
}

/* ---- sizes that cannot be -------------------------------------------------------------------- */

static void expect_no_shapes(const char *call, u64 size, u32 column, const char *message) {
  UserCall c;
  Shapes s = {0};
  cleanup(text_free) Text source = {0}, wanted = {0};
  assert_int_equal(call_parse(call, &c), OK);
  source_of(&c, program, &source);
  Module *m = machine_compile(text_c(&source));
  text_addf(&wanted, "--call: %s\n  %s\n  %*s^", message, call, (int)column, "");
  assert_int_equal(call_shapes(&c, m, size, &s), ERR_USAGE);
  assert_string_equal(err_text(), text_c(&wanted));
  assert_null(s.all.at);
  module_free(m);
  call_done(&c);
}

static void test_impossible_sizes(void **unused) {
  (void)unused;
  expect_no_shapes("zeros(int a[N-2], N)", 1, 12, "the size of 'a' is -1 at N = 1");
  expect_no_shapes("zeros(int a[N*N*N*N], N)", 100000, 17, "this is too large at N = 100000");
  expect_no_shapes("zeros(int a[N*N], N)", 100000, 10,
                   "'a' has over 256 MiB at N = 100000, and no input can have as many");
  expect_no_shapes("zeros(int a[1<<N], N)", 63, 13, "a shift by 63 at N = 63");
  expect_no_shapes("zeros(int a[6/(N-2)], N)", 2, 13, "a division by zero at N = 2");
  expect_no_shapes("zeros(int a[HUGE], N)", 2, 12, "this constant is too large");
  expect_no_shapes("zeros(int a[N] in 5..N, N)", 4, 18, "no value of 'a' lies in 5..4, at N = 4");
  expect_no_shapes("add(unsigned char x in 256..300, 0)", 4, 23,
                   "no value of 'x' lies in 256..300, at N = 4");
  expect_no_shapes("add(unsigned x in -N..-1, 0)", 4, 18,
                   "no value of 'x' lies in -4..-1, at N = 4");
  expect_no_shapes("text(char s[N] string in 0..0, N)", 2, 25,
                   "no value of 's' lies in 0..0, at N = 2");
}

static void test_other_programs_have_no_shapes(void **unused) {
  (void)unused;
  UserCall c, other;
  Shapes s;
  cleanup(text_free) Text source = {0};
  assert_int_equal(call_parse("nothing()", &c), OK);
  assert_int_equal(call_parse("zeros(int a[N], N)", &other), OK);
  source_of(&c, program, &source);
  Module *m = machine_compile(text_c(&source));
  assert_int_equal(call_shapes(&other, m, 1, &s), ERR_INPUT);
  module_free(m);
  m = machine_compile("int main(void) { return 0; }");
  assert_int_equal(call_shapes(&c, m, 1, &s), ERR_INPUT);
  module_free(m);
  call_done(&c);
  call_done(&other);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void test_names_of_files(void **unused) {
  (void)unused;
  UserCall c;
  assert_int_equal(call_parse("f(N */*)", &c), ERR_USAGE);
  assert_int_equal(call_parse("f(\"*/\")", &c), OK);
  static const char *const lines[][2] = {{"a b.c", "\n#include \"a b.c\"\n"},
                                         {"a\\b>.c", "\n#include \"a\\b>.c\"\n"},
                                         {"/a\"b.c", "\n#include </a\"b.c>\n"}};
  for (u32 i = 0; i < ARRAY_LEN(lines); i++) {
    cleanup(text_free) Text t = {0};
    assert_int_equal(call_write(&c, lines[i][0], &t), OK);
    assert_non_null(strstr(text_c(&t), lines[i][1]));
    assert_non_null(strstr(text_c(&t), "f(\"* /\")\n *\n"));
  }
  Text t = {0};
  assert_int_equal(call_write(&c, "a\"b.c", &t), ERR_INPUT);
  assert_int_equal(call_write(&c, "/a\"b>.c", &t), ERR_INPUT);
  assert_int_equal(call_write(&c, "/a\nb.c", &t), ERR_INPUT);
  assert_int_equal(t.n, 0);
  call_done(&c);
}

/* What the compiler has to judge stands where the user wrote it. */
static void test_columns(void **unused) {
  (void)unused;
  UserCall c;
  cleanup(text_free) Text t = {0};
  assert_int_equal(call_parse("sort(struct p a[MAX], (int)N, char *w[N][2] string)", &c), OK);
  assert_int_equal(call_write(&c, "sort.c", &t), OK);
  static const char *const lines[] = {
      "     struct p nadir_at;",
      "                MAX;",
      "                              char nadir_at;",
      "sort(         a     , (int)N,       w             );",
  };
  for (u32 i = 0; i < ARRAY_LEN(lines); i++) {
    cleanup(text_free) Text line = {0};
    text_addf(&line, "\n#line 1 \"--call\"\n%s\n", lines[i]);
    assert_non_null(strstr(text_c(&t), text_c(&line)));
  }
  call_done(&c);
}

static void test_own_functions(void **unused) {
  (void)unused;
  assert_true(call_is_own("main"));
  assert_true(call_is_own("nadir_call_rows"));
  assert_false(call_is_own("mainly"));
  assert_false(call_is_own("nadir_calls"));
  assert_false(call_is_own("sort"));
}

int main(void) {
  setenv("C_INCLUDE_PATH", RUNTIME_INCLUDE, 1); /* for clang */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_words_that_are_names),
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_errors_of_the_call),
      cmocka_unit_test(test_errors_of_words),
      cmocka_unit_test(test_errors_of_brackets),
      cmocka_unit_test(test_errors_of_inputs),
      cmocka_unit_test(test_errors_of_names),
      cmocka_unit_test(test_errors_of_pointers),
      cmocka_unit_test(test_errors_of_formulas),
      cmocka_unit_test(test_long_texts),
      cmocka_unit_test(test_columns_of_characters),
      cmocka_unit_test(test_deep_texts),
      cmocka_unit_test(test_mains),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_impossible_sizes),
      cmocka_unit_test(test_other_programs_have_no_shapes),
      cmocka_unit_test(test_names_of_files),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_own_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
