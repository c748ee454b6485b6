/* test_recipe.h — from a test to what is known of its program: the run.json or worst.json beside it. */
#pragma once

#include "report/recipe.h"

/* The part of a path behind its last slash. */
const char *path_name(const char *path);

/* Appends the path of the record beside the test: of a search for worst cases that is worst.json; any other
 * folder that lacks a run.json lacks it by that name. */
void test_record_path(const char *test, Text *to);

/* The recipe that the record has, with flags that nadir itself would write. */
must_use Err test_recipe_read(const char *record, Recipe *ret);
