/* schema.c — the JSON Schema of a record, from its rows. */
#include "report/schema.h"

#include "report/record_tables.h"
#include "report/report_impl.h"

static json_t *typed(const char *name) { return json_pack("{s:s}", "type", name); }

/* Null is possible, too. */
static void allow_null(json_t *schema) {
  json_t *type = json_object_get(schema, "type");
  if (json_is_string(type)) json_object_set_new(schema, "type", json_pack("[O,s]", type, "null"));
}

static json_t *list_of(json_t *items) {
  return json_pack("{s:s,s:o}", "type", "array", "items", items);
}

static json_t *map_of(json_t *values) {
  return json_pack("{s:s,s:o}", "type", "object", "additionalProperties", values);
}

static json_t *row_schema(const RecordRow *row);
static json_t *record_schema(const Record *r);

/* A list of all members, in their order. */
static json_t *tuple_schema(const Record *r) {
  json_t *items = json_array();
  for (u32 i = 0; i < r->n_rows; i++) json_array_append_new(items, row_schema(&r->rows[i]));
  return json_pack("{s:s,s:s,s:o,s:b}", "type", "array", "description", r->about, "prefixItems",
                   items, "items", false);
}

static json_t *keyed_schema(const Record *r) {
  json_t *one = record_schema(r);
  json_object_del(json_object_get(one, "properties"), r->rows[0].json);
  json_array_remove(json_object_get(one, "required"), 0);
  return map_of(one);
}

static json_t *enum_schema(const RecordRow *row) {
  json_t *words = json_array();
  for (u32 i = 0; row->names[i]; i++) json_array_append_new(words, json_string(row->names[i]));
  return json_pack("{s:s,s:o}", "type", "string", "enum", words);
}

static json_t *value_schema(const RecordRow *row) {
  switch (row->as) {
  case AS_COUNT:
  case AS_SMALL:
    return typed("integer");
  case AS_REAL:
    return typed("number");
  case AS_FLAG:
  case AS_VERDICT:
    return typed("boolean");
  case AS_TEXT:
  case AS_OWN:
  case AS_HEX:
    return typed("string");
  case AS_TEXTS:
  case AS_NAMES:
    return list_of(typed("string"));
  case AS_COUNTS:
    return list_of(typed("integer"));
  case AS_REALS:
    return list_of(typed("number"));
  case AS_ENUM:
    return enum_schema(row);
  case AS_PAIR:
    return json_pack("{s:s,s:{s:{s:s},s:{s:s}},s:[s,s]}", "type", "object", "properties", "covered",
                     "type", "integer", "all", "type", "integer", "required", "covered", "all");
  case AS_ONE:
    return record_schema(row->of());
  case AS_MANY:
    return list_of(record_schema(row->of()));
  case AS_ROWS:
    return list_of(tuple_schema(row->of()));
  case AS_COUNTERS:
    return map_of(typed("integer"));
  case AS_KEYED:
    return keyed_schema(row->of());
  case AS_CUSTOM:
    return json_loads(row->codec->schema, 0, NULL);
  case AS_FLAT:
    break;
  }
  return json_object();
}

static json_t *row_schema(const RecordRow *row) {
  json_t *schema = value_schema(row);
  bool is_text = row->as == AS_TEXT || (row->as == AS_OWN && !(row->flags & WORD));
  if (row->flags & NULLED || row->as == AS_VERDICT || row->as == AS_REAL ||
      (is_text && !(row->flags & (WORD | NEEDED))))
    allow_null(schema);
  if (*row->about) json_object_set_new(schema, "description", json_string(row->about));
  return schema;
}

static void add_members(const Record *r, json_t *properties, json_t *required) {
  for (u32 i = 0; i < r->n_rows; i++) {
    const RecordRow *row = &r->rows[i];
    if (row->as == AS_FLAT) {
      add_members(row->of(), properties, required);
      continue;
    }
    json_object_set_new(properties, row->json, row_schema(row));
    if (!(row->flags & SKIP)) json_array_append_new(required, json_string(row->json));
  }
}

static json_t *record_schema(const Record *r) {
  json_t *properties = json_object(), *required = json_array();
  add_members(r, properties, required);
  return json_pack("{s:s,s:s,s:o,s:o,s:b}", "type", "object", "description", r->about, "properties",
                   properties, "required", required, "additionalProperties", false);
}

void schema_print(Schema which, Text *to) {
  const Record *(*const records[])(void) = {[SCHEMA_RUN] = record_of_run,
                                            [SCHEMA_COVER] = record_of_cover,
                                            [SCHEMA_WORST] = record_of_worst,
                                            [SCHEMA_CHECK] = record_of_check,
                                            [SCHEMA_STATUS] = record_of_status};
  cleanup(json_free) json_t *all =
      json_pack("{s:s}", "$schema", "https://json-schema.org/draft/2020-12/schema");
  cleanup(json_free) json_t *schema = record_schema(records[which]());
  json_object_update(all, schema);
  json_text(all, JSON_INDENT(1), to);
  text_add_char(to, '\n');
}
