/* worst_strip.c — the decisions of a worst path, for readers.
 *
 * Some sides of the machine (vm/path.h) are addresses or places in the code, which are long and
 * mean nothing to a reader.  So objects are numbered in the order in which the path meets them, and
 * targets of a switch in the order of the code.  worst-N.path keeps objects by their addresses, so
 * that it can be followed.
 */
#include "record/worst_strip.h"

#include "base/map.h"
#include "explore/site_table.h"
#include "policy/policy.h"

static const char *const site_kinds[] = {[SITE_BRANCH] = "branch",
                                         [SITE_SELECT] = "select",
                                         [SITE_SWITCH] = "switch",
                                         [SITE_CHECK] = "check"};

typedef struct StripMaker {
  const Module *module; /* borrowed */
  WorstSize *size;      /* borrowed */
  Map sites;            /* decision's place and kind -> index in size->sites */
  Map objects;          /* address -> number, from 1 */
  Map targets;          /* site and pc -> number, from 1 */
} StripMaker;

static const char *kind_of(const Module *m, const Decision *d) {
  if (d->kind == CHOICE_ADDRESS) return "address";
  if (d->kind == CHOICE_VALUE) return "value";
  if (d->kind == CHOICE_SPLIT) return "index";
  if (d->kind == CHOICE_SIZE) return "size";
  if (d->kind == CHOICE_PIN) return "place";
  const Site *site = d->kind == CHOICE_CHECK ? NULL : module_site(m, d->fn, d->pc);
  return site ? site_kinds[site->kind] : "check";
}

/* A load may decide both where to and whether that is fine. */
static u32 site_of(StripMaker *s, const Decision *d) {
  bool is_fresh;
  u64 *slot = map_at(&s->sites, (u64)d->kind << 60 | (u64)d->fn << 32 | d->pc, &is_fresh);
  if (!is_fresh) return (u32)*slot;
  *slot = s->size->sites.n;
  const Module *m = s->module;
  const Pos *pos = module_position(m, d->fn, d->pc);
  WorstSite site = {.place = {.fn = m->fns.at[d->fn].name,
                              .file = m->texts.at[pos->file],
                              .line = pos->line,
                              .column = pos->column},
                    .kind = kind_of(m, d)};
  vec_push(&s->size->sites, site);
  return s->size->sites.n - 1;
}

static u64 number_of_target(StripMaker *s, u32 site, const Decision *d) {
  bool is_fresh;
  u64 *slot = map_at(&s->targets, (u64)site << 32 | d->side, &is_fresh);
  if (is_fresh) *slot = switch_rank(s->module, d);
  return *slot;
}

/* 0: no object. */
static u64 number_of_object(StripMaker *s, u64 address) {
  if (!address) return 0;
  bool is_fresh;
  u64 n = s->objects.n, *slot = map_at(&s->objects, address, &is_fresh);
  if (is_fresh) *slot = n + 1;
  return *slot;
}

static u64 side_of(StripMaker *s, u32 site, const Decision *d) {
  if (d->kind == CHOICE_SWITCH) return number_of_target(s, site, d);
  if (d->kind == CHOICE_ADDRESS) return number_of_object(s, d->side);
  return decision_in_source(s->module, d);
}

static void add_step(WorstSize *size, u32 site, u64 side) {
  WorstStep *last = size->strip.n ? &vec_last(&size->strip) : NULL;
  if (last && last->site == site && last->side == side)
    last->count++;
  else
    vec_push(&size->strip, ((WorstStep){.site = site, .side = side, .count = 1}));
}

/* Equal sides in a row, whatever their sites. */
typedef struct EqualSides {
  u8 kind; /* ChoiceKind */
  u64 side, count;
} EqualSides;

static void print_run(const EqualSides *r, Text *t) {
  if (!r->count) return;
  if (t->n) text_add_char(t, ' ');
  char letter = choice_infos[r->kind].letter; /* as in worst-N.path; a branch has none */
  if (letter) text_add_char(t, letter);
  text_addf(t, "%jdx%ju", (intmax_t)r->side, (uintmax_t)r->count);
}

void worst_strip_add(const Module *m, const DecisionVec *all, WorstReport *report,
                     WorstSize *size) {
  StripMaker s = {.module = m, .size = size};
  cleanup(text_free) Text runs = {0};
  EqualSides run = {0};
  for (u32 i = 0; i < all->n; i++) {
    const Decision *d = &all->at[i];
    u32 site = site_of(&s, d);
    u64 side = side_of(&s, site, d);
    add_step(size, site, side);
    if (run.kind != d->kind || run.side != side) {
      print_run(&run, &runs);
      run = (EqualSides){.kind = d->kind, .side = side};
    }
    run.count++;
  }
  print_run(&run, &runs);
  size->decisions = worst_report_keep(report, text_c(&runs));
  map_done(&s.sites);
  map_done(&s.objects);
  map_done(&s.targets);
}
