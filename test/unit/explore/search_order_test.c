/* search_order_test.c — orders to search in as they are typed. */
#include "unit/unit.h"

#include "base/clock.h"
#include "base/text.h"
#include "explore/search_order.h"

#include <string.h>

static SearchOrder parse(const char *text) {
  SearchOrder s = {0};
  assert_int_equal(search_order_parse(text, &s), OK);
  return s;
}

static void test_names(void **state) {
  (void)state;
  for (u32 row = 0; row < n_searcher_rows; row++) {
    SearchOrder s = parse(searcher_rows[row].name);
    assert_ptr_equal(s.ops, searcher_rows[row].ops);
    assert_int_equal(s.n_parts, 0);
    search_order_done(&s);
  }
  SearchOrder old = parse("random");
  assert_ptr_equal(old.ops, &random_state_ops);
}

static void test_nested(void **state) {
  (void)state;
  SearchOrder s =
      parse(" interleave( dfs , batch(random-path,500,1.5s),interleave(bfs,batch(depth)) ) ");
  assert_ptr_equal(s.ops, &interleave_ops);
  assert_int_equal(s.n_parts, 3);
  assert_ptr_equal(s.parts[0].ops, &dfs_ops);
  assert_ptr_equal(s.parts[1].ops, &batch_ops);
  assert_ptr_equal(s.parts[1].parts[0].ops, &random_path_ops);
  assert_int_equal(s.parts[1].n_instructions, 500);
  assert_int_equal(s.parts[1].n_ns, 1500 * NS_PER_MS);
  const SearchOrder *last = &s.parts[2].parts[1];
  assert_ptr_equal(last->ops, &batch_ops);
  assert_int_equal(last->n_instructions, 10000);
  assert_true(last->n_ns == NEVER_NS);
  search_order_done(&s);
}

/* The error says where it is and what would do. */
static void refuse(const char *text, const char *message) {
  SearchOrder s = {.n_parts = 77};
  assert_int_equal(search_order_parse(text, &s), ERR_USAGE);
  assert_int_equal(s.n_parts, 77);
  if (strncmp(err_text(), message, strlen(message))) assert_string_equal(err_text(), message);
}

static void test_mistakes(void **state) {
  (void)state;
  refuse("dsf", "--search: there is no 'dsf'; did you mean 'dfs'? there are dfs, bfs, ");
  refuse("best", "--search: there is no 'best'; ");
  refuse("interleave(dfs,bsf)",
         "--search 'interleave(dfs,bsf)', character 16: there is no 'bsf'; did you mean 'bfs'? ");
  refuse("", "--search '', character 1: expected the name of an order");
  refuse("interleave", "--search 'interleave', character 11: expected '('");
  refuse("interleave(dfs)",
         "--search 'interleave(dfs)', character 15: interleave needs at least two "
         "orders: expected ',', not ')'");
  refuse("adapt(dfs)", "--search 'adapt(dfs)', character 10: adapt needs at least two orders: "
                       "expected ',', not ')'");
  refuse("shaped(dfs,bfs)", "--search 'shaped(dfs,bfs)', character 11: expected ')', not ',bfs)'");
  refuse("interleave(dfs,",
         "--search 'interleave(dfs,', character 16: expected the name of an order");
  refuse("interleave(dfs,bfs", "--search 'interleave(dfs,bfs', character 19: expected ',' or ')'");
  refuse("dfs,bfs", "--search 'dfs,bfs', character 4: expected nothing more, not ',bfs'");
  refuse("dfs(bfs)", "--search 'dfs(bfs)', character 4: expected nothing more, not '(bfs)'");
  refuse("batch(dfs,5s)", "--search 'batch(dfs,5s)', character 11: expected a number of "
                          "instructions, not '5s)'");
  refuse("batch(dfs,0)",
         "--search 'batch(dfs,0)', character 11: expected a number of instructions, not '0)'");
  refuse("batch(dfs,5,7x)",
         "--search 'batch(dfs,5,7x)', character 13: expected a time such as 5s, not '7x)'");
  refuse("batch(dfs,5,7s,8)",
         "--search 'batch(dfs,5,7s,8)', character 15: expected ')', not ',8)'");
}

static Err parse_nested(u32 n) {
  Text t = {0};
  SearchOrder s = {0};
  for (u32 i = 0; i < n; i++) text_add(&t, "batch(");
  text_add(&t, "dfs");
  for (u32 i = 0; i < n; i++) text_add(&t, ")");
  Err err = search_order_parse(text_c(&t), &s);
  search_order_done(&s);
  text_free(&t);
  return err;
}

/* However many parentheses there are, they do not fill the stack. */
static void test_deep(void **state) {
  (void)state;
  assert_int_equal(parse_nested(16), OK);
  assert_int_equal(parse_nested(17), ERR_USAGE);
  assert_non_null(strstr(err_text(), "character 102: too many parentheses"));
  assert_int_equal(parse_nested(100000), ERR_USAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_deep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
