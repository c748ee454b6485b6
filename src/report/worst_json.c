/* worst_json.c — worst.json: what its table (worst_fields.def) does not say of itself, and that what was
 * read fits together.
 *
 * Each member and each size has one line, so that people can look into the file although an input
 * may have a hundred thousand values.  Only what the page cannot do without must be there: the program, and
 * the size of each entry.  Older and foreign files are welcome, members of the wrong type are not.
 */
#include "report/record_tables.h"
#include "report/report_impl.h"

/* ---- figures --------------------------------------------------------------------------------------- */

/* Null if there are none of this kind. */
static json_t *figures_json(const WorstSize *s, bool times) {
  json_t *all = json_object();
  for (u32 i = 0; i < s->figures.n; i++) {
    const WorstFigure *f = &s->figures.at[i];
    if (f->is_time != times) continue;
    if (times)
      set_real(all, f->name, f->value);
    else
      set_number(all, f->name, (u64)f->value);
  }
  if (json_object_size(all)) return all;
  json_decref(all);
  return json_null();
}

/* Whatever names there are. */
static Err read_figures(RecordReader *r, const json_t *size, bool times, WorstSize *s) {
  json_t *all = json_object_get(size, times ? "phases" : "counts");
  const char *name;
  json_t *unused;
  json_object_foreach(all, name, unused) {
    (void)unused;
    u64 n = 0;
    names_add(r->kept, name);
    WorstFigure f = {.name = vec_last(r->kept), .words = vec_last(r->kept), .is_time = times};
    if (times) {
      TRY(take_real(text_c(&r->where), all, name, &f.value));
    } else {
      TRY(take_number(text_c(&r->where), all, name, &n));
      f.value = (double)n;
    }
    vec_push(&s->figures, f);
  }
  return OK;
}

static json_t *write_phases(const void *size) { return figures_json(size, true); }

static Err read_phases(RecordReader *r, const json_t *size, void *io) {
  return read_figures(r, size, true, io);
}

static json_t *write_counts(const void *size) { return figures_json(size, false); }

static Err read_counts(RecordReader *r, const json_t *size, void *io) {
  return read_figures(r, size, false, io);
}

static void figures_done(void *size) { vec_free(&((WorstSize *)size)->figures); }

const RecordCodec worst_phases = {write_phases, read_phases, figures_done,
                                  "{\"type\": [\"object\", \"null\"], \"additionalProperties\": "
                                  "{\"type\": [\"number\", \"null\"]}}"};
const RecordCodec worst_counts = {
    write_counts, read_counts, NULL,
    "{\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": \"integer\"}}"};

/* ---- values ---------------------------------------------------------------------------------------- */

static json_t *write_values(const void *record) {
  const WorstSize *s = record;
  json_t *values = json_object();
  for (u32 i = 0; i < s->inputs.n; i++) {
    const WorstInput *in = &s->inputs.at[i];
    cleanup(text_free) Text key = {0};
    input_key(values, in->name, &key);
    json_object_set_new(values, text_c(&key), json_of_input(in));
  }
  return values;
}

/* By the shapes, which are known after them. */
static Err read_values(const char *where, const json_t *size, WorstSize *s) {
  cleanup(json_free) json_t *taken = json_object();
  for (u32 i = 0; i < s->inputs.n; i++) {
    WorstInput *in = &s->inputs.at[i];
    cleanup(text_free) Text key = {0};
    TRY(input_check(where, in));
    input_key(taken, in->name, &key);
    json_object_set_new(taken, text_c(&key), json_true());
    TRY(take_input(where, json_object_get(size, "input"), text_c(&key), in));
  }
  return OK;
}

static void values_done(void *size) {
  const WorstSize *s = size;
  for (u32 i = 0; i < s->inputs.n; i++) mem_free(s->inputs.at[i].bytes);
}

const RecordCodec worst_values = {write_values, NULL, values_done, "{\"type\": \"object\"}"};

/* ---- the whole ------------------------------------------------------------------------------------- */

static Err check_strip(const char *where, const WorstSize *s) {
  u64 left = INT64_MAX;
  for (u32 i = 0; i < s->strip.n; i++) {
    const WorstStep *step = &s->strip.at[i];
    if (step->count > left) return err_set(ERR_INPUT, "%s: 'strip' has too many decisions", where);
    left -= step->count;
    if (step->site >= s->sites.n)
      return err_set(ERR_INPUT, "%s: 'strip' names a site that is not there", where);
  }
  return OK;
}

static Err finish(const char *path, const json_t *root, WorstReport *r) {
  if (!json_object_get(root, "sources"))
    for (u32 i = 0; i < r->recipe.files.n; i++) vec_push(&r->sources, r->recipe.files.at[i]);
  for (u32 i = 0; i < r->sizes.n; i++) {
    cleanup(text_free) Text where = text_format("%s: sizes[%u]", path, i);
    TRY(check_strip(text_c(&where), &r->sizes.at[i]));
    TRY(read_values(text_c(&where), json_array_get(json_object_get(root, "sizes"), i),
                    &r->sizes.at[i]));
  }
  return OK;
}

/* Takes the value. */
static void add_value(Text *to, json_t *value) {
  json_text(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(JSON_DIGITS), to);
  json_decref(value);
}

/* ---- public ---------------------------------------------------------------------------------------- */

void worst_report_json(const WorstReport *r, Text *to) {
  cleanup(json_free) json_t *all = record_json(record_of_worst(), r);
  const char *key;
  json_t *value;
  text_add(to, "{\n");
  json_object_foreach(all, key, value) {
    if (!strcmp(key, "sizes")) break; /* the last one */
    text_addf(to, "  \"%s\": ", key);
    add_value(to, json_incref(value));
    text_add(to, ",\n");
  }
  text_add(to, "  \"sizes\": [");
  for (u32 i = 0; i < r->sizes.n; i++) {
    text_add(to, i ? ",\n    " : "\n    ");
    add_value(to, json_incref(json_array_get(json_object_get(all, "sizes"), i)));
  }
  text_add(to, "\n  ]\n}\n");
}

Err worst_report_read(const char *path, WorstReport *ret) {
  cleanup(json_free) json_t *root = NULL;
  TRY(json_read(path, &root));
  cleanup(worst_report_done) WorstReport to = {0};
  cleanup(record_reader_done) RecordReader r = {.kept = &to.kept};
  text_add(&r.where, path);
  TRY(record_read(&r, record_of_worst(), root, &to));
  TRY(recipe_check(path, &to.recipe));
  TRY(finish(path, root, &to));
  *ret = to;
  to = (WorstReport){0};
  return OK;
}
