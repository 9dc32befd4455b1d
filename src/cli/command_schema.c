/* amlint schema: the JSON schemas of the files that users write, and their keys for people. */
#include "base/strbuf.h"
#include "base/suggest.h"
#include "cli/formats.h"
#include "engine/embedded.h"
#include "tree/read.h"

enum { DEEPEST = 8 };

/* An aml_suggest word; empty past the last. */
static aml_sv schema_name_at(const void *ctx, size_t i) {
  (void)ctx;
  aml_embedded_schema schema = {.name = ""};
  (void)aml_embedded_schema_at(i, &schema);
  return aml_sv_of(schema.name);
}

typedef struct keys {
  aml_strbuf out;
  const char *before, *between, *behind; /* of a line: "| ", " | ", " |" in a table */
} keys;

static const aml_value *part_of(const aml_value *schema, aml_sv name, aml_kind kind) {
  const aml_value *part = aml_value_is(schema, AML_OBJECT) ? aml_object_find_exact(schema, name) : NULL;
  return aml_value_is(part, kind) ? part : NULL;
}

/* "string", "a, b or c", or nothing where several kinds may stand. */
static void add_kind(keys *self, const aml_value *schema) {
  const aml_value *words = part_of(schema, AML_SV("enum"), AML_ARRAY);
  const aml_value *type = part_of(schema, AML_SV("type"), AML_STRING);
  for (size_t i = 0; words != NULL && i < words->as.array.count; i++) {
    const char *before = i == 0 ? "" : i + 1 == words->as.array.count ? " or " : ", ";
    aml_strbuf_addf(&self->out, "%s%.*s", before, AML_SV_ARG(aml_value_text(words->as.array.items[i])));
  }
  if (words == NULL) {
    aml_strbuf_add(&self->out, type == NULL ? AML_SV("any") : type->as.string);
  }
}

static void add_keys(keys *self, aml_sv path, const aml_value *schema, int depth);

static void add_key(keys *self, aml_sv path, const aml_value *schema, int depth) {
  const aml_value *description = part_of(schema, AML_SV("description"), AML_STRING);
  aml_strbuf_addf(&self->out, "%s%.*s%s", self->before, AML_SV_ARG(path), self->between);
  add_kind(self, schema);
  aml_sv said = description == NULL ? AML_SV("") : description->as.string;
  aml_strbuf_addf(&self->out, "%s%.*s%s\n", said.len > 0 || self->behind[0] != '\0' ? self->between : "",
      AML_SV_ARG(said), self->behind);
  add_keys(self, path, schema, depth);
}

/* The properties of an object, and of the items of a list. */
static void add_keys(keys *self, aml_sv path, const aml_value *schema, int depth) {
  const aml_value *properties = part_of(schema, AML_SV("properties"), AML_OBJECT);
  const aml_value *items = part_of(schema, AML_SV("items"), AML_OBJECT);
  for (size_t i = 0; depth < DEEPEST && properties != NULL && i < properties->as.object.count; i++) {
    const aml_member *member = &properties->as.object.members[i];
    aml_sv below = aml_sv_format(
        self->out.arena, "%.*s%s%.*s", AML_SV_ARG(path), path.len > 0 ? "." : "", AML_SV_ARG(member->name));
    add_key(self, below, member->value, depth + 1);
  }
  if (depth < DEEPEST && items != NULL) {
    add_keys(self, aml_sv_format(self->out.arena, "%.*s[]", AML_SV_ARG(path)), items, depth + 1);
  }
}

typedef struct answer {
  aml_app *app;
  aml_embedded_schema schema;
} answer;

static aml_status write_schema(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const answer *self = ctx;
  aml_sv text = self->schema.text;
  if (!aml_request_is(request, "json")) {
    size_t error_at = 0;
    const aml_value *root = aml_json_text_read(self->app->arena, text, AML_NO_SPAN, &error_at);
    keys lines = {.before = "", .between = "  ", .behind = ""};
    aml_strbuf_init(&lines.out, self->app->arena, SIZE_MAX);
    if (aml_request_is(request, "markdown")) {
      lines.before = "| ";
      lines.between = " | ";
      lines.behind = " |";
      aml_strbuf_add(&lines.out, AML_SV("| key | value | meaning |\n| --- | --- | --- |\n"));
    }
    add_keys(&lines, AML_SV(""), root, 0);
    text = aml_strbuf_view(&lines.out);
  }
  return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
}

/* "config, exceptions or rule". */
static aml_sv list_names(aml_arena *arena) {
  aml_sv list = schema_name_at(NULL, 0);
  for (size_t i = 1; schema_name_at(NULL, i).len > 0; i++) {
    aml_sv name = schema_name_at(NULL, i);
    const char *before = schema_name_at(NULL, i + 1).len > 0 ? ", " : " or ";
    list = aml_sv_format(arena, "%.*s%s%.*s", AML_SV_ARG(list), before, AML_SV_ARG(name));
  }
  return list;
}

static int complain_of_unknown(aml_app *app, aml_sv wanted, size_t count) {
  size_t near = aml_suggest(wanted, count, schema_name_at, NULL);
  if (near != AML_NPOS) {
    return aml_app_complain(app, "Unknown schema '%.*s'; did you mean '%.*s'?", AML_SV_ARG(wanted),
        AML_SV_ARG(schema_name_at(NULL, near)));
  }
  return aml_app_complain(
      app, "Unknown schema '%.*s'; expected %.*s.", AML_SV_ARG(wanted), AML_SV_ARG(list_names(app->arena)));
}

int aml_command_schema(aml_app *app) {
  const aml_words *given = &app->arguments.operands;
  aml_output_requests requests;
  answer self = {.app = app};
  if (!aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  if (given->count != 1) {
    return aml_app_complain(app, "Name one schema: %.*s.", AML_SV_ARG(list_names(app->arena)));
  }
  aml_sv wanted = aml_sv_of(given->items[0]);
  size_t count = 0;
  for (; aml_embedded_schema_at(count, &self.schema); count++) {
    if (aml_sv_eq(aml_sv_of(self.schema.name), wanted)) {
      const aml_output_writer writer = {&self, write_schema};
      return aml_app_write_requests(app, &requests, &writer);
    }
  }
  return complain_of_unknown(app, wanted, count);
}
