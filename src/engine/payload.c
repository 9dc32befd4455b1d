#include "engine/front_ends.h"
#include "front/marks.h"
#include "front/unread.h"
#include "policy/policies.h"

/* The place of a member `computeType` that is a type of compute. Trees are no deeper than the readers' bound.
 */
static bool find_compute_type(const aml_value *value, aml_span *span) {
  bool is_found = false;
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count && !is_found; i++) {
      is_found = find_compute_type(value->as.array.items[i], span);
    }
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count && !is_found; i++) {
    const aml_member *member = &value->as.object.members[i];
    bool is_type = aml_sv_ieq(member->name, AML_SV("computeType"));
    if (is_type && aml_marks_is_compute_type(aml_value_text(member->value))) {
      *span = member->value->span;
      return true;
    }
    is_found = find_compute_type(member->value, span);
  }
  return is_found;
}

/* Rules hold examples of resources, and so may policies: they judge, and declare nothing. */
static bool find_mark(const aml_file *file, aml_span *mark) {
  bool is_found = false;
  for (size_t i = 0; file->tree != NULL && i < file->tree->documents.count && !is_found; i++) {
    const aml_value *root = file->tree->documents.items[i].root;
    is_found = !aml_rule_recognise(root) && !aml_policies_recognise(root) && find_compute_type(root, mark);
  }
  return is_found;
}

const aml_front_end aml_unread_payload = {
    .name = "payload",
    .noun = "REST payload",
    .endings = "",
    .is_by_content = true,
    .find_mark = find_mark,
    .help = AML_HELP_FOR_REST,
};
