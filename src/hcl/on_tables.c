/* csvdecode(), as zclconf/go-cty reads CSV by Go's encoding/csv (RFC 4180); matchkeys() and transpose(). */
#include "base/sort.h"
#include "base/strbuf.h"
#include "hcl/function_bodies.h"

typedef AML_VEC(const aml_value *) items;

/* ---- csvdecode() ---- */

typedef struct csv_reader {
  aml_arena *arena;
  aml_sv text;
  size_t at;
  const char *failure; /* why the text is no CSV; NULL as long as it is */
} csv_reader;

/* The line end at `at`: 1 or 2 bytes; a CR at the end of the text counts as one. 0: there is none. */
static size_t line_end_at(const csv_reader *r, size_t at) {
  char c = r->text.data[at];
  bool is_last = at + 1 == r->text.len;
  return c == '\n' ? 1 : c != '\r' ? 0 : is_last ? 1 : r->text.data[at + 1] == '\n' ? 2 : 0;
}

/* From behind the opening quote to behind the closing one. */
static aml_sv read_quoted(csv_reader *r) {
  aml_strbuf out;
  aml_strbuf_init(&out, r->arena, SIZE_MAX);
  for (; r->at < r->text.len; r->at++) {
    char c = r->text.data[r->at];
    bool is_twice = c == '"' && r->at + 1 < r->text.len && r->text.data[r->at + 1] == '"';
    if (c == '"' && !is_twice) {
      r->at++;
      bool is_end = r->at == r->text.len || r->text.data[r->at] == ',' || line_end_at(r, r->at) > 0;
      r->failure = is_end ? r->failure : "A quote in a quoted field is not doubled.";
      return aml_strbuf_view(&out);
    }
    r->at += is_twice ? 1 : 0;
    if (c != '\r' || line_end_at(r, r->at) == 0) { /* line ends are written as "\n" */
      aml_strbuf_add_char(&out, c);
    }
  }
  r->failure = "A quoted field does not end.";
  return aml_strbuf_view(&out);
}

static aml_sv read_field(csv_reader *r) {
  if (r->at < r->text.len && r->text.data[r->at] == '"') {
    r->at++;
    return read_quoted(r);
  }
  size_t begin = r->at;
  while (r->at < r->text.len && r->text.data[r->at] != ',' && line_end_at(r, r->at) == 0) {
    r->failure = r->text.data[r->at] == '"' ? "A quote is inside a field without quotes." : r->failure;
    r->at++;
  }
  return aml_sv_slice(r->text, begin, r->at);
}

/* The fields of the next line that is not empty; false at the end of the text. */
static bool read_record(csv_reader *r, aml_texts *fields) {
  fields->count = 0;
  while (r->at < r->text.len && line_end_at(r, r->at) > 0) {
    r->at += line_end_at(r, r->at);
  }
  if (r->at == r->text.len) {
    return false;
  }
  for (;;) {
    AML_VEC_PUSH(r->arena, fields, read_field(r));
    if (r->failure != NULL || r->at == r->text.len) {
      return true;
    }
    size_t end = line_end_at(r, r->at);
    r->at += end > 0 ? end : 1; /* or the comma */
    if (end > 0) {
      return true;
    }
  }
}

static const aml_value *row_of(const aml_hcl_call *call, const aml_texts *names, const aml_texts *fields) {
  aml_object_builder row;
  aml_span here = aml_eval_here(call->eval);
  aml_object_begin_sized(&row, call->eval->arena, names->count);
  for (size_t i = 0; i < names->count; i++) {
    aml_object_add(&row, names->items[i], here, aml_make_string(call->eval, fields->items[i]));
  }
  return aml_hcl_ordered(call->eval, aml_object_end(&row, here, 0));
}

static bool has_twice(const aml_hcl_call *call, const aml_texts *names) {
  for (size_t i = 0; i < names->count; i++) {
    for (size_t k = 0; k < i && aml_eval_spend(call->eval, 1); k++) {
      if (aml_sv_eq(names->items[i], names->items[k])) {
        return true;
      }
    }
  }
  return false;
}

const aml_value *aml_hcl_fn_csvdecode(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  csv_reader r = {.arena = eval->arena, .text = call->args[0]->as.string};
  aml_texts names = {0};
  aml_texts fields = {0};
  items rows = {0};
  if (!read_record(&r, &names)) {
    return aml_hcl_call_fail(call, 0, "The line with the names of the columns is missing.");
  }
  if (r.failure == NULL && has_twice(call, &names)) {
    return aml_hcl_call_fail(call, 0, "Two columns have the same name.");
  }
  while (r.failure == NULL && read_record(&r, &fields)) {
    if (r.failure == NULL && fields.count != names.count) {
      r.failure = "A line has a different number of fields than the first.";
    } else if (!aml_eval_spend(eval, fields.count)) {
      return aml_eval_unknown(eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
    } else if (r.failure == NULL) {
      AML_VEC_PUSH(eval->arena, &rows, row_of(call, &names, &fields));
    }
  }
  return r.failure != NULL ? aml_hcl_call_fail(call, 0, "%s", r.failure)
                           : aml_make_array(eval, rows.items, rows.count,
                                 (unsigned)AML_HCL_LIST | (rows.count == 0 ? (unsigned)AML_HCL_OF_ANY : 0U));
}

/* ---- matchkeys() and transpose() ---- */

static bool holds(const aml_hcl_call *call, const aml_value *list, const aml_value *item) {
  for (size_t i = 0; i < list->as.array.count; i++) {
    if (!aml_eval_spend(call->eval, 1) || aml_hcl_same(list->as.array.items[i], item) == AML_TRUE) {
      return true;
    }
  }
  return false;
}

/* The values whose keys, at the same places of a second list, are among the wanted ones. */
const aml_value *aml_hcl_fn_matchkeys(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  const aml_value *values = call->args[0];
  const aml_value *keys = call->args[1];
  const aml_value *wanted = call->args[2];
  if (!aml_hcl_unify(eval, &keys, &wanted)) {
    return aml_hcl_call_fail(call, 2, "The keys and the keys to search for have different types.");
  }
  if (keys->as.array.count != values->as.array.count) {
    return aml_hcl_call_fail(call, 1, "The numbers of keys and values differ.");
  }
  items kept = {0};
  for (size_t i = 0; i < keys->as.array.count; i++) {
    if (holds(call, wanted, keys->as.array.items[i])) {
      AML_VEC_PUSH(eval->arena, &kept, values->as.array.items[i]);
    }
  }
  return aml_make_array(eval, kept.items, kept.count, values->flags & AML_HCL_FLAGS);
}

/* A string of a list, and the name of the list. */
typedef struct listed {
  aml_sv text, name;
  size_t order;
} listed;
typedef AML_VEC(listed) listing;

static int compare_listed(const void *a, const void *b) {
  const listed *x = a;
  const listed *y = b;
  int order = aml_sv_cmp(x->text, y->text);
  return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

/* False where something is null. */
static bool list_strings(aml_eval *eval, const aml_member *member, listing *all) {
  const aml_value *list = member->value;
  for (size_t k = 0; list->kind == AML_ARRAY && k < list->as.array.count; k++) {
    const aml_value *item = list->as.array.items[k];
    if (item->kind != AML_STRING) {
      return false;
    }
    const listed one = {item->as.string, member->name, all->count};
    AML_VEC_PUSH(eval->arena, all, one);
  }
  return list->kind == AML_ARRAY && aml_eval_spend(eval, list->as.array.count);
}

/* A map of lists of strings the other way round. */
const aml_value *aml_hcl_fn_transpose(const aml_hcl_call *call) {
  static const aml_hcl_type strings = {.kind = AML_HCL_TYPE_LIST, .element = &aml_hcl_string};
  static const aml_hcl_type lists = {.kind = AML_HCL_TYPE_MAP, .element = &strings};
  aml_eval *eval = call->eval;
  const aml_value *given = aml_hcl_convert(eval, call->args[0], &lists);
  if (given == NULL) {
    return aml_hcl_call_fail(call, 0, "The argument must be a map of lists of strings.");
  }
  const aml_value *map = aml_hcl_ordered(eval, given);
  listing all = {0};
  for (size_t i = 0; i < map->as.object.count; i++) {
    if (!list_strings(eval, &map->as.object.members[i], &all)) {
      return aml_hcl_call_fail(call, 0, "Nothing in the map may be null.");
    }
  }
  aml_sort(eval->arena, all.items, all.count, sizeof all.items[0], compare_listed);
  aml_object_builder out;
  aml_object_begin(&out, eval->arena);
  for (size_t i = 0, next; i < all.count; i = next) {
    items names = {0};
    for (next = i; next < all.count && aml_sv_eq(all.items[next].text, all.items[i].text); next++) {
      AML_VEC_PUSH(eval->arena, &names, aml_make_string(eval, all.items[next].name));
    }
    aml_object_add(&out, all.items[i].text, aml_eval_here(eval),
        aml_make_array(
            eval, names.items, names.count, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS));
  }
  return aml_object_end(&out, aml_eval_here(eval), AML_HCL_MAP);
}
