/* What may stand in the declaration of a parameter. Resource Manager refuses a template with anything else.
 */
#include "arm/template_expansion.h"
#include "base/placeholder.h"
#include "base/suggest.h"
#include "tree/respell.h"

typedef struct words {
  const aml_sv *items;
  size_t count;
} words;

static const aml_sv member_names[] = {AML_SV_CONST("type"), AML_SV_CONST("defaultValue"),
    AML_SV_CONST("allowedValues"), AML_SV_CONST("minValue"), AML_SV_CONST("maxValue"),
    AML_SV_CONST("minLength"), AML_SV_CONST("maxLength"), AML_SV_CONST("metadata"), AML_SV_CONST("nullable"),
    AML_SV_CONST("items"), AML_SV_CONST("prefixItems"), AML_SV_CONST("properties"),
    AML_SV_CONST("additionalProperties"), AML_SV_CONST("discriminator"), AML_SV_CONST("sealed"),
    AML_SV_CONST("$ref")};
static const words members = {member_names, sizeof member_names / sizeof member_names[0]};

static const aml_sv type_words[] = {AML_SV_CONST("string"), AML_SV_CONST("securestring"), AML_SV_CONST("int"),
    AML_SV_CONST("bool"), AML_SV_CONST("object"), AML_SV_CONST("secureobject"), AML_SV_CONST("array")};
static const words types = {type_words, sizeof type_words / sizeof type_words[0]};

static aml_sv word_at(const void *ctx, size_t i) {
  return ((const words *)ctx)->items[i];
}

static bool is_among(const words *known, aml_sv word) {
  size_t i = 0;
  while (i < known->count && !aml_sv_ieq(known->items[i], word)) {
    i++;
  }
  return i < known->count;
}

/* The word that this one certainly stands for; empty where none is certain. */
static aml_sv find_meant(const words *known, aml_sv word) {
  size_t i = aml_respell(word, known->count, word_at, known);
  return i == AML_NPOS ? (aml_sv){0} : known->items[i];
}

static aml_sv advise(aml_arm_run *run, const words *known, aml_sv word, const char *otherwise) {
  size_t i = aml_suggest(word, known->count, word_at, known);
  return i == AML_NPOS ? aml_sv_of(otherwise)
                       : aml_sv_format(run->arena, "Did you mean '%.*s'?", AML_SV_ARG(known->items[i]));
}

static void check_member(
    aml_arm_run *run, aml_sv name, const aml_value *declaration, const aml_member *member) {
  if (is_among(&members, member->name)) {
    return;
  }
  aml_diag *diag = aml_arm_report(run, "AML013", member->name_span,
      "The declaration of parameter '%.*s' cannot have '%.*s'; Azure rejects the template.", AML_SV_ARG(name),
      AML_SV_ARG(member->name));
  bool is_value = aml_sv_ieq(member->name, AML_SV("reference")) || aml_sv_ieq(member->name, AML_SV("value"));
  diag->help = is_value ? AML_SV("It belongs in the parameter file.")
                        : advise(run, &members, member->name, "Remove it.");
  if (!is_value) {
    aml_respell_key(run->diags, diag, declaration, member, find_meant(&members, member->name));
  }
}

static void check_type(aml_arm_run *run, aml_sv name, const aml_value *type) {
  aml_sv word = aml_value_text(type);
  if (!aml_value_is(type, AML_STRING) || is_among(&types, word) || aml_is_placeholder(word)) {
    return;
  }
  aml_diag *diag = aml_arm_report(run, "AML013", type->span,
      "The type of parameter '%.*s' is '%.*s', which Azure does not know; it rejects the template.",
      AML_SV_ARG(name), AML_SV_ARG(word));
  diag->help = advise(run, &types, word,
      "Write 'string', 'securestring', 'int', 'bool', 'object', 'secureobject' or 'array'.");
  aml_respell_value(run->diags, diag, type, word, find_meant(&types, word));
}

void aml_arm_declaration_check(aml_arm_run *run, aml_sv name, const aml_value *declaration) {
  for (size_t i = 0; aml_value_is(declaration, AML_OBJECT) && i < declaration->as.object.count; i++) {
    check_member(run, name, declaration, &declaration->as.object.members[i]);
  }
  check_type(run, name, aml_object_find(declaration, AML_SV("type")));
}
