/* run.policies (3.14.23): the assignments and initiatives of Azure Policy that are in force, each with the
 * configuration that it gives to its rules. The rules themselves are the driver's. */
#include "base/map.h"
#include "report/sarif.h"

static void write_rules(aml_sarif *s, aml_sv pack) {
  aml_json_key(&s->json, AML_SV("rules"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < s->rules.count; i++) {
    const aml_sarif_rule *rule = &s->rules.items[i];
    if (rule->rule->pack == NULL || !aml_sv_eq(rule->rule->pack->name, pack)) {
      continue;
    }
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "id", rule->id);
    aml_sarif_configuration(s, rule->rule);
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}

static void write_policy(aml_sarif *s, const aml_pack *pack) {
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "name", pack->name);
  if (pack->title.len > 0) {
    aml_json_member_string(&s->json, "fullName", pack->title);
  }
  if (pack->version.len > 0) {
    aml_json_member_string(&s->json, "version", pack->version);
  }
  aml_sarif_guid_member(s, aml_sv_join(s->arena, AML_SV("policy/"), pack->name));
  aml_json_member_bool(&s->json, "isComprehensive", false);
  write_rules(s, pack->name);
  aml_json_key(&s->json, AML_SV("associatedComponent"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "name", AML_SV("amlint"));
  aml_sarif_guid_member(s, AML_SV("driver"));
  aml_json_end_object(&s->json);
  aml_json_end_object(&s->json);
}

void aml_sarif_policies(aml_sarif *s) {
  aml_map told;
  aml_map_init(&told, s->arena, AML_MAP_EXACT);
  size_t count = 0;
  for (size_t i = 0; i < s->rules.count; i++) {
    aml_sarif_rule *rule = &s->rules.items[i];
    const aml_pack *pack = rule->rule->pack;
    if (pack == NULL || aml_map_find(&told, pack->name) != NULL) {
      continue;
    }
    if (count == 0) {
      aml_json_key(&s->json, AML_SV("policies"));
      aml_json_begin_array(&s->json);
    }
    (void)aml_map_put(&told, pack->name, rule);
    write_policy(s, pack);
    count++;
  }
  if (count > 0) {
    aml_json_end_array(&s->json);
  }
}
