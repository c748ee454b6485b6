/* arm.c — the table of arms, and which of them are wanted. */
#include "worst/arm.h"

#include "base/registry.h"

const ArmRow arm_rows[ARM_COUNT] = {
#define ARM(name, id, ...) {name, &arm_##id},
#define BOTH ARM
#include "search/searches.def"
};

static const OptionChoice choices[] = {
#define ARM(name, id, words, line) {name, NULL, line},
#define BOTH ARM
#include "search/searches.def"
    {0},
};

static const Option options[] = {
    [ARMS_LIST] = {"arms", OPTION_TEXT, "LIST", NULL,
                   "searches that share the time of auto and ese+ (a,b), or all but some (-a,-b)",
                   .choices = choices},
};

static Err parse(const char *list, ArmSet *ret) {
  bool on[ARM_COUNT];
  *ret = 0;
  TRY(ROWS_SELECT("--arms", list, arm_rows, ARM_COUNT, on));
  for (u32 i = 0; i < ARM_COUNT; i++) *ret |= (ArmSet)on[i] << i;
  return *ret ? OK : err_set(ERR_USAGE, "--arms: '%s' leaves nothing", list);
}

static Err check(const OptionSet *s) {
  ArmSet ignored;
  return option_has(s, ARMS_LIST) ? parse(option_text(s, ARMS_LIST), &ignored) : OK;
}

const OptionGroup arms_options = {"options of auto and ese+", options, ARRAY_LEN(options), check};

ArmSet arms_wanted(Search *h, ArmSet usual) {
  assert(usual && usual < (ArmSet)1 << ARM_COUNT);
  const OptionSet *s = search_options(h, &arms_options);
  ArmSet wanted = usual;
  if (!option_has(s, ARMS_LIST)) return usual;
  const char *list = option_text(s, ARMS_LIST);
  Err err = parse(list, &wanted);
  CHECK(err == OK, "arms that were checked: %s", err_text());
  return *list == '-' ? wanted & usual : wanted;
}

ArmSet arms_of_auto(Search *h) {
  ArmSet usual = 0;
#define SHARE(id, in_auto, in_ese_plus, why) usual |= (in_auto) ? ARM_BIT(id) : 0;
#include "worst/schedule.def"
  return arms_wanted(h, usual);
}

ArmSet arms_of_ese_plus(Search *h) {
  ArmSet usual = 0;
#define SHARE(id, in_auto, in_ese_plus, why) usual |= (in_ese_plus) ? ARM_BIT(id) : 0;
#include "worst/schedule.def"
  return arms_wanted(h, usual);
}
