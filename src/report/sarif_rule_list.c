/* The rules that a log lists, by id: results and notifications name them by their place in the list. */
#include <stdlib.h>

#include "base/sort.h"
#include "report/format_writers.h"
#include "report/sarif.h"

static int compare_rules(const void *left, const void *right) {
  const aml_sarif_rule *a = left;
  const aml_sarif_rule *b = right;
  return aml_sv_cmp(a->rule->id, b->rule->id);
}

static aml_sv make_id(aml_arena *arena, aml_sv id) {
  if (aml_sv_find_char(id, '/', 0) == AML_NPOS) {
    return id;
  }
  aml_sv copy = aml_sv_dup(arena, id);
  char *bytes = AML_NEW_ARRAY(arena, char, copy.len);
  for (size_t i = 0; i < copy.len; i++) {
    bytes[i] = copy.data[i] == '/' ? '-' : copy.data[i];
  }
  return (aml_sv){bytes, copy.len};
}

static void add_rule(aml_sarif *s, const aml_rule *rule) {
  aml_sarif_rule entry = {.rule = rule,
      .id = make_id(s->arena, rule->id),
      .message = aml_sarif_message_string(s->arena, rule->message.len > 0 ? rule->message : rule->title)};
  for (size_t i = 0; i < rule->alternative_count; i++) {
    AML_VEC_PUSH(s->arena, &entry.forms, aml_sarif_message_string(s->arena, rule->alternatives[i]));
  }
  AML_VEC_PUSH(s->arena, &s->rules, entry);
}

size_t aml_sarif_find_rule(const aml_sarif *s, const aml_rule *rule) {
  const aml_sarif_rule key = {.rule = rule};
  const aml_sarif_rule *found =
      s->rules.count == 0 ? NULL : bsearch(&key, s->rules.items, s->rules.count, sizeof key, compare_rules);
  return found == NULL ? AML_NPOS : (size_t)(found - s->rules.items);
}

/* All rules of the run, found or not; a finding's rule that is not among them joins them. */
void aml_sarif_list_rules(aml_sarif *s) {
  for (size_t i = 0; i < s->run->rules->list.count; i++) {
    add_rule(s, s->run->rules->list.items[i]);
  }
  aml_sort(s->arena, s->rules.items, s->rules.count, sizeof *s->rules.items, compare_rules);
  for (size_t i = 0; i < aml_run_told(s->run)->list.count; i++) {
    const aml_rule *rule = aml_run_told(s->run)->list.items[i]->rule;
    if (aml_sarif_find_rule(s, rule) == AML_NPOS) {
      add_rule(s, rule);
      aml_sort(s->arena, s->rules.items, s->rules.count, sizeof *s->rules.items, compare_rules);
    }
  }
}
