/* yamldecode(), as zclconf/go-cty-yaml reads YAML (resolve.go): by YAML 1.1 as to what a word without quotes
 * means, where the reader of trees goes by the core schema of YAML 1.2. */
#include "hcl/function_bodies.h"
#include "tree/read.h"
#include "tree/reason.h"

typedef struct decoding {
  aml_eval *eval;
  aml_sv text;
  aml_span here;
} decoding;

static const aml_value *not_known(aml_eval *eval) {
  return aml_eval_unknown(eval, AML_KINDS_ANY, "this YAML is not computed here; state the value");
}

/* What a value or a key is written by, where it has no quotes and is no block; empty else. */
static aml_sv plain_text(const decoding *d, aml_span span) {
  aml_sv text = aml_sv_slice(d->text, span.begin, span.end);
  bool is_plain = text.len > 0 && aml_sv_find_char(AML_SV("\"'|>"), text.data[0], 0) == AML_NPOS;
  return is_plain ? text : (aml_sv){NULL, 0};
}

/* Words that are true or false in YAML 1.1. */
static bool is_switch(aml_sv text, bool *is_on) {
  static const char *const words[] = {
      "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF"};
  enum { FIRST_OFF = 8 };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_eq(text, aml_sv_of(words[i]))) {
      *is_on = i < FIRST_OFF;
      return true;
    }
  }
  return false;
}

/* A number that is written so that both take it for the same one, or a word that is none for either. */
static bool is_settled(aml_sv text) {
  char first = text.data[0];
  bool may_be_number = aml_ascii_digit(first) || first == '+' || first == '-' || first == '.';
  bool has_letters = false;
  size_t dashes = 0;
  for (size_t i = 1; i < text.len && may_be_number; i++) {
    char c = text.data[i];
    if (c == '_' || c == ':') {
      return false; /* digits in groups, times */
    }
    dashes += c == '-' ? 1 : 0;
    has_letters = has_letters || (aml_ascii_alpha(c) && c != 'e' && c != 'E');
  }
  bool is_odd = may_be_number &&
                (dashes > 0 || has_letters || (first == '.' && !aml_ascii_digit(text.data[text.len - 1])));
  return !is_odd && first != '!' && first != '=';
}

static const aml_value *decode(const decoding *d, const aml_value *value);

static const aml_value *decode_scalar(const decoding *d, const aml_value *value) {
  aml_sv text = plain_text(d, value->span);
  bool is_on = false;
  if (text.len > 0 && is_switch(text, &is_on)) {
    return aml_make_bool(d->eval, is_on);
  }
  if (text.len > 0 && !is_settled(text)) {
    return not_known(d->eval);
  }
  return aml_value_moved(d->eval->arena, value, d->here, NULL, value->flags);
}

static const aml_value *decode_list(const decoding *d, const aml_value *list) {
  size_t count = list->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(d->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = decode(d, list->as.array.items[i]);
  }
  return aml_make_array(d->eval, items, count, 0);
}

static const aml_value *decode_map(const decoding *d, const aml_value *map) {
  aml_object_builder out;
  aml_object_begin_sized(&out, d->eval->arena, map->as.object.count);
  for (size_t i = 0; i < map->as.object.count; i++) {
    const aml_member *member = &map->as.object.members[i];
    aml_sv key = plain_text(d, member->name_span);
    bool is_on = false;
    if (key.len > 0 && (is_switch(key, &is_on) || !is_settled(key) || !aml_sv_eq(key, member->name))) {
      return not_known(d->eval);
    }
    aml_object_add(&out, member->name, d->here, decode(d, member->value));
  }
  return aml_hcl_ordered(d->eval, aml_object_end(&out, d->here, 0));
}

static const aml_value *decode(const decoding *d, const aml_value *value) {
  if (!aml_eval_spend(d->eval, 1)) { /* aliases may repeat what is large */
    return aml_eval_unknown(d->eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  return value->kind == AML_ARRAY    ? decode_list(d, value)
         : value->kind == AML_OBJECT ? decode_map(d, value)
                                     : decode_scalar(d, value);
}

/* Whether a tag may say what a value is. */
static bool has_tag(aml_sv text) {
  for (size_t at = aml_sv_find_char(text, '!', 0); at != AML_NPOS; at = aml_sv_find_char(text, '!', at + 1)) {
    if (at == 0 || aml_sv_find_char(AML_SV(" \t\n[{,"), text.data[at - 1], 0) != AML_NPOS) {
      return true;
    }
  }
  return false;
}

static bool is_over_a_bound(const aml_diags *diags) {
  for (size_t i = 0; i < diags->list.count; i++) {
    if (!aml_sv_eq(aml_sv_of(diags->list.items[i].rule), AML_SV("AML001"))) {
      return true;
    }
  }
  return false;
}

const aml_value *aml_hcl_fn_yamldecode(const aml_hcl_call *call) {
  enum { BYTES_FOR_STEP = 16 };
  aml_eval *eval = call->eval;
  const decoding d = {.eval = eval, .text = call->args[0]->as.string, .here = aml_eval_here(eval)};
  if (d.text.len > UINT32_MAX || !aml_eval_spend(eval, d.text.len / BYTES_FOR_STEP)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  aml_diags diags;
  aml_diags_init(&diags, eval->arena);
  const aml_source source = {.path = AML_SV("yamldecode"), .bytes = d.text};
  const aml_tree *tree = aml_tree_read_as(&source, AML_SYNTAX_YAML, eval->arena, &diags);
  if (is_over_a_bound(&diags) || tree->documents.count != 1 || has_tag(d.text)) {
    return not_known(eval);
  }
  return tree->is_broken || diags.list.count > 0 ? aml_hcl_call_fail(call, 0, "The string is not YAML.")
                                                 : decode(&d, tree->documents.items[0].root);
}
