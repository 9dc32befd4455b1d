/* tool.driver with all rules, and the taxonomies that they refer to. */
#include <string.h>

#include "base/sort.h"
#include "report/sarif.h"

void aml_sarif_guid(aml_sv name, char out[AML_UUID_TEXT_SIZE]) {
  char bytes[200] = "amlint/";
  size_t n = strlen(bytes);
  size_t taken = name.len < sizeof bytes - n ? name.len : sizeof bytes - n;
  memcpy(bytes + n, name.data, taken);
  unsigned char digest[AML_SHA1_SIZE];
  aml_sha1((aml_sv){bytes, n + taken}, digest);
  aml_uuid_of_digest(digest, out);
}

void aml_sarif_guid_member(aml_sarif *s, aml_sv name) {
  char guid[AML_UUID_TEXT_SIZE];
  aml_sarif_guid(name, guid);
  aml_json_member_string(&s->json, "guid", aml_sv_of(guid));
}

/* ---- taxonomies ---- */

static int compare_mappings(const void *left, const void *right) {
  const aml_mapping *const *a = left;
  const aml_mapping *const *b = right;
  int order = aml_sv_icmp((*a)->framework, (*b)->framework);
  return order != 0 ? order : aml_sv_cmp((*a)->id, (*b)->id);
}

void aml_sarif_collect_taxonomies(aml_sarif *s) {
  AML_VEC(const aml_mapping *) all = {0};
  for (size_t i = 0; i < s->rules.count; i++) {
    const aml_rule *rule = s->rules.items[i].rule;
    for (size_t j = 0; j < rule->mapping_count; j++) {
      AML_VEC_PUSH(s->arena, &all, &rule->mappings[j]);
    }
  }
  aml_sort(s->arena, all.items, all.count, sizeof *all.items, compare_mappings);
  for (size_t i = 0; i < all.count; i++) {
    const aml_mapping *mapping = all.items[i];
    size_t count = s->taxonomies.count;
    if (count == 0 || !aml_sv_ieq(s->taxonomies.items[count - 1].name, mapping->framework)) {
      aml_sarif_taxonomy taxonomy = {.name = mapping->framework};
      AML_VEC_PUSH(s->arena, &s->taxonomies, taxonomy);
    } else if (compare_mappings(&all.items[i - 1], &all.items[i]) == 0) {
      continue;
    }
    AML_VEC_PUSH(s->arena, &s->taxonomies.items[s->taxonomies.count - 1].taxa, mapping);
  }
}

typedef struct taxon_place {
  size_t taxonomy, taxon;
} taxon_place;

/* A mapping of a rule is always there: both come from the same rules. */
static taxon_place find_taxon(const aml_sarif *s, const aml_mapping *mapping) {
  taxon_place place = {0, 0};
  while (!aml_sv_ieq(s->taxonomies.items[place.taxonomy].name, mapping->framework)) {
    place.taxonomy++;
  }
  const aml_sarif_taxonomy *taxonomy = &s->taxonomies.items[place.taxonomy];
  while (!aml_sv_eq(taxonomy->taxa.items[place.taxon]->id, mapping->id)) {
    place.taxon++;
  }
  return place;
}

typedef struct framework { /* what is known of a framework beyond its name */
  const char *name, *organization, *description, *url;
} framework;

static framework describe_framework(aml_sv name) {
  static const framework known[] = {
      {"Azure Policy", "Microsoft", "Definitions of Azure Policy.",
          "https://learn.microsoft.com/azure/governance/policy/overview"},
      {"CWE", "MITRE", "Common Weakness Enumeration.", "https://cwe.mitre.org/"},
      {"MCSB", "Microsoft", "Microsoft cloud security benchmark.",
          "https://learn.microsoft.com/security/benchmark/azure/overview"},
      {"WAF", "Microsoft", "Azure Well-Architected Framework.",
          "https://learn.microsoft.com/azure/well-architected/"},
      {"CIS", "Center for Internet Security", "CIS Microsoft Azure Foundations Benchmark.",
          "https://www.cisecurity.org/benchmark/azure"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (aml_sv_ieq(name, aml_sv_of(known[i].name))) {
      return known[i];
    }
  }
  return (framework){NULL, NULL, NULL, NULL};
}

static void write_taxon(aml_sarif *s, const aml_mapping *mapping) {
  aml_sv title = mapping->title.len > 0 ? mapping->title : mapping->id;
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "id", mapping->id);
  aml_json_member_string(&s->json, "name", title);
  aml_sarif_text(s, "shortDescription", aml_sarif_sentence(s->arena, title));
  if (mapping->url.len > 0) {
    aml_json_member_string(&s->json, "helpUri", mapping->url);
  }
  aml_json_end_object(&s->json);
}

void aml_sarif_taxonomies(aml_sarif *s) {
  if (s->taxonomies.count == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("taxonomies"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < s->taxonomies.count; i++) {
    const aml_sarif_taxonomy *taxonomy = &s->taxonomies.items[i];
    framework about = describe_framework(taxonomy->name);
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "name", taxonomy->name);
    aml_sarif_guid_member(s, taxonomy->name);
    if (about.name != NULL) {
      aml_json_member_string(&s->json, "organization", aml_sv_of(about.organization));
      aml_json_member_string(&s->json, "informationUri", aml_sv_of(about.url));
      aml_sarif_text(s, "shortDescription", aml_sv_of(about.description));
    }
    aml_json_member_bool(&s->json, "isComprehensive", false);
    aml_json_key(&s->json, AML_SV("taxa"));
    aml_json_begin_array(&s->json);
    for (size_t j = 0; j < taxonomy->taxa.count; j++) {
      write_taxon(s, taxonomy->taxa.items[j]);
    }
    aml_json_end_array(&s->json);
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}

static void write_supported(aml_sarif *s) {
  if (s->taxonomies.count == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("supportedTaxonomies"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < s->taxonomies.count; i++) {
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "name", s->taxonomies.items[i].name);
    aml_json_member_int(&s->json, "index", (int64_t)i);
    aml_sarif_guid_member(s, s->taxonomies.items[i].name);
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}

/* A weakness holds the rule's as a special case; a benchmark is merely about the same thing. */
static void write_relationships(aml_sarif *s, const aml_rule *rule) {
  if (rule->mapping_count == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("relationships"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < rule->mapping_count; i++) {
    const aml_mapping *mapping = &rule->mappings[i];
    taxon_place place = find_taxon(s, mapping);
    aml_json_begin_object(&s->json);
    aml_json_key(&s->json, AML_SV("target"));
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "id", mapping->id);
    aml_json_member_int(&s->json, "index", (int64_t)place.taxon);
    aml_json_key(&s->json, AML_SV("toolComponent"));
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "name", s->taxonomies.items[place.taxonomy].name);
    aml_json_member_int(&s->json, "index", (int64_t)place.taxonomy);
    aml_json_end_object(&s->json);
    aml_json_end_object(&s->json);
    aml_json_key(&s->json, AML_SV("kinds"));
    aml_json_begin_array(&s->json);
    aml_json_string(
        &s->json, aml_sv_ieq(mapping->framework, AML_SV("CWE")) ? AML_SV("superset") : AML_SV("relevant"));
    aml_json_end_array(&s->json);
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}

/* ---- rules ---- */

static void write_message_strings(aml_sarif *s, const aml_sarif_rule *rule) {
  aml_json_key(&s->json, AML_SV("messageStrings"));
  aml_json_begin_object(&s->json);
  aml_sarif_text(s, "default", rule->message);
  for (size_t i = 0; i < rule->forms.count; i++) {
    aml_sarif_text(s, aml_sarif_form_id(s->arena, rule->forms.items[i]).data, rule->forms.items[i]);
  }
  aml_json_end_object(&s->json);
}

/* The whole page where there is one, else one made of the rule's texts. */
static aml_sv make_markdown(aml_sarif *s, const aml_rule *rule) {
  if (rule->markdown.len > 0) {
    return rule->markdown;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, s->arena, SIZE_MAX);
  aml_strbuf_addf(&out, "**%.*s**", AML_SV_ARG(aml_sarif_sentence(s->arena, rule->title)));
  if (rule->why.len > 0) {
    aml_strbuf_addf(&out, "\n\n%.*s", AML_SV_ARG(aml_sv_trim(rule->why)));
  }
  if (rule->help.len > 0) {
    aml_strbuf_addf(&out, "\n\n%.*s", AML_SV_ARG(aml_sv_trim(rule->help)));
  }
  if (rule->help_cli.len > 0) {
    aml_strbuf_addf(&out, "\n\n```sh\n%.*s\n```", AML_SV_ARG(aml_sv_trim(rule->help_cli)));
  }
  for (size_t i = 0; i < rule->link_count; i++) {
    aml_strbuf_addf(&out, "%s[%.*s](%.*s)", i == 0 ? "\n\n" : ", ", AML_SV_ARG(rule->links[i].title),
        AML_SV_ARG(rule->links[i].url));
  }
  return aml_strbuf_view(&out);
}

/* GitHub shows 1,024 characters of a description. */
static aml_sv cut_description(aml_sarif *s, aml_sv text) {
  enum { MOST = 1000 };
  text = aml_sarif_sentence(s->arena, text);
  if (text.len <= MOST) {
    return text;
  }
  return aml_sv_join(s->arena, aml_sv_slice(text, 0, aml_align_back(text, MOST)), AML_SV("..."));
}

/* A text that names the resource at hand is no sentence where there is none: "Close the port of '{name}'." */
static bool speaks_of_resource(aml_sv text) {
  return aml_sv_find_char(text, '{', 0) != AML_NPOS;
}

static void write_texts(aml_sarif *s, const aml_rule *rule) {
  aml_sv title = rule->title.len > 0 ? rule->title : rule->name;
  aml_sv why = rule->why.len > 0 ? rule->why : title;
  aml_sv help = rule->help.len > 0 && !speaks_of_resource(rule->help) ? rule->help : why;
  aml_sarif_text(s, "shortDescription", cut_description(s, title));
  aml_sarif_text(s, "fullDescription", cut_description(s, why));
  aml_json_key(&s->json, AML_SV("help"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "text", aml_sarif_sentence(s->arena, help));
  aml_json_member_string(&s->json, "markdown", make_markdown(s, rule));
  aml_json_end_object(&s->json);
  aml_sv page = aml_rule_page(s->arena, rule);
  aml_json_member_string(&s->json, "helpUri", page.len > 0 ? page : AML_SV(AML_HOME));
}

aml_severity aml_sarif_default_severity(const aml_rule *rule) {
  return rule->profile == AML_PROFILE_STRICT ? AML_SEVERITY_NONE : rule->severity;
}

int aml_sarif_rank(aml_severity severity, const aml_rule *rule) {
  static const int weights[] = {0, 30, 60, 100};
  static const struct {
    const char *precision;
    int percent;
  } shares[] = {{"very-high", 100}, {"high", 90}, {"medium", 70}, {"low", 50}};
  for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
    if (aml_sv_eq(rule->precision, aml_sv_of(shares[i].precision))) {
      return weights[severity] * shares[i].percent / 100;
    }
  }
  return weights[severity] * 90 / 100; /* as written in the rule's properties */
}

void aml_sarif_configuration(aml_sarif *s, const aml_rule *rule) {
  aml_json_key(&s->json, AML_SV("defaultConfiguration"));
  aml_json_begin_object(&s->json);
  aml_json_member_bool(&s->json, "enabled", aml_sarif_default_severity(rule) != AML_SEVERITY_NONE);
  aml_json_member_string(&s->json, "level", aml_sv_of(aml_severity_name(rule->severity)));
  aml_json_member_int(&s->json, "rank", aml_sarif_rank(rule->severity, rule));
  aml_json_end_object(&s->json);
}

static int compare_tags(const void *left, const void *right) {
  return aml_sv_cmp(*(const aml_sv *)left, *(const aml_sv *)right);
}

static void add_tag(aml_sv *tags, size_t *count, aml_sv tag) {
  enum { MOST_TAGS = 10 }; /* that GitHub keeps */
  for (size_t i = 0; i < *count; i++) {
    if (aml_sv_eq(tags[i], tag)) {
      return;
    }
  }
  if (tag.len > 0 && *count < MOST_TAGS) {
    tags[(*count)++] = tag;
  }
}

static void write_tags(aml_sarif *s, const aml_rule *rule) {
  aml_sv tags[10];
  size_t count = 0;
  add_tag(tags, &count, AML_SV("azureml"));
  add_tag(tags, &count, rule->category);
  if (rule->security_severity.len > 0) {
    add_tag(tags, &count, AML_SV("security"));
  }
  for (size_t i = 0; i < rule->mapping_count; i++) {
    if (aml_sv_ieq(rule->mappings[i].framework, AML_SV("CWE"))) {
      add_tag(
          tags, &count, aml_sv_format(s->arena, "external/cwe/cwe-%.*s", AML_SV_ARG(rule->mappings[i].id)));
    }
  }
  aml_sort(s->arena, tags, count, sizeof *tags, compare_tags);
  aml_json_key(&s->json, AML_SV("tags"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < count; i++) {
    aml_json_string(&s->json, tags[i]);
  }
  aml_json_end_array(&s->json);
}

static void write_rule_properties(aml_sarif *s, const aml_rule *rule) {
  static const char *const problem[] = {"recommendation", "recommendation", "warning", "error"};
  aml_json_key(&s->json, AML_SV("properties"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "precision", rule->precision.len > 0 ? rule->precision : AML_SV("high"));
  aml_json_member_string(&s->json, "problem.severity", aml_sv_of(problem[rule->severity]));
  if (rule->security_severity.len > 0) {
    aml_json_member_string(&s->json, "security-severity", rule->security_severity);
  }
  write_tags(s, rule);
  aml_json_end_object(&s->json);
}

static void write_rule(aml_sarif *s, const aml_sarif_rule *rule) {
  aml_sv name = aml_sarif_pascal(s->arena, rule->rule->name.len > 0 ? rule->rule->name : rule->rule->title);
  if (aml_sv_eq(name, rule->id)) { /* a name that says nothing more is an error (SARIF1001) */
    name = aml_sv_join(s->arena, name, AML_SV("Rule"));
  }
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "id", rule->id);
  aml_json_member_string(&s->json, "name", name);
  s->json.shows_secrets = rule->rule->origin == AML_RULE_BUILT_IN; /* its examples are ours */
  write_texts(s, rule->rule);
  s->json.shows_secrets = false;
  write_message_strings(s, rule);
  aml_sarif_configuration(s, rule->rule);
  write_relationships(s, rule->rule);
  write_rule_properties(s, rule->rule);
  aml_json_end_object(&s->json);
}

void aml_sarif_driver(aml_sarif *s) {
  aml_json_key(&s->json, AML_SV("driver"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "name", AML_SV("amlint"));
  aml_json_member_string(&s->json, "organization", AML_SV("The amlint authors"));
  aml_json_member_string(&s->json, "fullName", aml_sv_join(s->arena, AML_SV("amlint "), s->run->version));
  aml_json_member_string(&s->json, "semanticVersion", s->run->version);
  aml_json_member_string(&s->json, "version", s->run->version);
  aml_sarif_guid_member(s, AML_SV("driver"));
  aml_json_member_string(&s->json, "informationUri", AML_SV(AML_HOME));
  aml_json_member_string(&s->json, "language", AML_SV("en-US"));
  aml_sarif_text(s, "shortDescription", AML_SV("Offline policy linter for Azure Machine Learning compute."));
  aml_json_member_bool(&s->json, "isComprehensive", true);
  aml_json_key(&s->json, AML_SV("rules"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < s->rules.count; i++) {
    write_rule(s, &s->rules.items[i]);
  }
  aml_json_end_array(&s->json);
  aml_sarif_note_descriptors(s);
  write_supported(s);
  aml_json_end_object(&s->json);
}
