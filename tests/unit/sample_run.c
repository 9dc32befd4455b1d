#include "sample_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "engine/front_ends.h"

typedef struct sample {
  aml_arena *arena;
  aml_run *run;
  aml_ruleset *rules;
  aml_findings *findings;
} sample;

/* ---- sources ---- */

static const char gpu_yaml[] = "# training cluster for team vision\n"
                               "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                               "name: gpu-cluster\n"
                               "type: amlcompute\n"
                               "size: Standard_NC6s_v3\n"
                               "min_instances: 2\n"
                               "max_instances: 4\n"
                               "tags:\n"
                               "  owner: vision\n"
                               "  purpose: |\n"
                               "    training\n"
                               "    and more\n"
                               "ssh_public_access_enabled: true\n";

static const char template_json[] = "{\r\n"
                                    "  \"parameters\": {\r\n"
                                    "    \"minNodes\": {\"type\": \"int\", \"defaultValue\": 1}\r\n"
                                    "  },\r\n"
                                    "  \"resources\": [\r\n"
                                    "    {\"name\": \"ws/cpu\",\r\n"
                                    "     \"minNodeCount\": \"[parameters('minNodes')]\"}\r\n"
                                    "  ]\r\n"
                                    "}\r\n";

static const char parameters_json[] = "{\"parameters\": {\"minNodes\": {\"value\": 3}}}\n";

static const char hostile_yaml[] =
    "name: \"\x1b[31mred\x1b[0m ##vso[task.setvariable variable=a]b ##[error]c\"\n"
    "::error file=a::boo\n"
    "note: <script>alert('x')</script> & `code` | [link](javascript:x) \xE2\x80\xAEtxt.exe\n"
    "zero: a\x07"
    "b\x7f"
    "c\n";

static const char wide_yaml[] =
    "\xE5\x90\x8D\xE5\x89\x8D:\t\xE3\x82\xAF\xE3\x83\xA9 # e\xCC\x81 \xF0\x9F\x98\x80 size: x\n"
    "\tsize: bad\n";

static const char secret_yaml[] = "type: amlcompute\nadmin_user_password: hunter2-secret # and size: small\n";

static aml_source_id add_source(sample *s, const char *path, const char *bytes, size_t len) {
  aml_source *source = aml_sources_add(s->run->sources, aml_sv_of(path), aml_sv_of(path));
  source->bytes = (aml_sv){bytes, len};
  return source->id;
}

#define ADD_SOURCE(s, path, text) add_source((s), (path), (text), sizeof(text) - 1)

/* The span of the first occurrence of a text at or behind another. */
static aml_span span_after(const sample *s, aml_source_id id, const char *behind, const char *text) {
  aml_sv bytes = aml_sources_get(s->run->sources, id)->bytes;
  size_t from = aml_sv_find(bytes, aml_sv_of(behind), 0);
  assert(from != AML_NPOS);
  size_t at = aml_sv_find(bytes, aml_sv_of(text), from);
  assert(at != AML_NPOS);
  return (aml_span){id, (uint32_t)at, (uint32_t)(at + strlen(text))};
}

static aml_span span_of(const sample *s, aml_source_id id, const char *text) {
  return span_after(s, id, "", text);
}

/* ---- rules ---- */

static const aml_mapping mappings_of_ssh[] = {
    {AML_SV_CONST("CWE"), AML_SV_CONST("284"), AML_SV_CONST("Improper access control"),
        AML_SV_CONST("https://cwe.mitre.org/data/definitions/284.html")},
    {AML_SV_CONST("MCSB"), AML_SV_CONST("NS-2"), AML_SV_CONST("Secure cloud services with network controls"),
        AML_SV_CONST("https://learn.microsoft.com/security/benchmark/azure/mcsb-v2-network-security")},
};

static const aml_link links_of_idle[] = {
    {AML_SV_CONST("Manage compute clusters"),
        AML_SV_CONST(
            "https://learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster")},
};

static aml_rule *add_rule(sample *s, const char *id, const char *name, aml_severity severity) {
  aml_rule *rule = AML_NEW(s->arena, aml_rule);
  rule->id = aml_sv_of(id);
  rule->name = aml_sv_of(name);
  rule->severity = severity;
  rule->effective = severity;
  rule->precision = AML_SV("high");
  AML_VEC_PUSH(s->arena, &s->rules->list, rule);
  return rule;
}

static void add_rules(sample *s) {
  aml_rule *rule = add_rule(s, "AML001", "unreadable-input", AML_SEVERITY_ERROR);
  rule->title = AML_SV("The file cannot be read as YAML or JSON");
  rule->category = AML_SV("input");
  rule->why = AML_SV("What cannot be read cannot be checked.");
  rule->help = AML_SV("Correct the syntax at the place shown.");

  rule = add_rule(s, "AML101", "idle-nodes", AML_SEVERITY_WARNING);
  rule->title = AML_SV("Cluster keeps nodes running when idle");
  rule->category = AML_SV("cost");
  rule->message = AML_SV("Cluster '{name}' keeps '{scaleSettings.minNodeCount}' nodes up while idle.");
  rule->why = AML_SV("Nodes that wait for work cost as much as nodes that work.");
  rule->help = AML_SV("Set the minimum number of nodes to 0.");
  rule->links = links_of_idle;
  rule->link_count = 1;

  rule = add_rule(s, "AML201", "retired-vm-series", AML_SEVERITY_ERROR);
  rule->title = AML_SV("VM series is retired or retiring");
  rule->category = AML_SV("validity");
  rule->message = AML_SV("Size '{vmSize}' belongs to a series that retires on '{date}'.");
  rule->why = AML_SV("Clusters of a retired series stop working on the day of its retirement.");
  rule->help = AML_SV("Choose a size of a current series.");
  rule->effective = AML_SEVERITY_WARNING; /* the config changed it */

  rule = add_rule(s, "AML301", "ssh-open", AML_SEVERITY_ERROR);
  rule->title = AML_SV("SSH of cluster nodes is reachable from the internet");
  rule->category = AML_SV("security");
  rule->message = AML_SV("Cluster '{name}' opens SSH to the internet.");
  rule->why = AML_SV("An open SSH port is tried by everybody within minutes.");
  rule->help = AML_SV("Switch public SSH access of '{name}' off.");
  rule->mappings = mappings_of_ssh;
  rule->mapping_count = 2;
  rule->security_severity = AML_SV("8.1");
  rule->precision = AML_SV("very-high");

  rule = add_rule(s, "AML401", "required-tags", AML_SEVERITY_NOTE);
  rule->title = AML_SV("A required tag is missing");
  rule->category = AML_SV("governance");
  rule->message = AML_SV("A required tag is missing.");
  rule->why = AML_SV("Costs without an owner are nobody's.");
  rule->help = AML_SV("Add the tag.");

  rule = add_rule(s, "AML501", "only-when-strict", AML_SEVERITY_NOTE);
  rule->title = AML_SV("A rule of the strict profile");
  rule->category = AML_SV("latency");
  rule->why = AML_SV("It stands here to be off by default.");
  rule->profile = AML_PROFILE_STRICT;
  rule->effective = AML_SEVERITY_NONE;

  rule = add_rule(s, "AML999", "switched-off", AML_SEVERITY_WARNING);
  rule->title = AML_SV("A rule that the config switched off");
  rule->category = AML_SV("cost");
  rule->message = AML_SV("Nothing is said about '{name}'.");
  rule->why = AML_SV("It stands here to be listed.");
  rule->help = AML_SV("Nothing is to be done.");
  rule->effective = AML_SEVERITY_NONE;
}

static const aml_rule *rule_of(const sample *s, const char *id) {
  for (size_t i = 0; i < s->rules->list.count; i++) {
    if (aml_sv_eq(s->rules->list.items[i]->id, aml_sv_of(id))) {
      return s->rules->list.items[i];
    }
  }
  abort();
}

/* ---- findings ---- */

/* What stands between a pair of quotes is an argument. */
static aml_message message_of(sample *s, const char *text) {
  aml_message_writer out;
  aml_message_begin(&out, s->arena);
  bool is_quoted = false;
  for (aml_sv rest = aml_sv_of(text); rest.len > 0; is_quoted = !is_quoted) {
    aml_sv piece = aml_sv_split(&rest, '\'');
    if (is_quoted) {
      aml_message_add_argument(&out, AML_ARGUMENT_TEXT, piece);
    } else {
      aml_message_add(&out, piece);
    }
  }
  return aml_message_end(&out);
}

static aml_finding *add_finding(sample *s, const char *rule, aml_span span, const char *message) {
  aml_finding *finding = aml_findings_add(s->findings);
  finding->rule = rule_of(s, rule);
  finding->severity = finding->rule->effective;
  finding->span = span;
  finding->message = message_of(s, message);
  return finding;
}

static const aml_resource *add_resource(sample *s, const char *name, size_t order) {
  aml_resource *resource = AML_NEW(s->arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource->shown_name = aml_sv_of(name);
  resource->order = order;
  return resource;
}

static void add_related(sample *s, aml_finding *finding, const aml_related *related, size_t count) {
  aml_related *copy = AML_NEW_ARRAY(s->arena, aml_related, count);
  memcpy(copy, related, count * sizeof *related);
  finding->related = copy;
  finding->related_count = count;
}

static void add_fix(
    sample *s, aml_finding *finding, const char *description, const aml_edit *edits, size_t count) {
  aml_edit *copy = AML_NEW_ARRAY(s->arena, aml_edit, count);
  memcpy(copy, edits, count * sizeof *edits);
  aml_fix *fix = AML_NEW(s->arena, aml_fix);
  *fix = (aml_fix){aml_sv_of(description), true, copy, count, NULL};
  finding->fixes = fix;
  finding->fix_count = 1;
}

static void add_suppression(sample *s, aml_finding *finding, const aml_suppression *suppression) {
  aml_suppression *copy = AML_NEW(s->arena, aml_suppression);
  *copy = *suppression;
  finding->suppressions = copy;
  finding->status = AML_SUPPRESSED;
}

/* A cluster file whose path has to be escaped everywhere: fixes, a waiver, a baseline, something undecided.
 */
static void add_cluster_findings(sample *s) {
  aml_source_id gpu = ADD_SOURCE(s, "clusters/gpu cluster #1%[a] \xC3\xA9.yml", gpu_yaml);
  const aml_resource *cluster = add_resource(s, "gpu-cluster", 0);

  aml_finding *idle = add_finding(
      s, "AML101", span_after(s, gpu, "min_", "2"), "Cluster 'gpu-cluster' keeps '2' nodes up while idle.");
  idle->resource = cluster;
  idle->property = AML_SV("properties.properties.scaleSettings.minNodeCount");
  idle->value = AML_SV("2");
  const aml_related named = {span_after(s, gpu, "name", "gpu-cluster"), AML_SV_CONST("in this cluster")};
  add_related(s, idle, &named, 1);
  const aml_edit to_zero = {idle->span, AML_SV_CONST("0")};
  add_fix(s, idle, "Let the cluster scale to zero.", &to_zero, 1);
  idle->help = AML_SV("Set 'min_instances' to '0'.");
  idle->cli = AML_SV("az ml compute update --name gpu-cluster --min-instances 0");

  aml_finding *ssh = add_finding(
      s, "AML301", span_after(s, gpu, "ssh_", "true"), "Cluster 'gpu-cluster' opens SSH to the internet.");
  ssh->resource = cluster;
  ssh->property = AML_SV("properties.properties.remoteLoginPortPublicAccess");
  const aml_suppression waiver = {.kind = AML_IN_SOURCE,
      .id = AML_SV_CONST("W1"),
      .owner = AML_SV_CONST("vision@contoso.example"),
      .reason = AML_SV_CONST("Debugging the driver <now>"),
      .ticket = AML_SV_CONST("OPS-12"),
      .until = 20819, /* 2027-01-01 */
      .span = span_of(s, gpu, "# training cluster for team vision")};
  add_suppression(s, ssh, &waiver);

  aml_finding *tags = add_finding(s, "AML401",
      span_of(s, gpu, "tags:\n  owner: vision\n  purpose: |\n    training\n    and more\n"),
      "A required tag is missing.");
  tags->resource = cluster;
  tags->property = AML_SV("tags");
  const aml_edit add_tags[] = {
      {span_of(s, gpu, "vision\n  purpose"), AML_SV_CONST("vision\n  environment: dev\n  purpose")},
      {(aml_span){gpu, sizeof gpu_yaml - 1, sizeof gpu_yaml - 1}, AML_SV_CONST("# checked\n")},
  };
  add_fix(s, tags, "Add the tag 'environment'.", add_tags, 2);

  aml_finding *series = add_finding(s, "AML201", span_of(s, gpu, "Standard_NC6s_v3"),
      "Size 'Standard_NC6s_v3' belongs to a series that retires on '2025-09-30'.");
  series->resource = cluster;
  series->property = AML_SV("properties.properties.vmSize");
  series->value = AML_SV("Standard_NC6s_v3");
  series->is_baselined = true;
  const aml_suppression known = {
      .kind = AML_BASELINE, .reason = AML_SV_CONST("Known from the baseline."), .until = AML_DAY_NONE};
  add_suppression(s, series, &known);
}

/* A template with CRLF line ends: the value comes from a parameter file, and one answer hangs on a parameter.
 */
static void add_template_findings(sample *s) {
  aml_source_id template = ADD_SOURCE(s, "templates/main.json", template_json);
  aml_source_id parameters = ADD_SOURCE(s, "templates/main.parameters.json", parameters_json);
  const aml_resource *cluster = add_resource(s, "cpu", 1);

  aml_finding *idle = add_finding(s, "AML101", span_of(s, template, "\"[parameters('minNodes')]\""),
      "Cluster 'cpu' keeps '3' nodes up while idle.");
  idle->resource = cluster;
  idle->property = AML_SV("properties.properties.scaleSettings.minNodeCount");
  idle->value = AML_SV("3");
  const aml_related chain[] = {
      {span_of(s, template, "\"minNodes\""), AML_SV_CONST("parameter 'minNodes'")},
      {span_after(s, parameters, "value", "3"), AML_SV_CONST("its value in this [parameter] file")},
      {AML_NO_SPAN, AML_SV_CONST("the service takes '0' where nothing is given")},
  };
  add_related(s, idle, chain, 3);
  static const aml_sv files[] = {
      AML_SV_CONST("templates/main.parameters.json"), AML_SV_CONST("templates/o'brien.json")};
  idle->parameter_files = files;
  idle->parameter_file_count = 2;
  idle->condition = AML_SV("[equals(parameters('kind'), 'big')]");

  aml_finding *undecided =
      add_finding(s, "AML201", span_of(s, template, "{\"name\": \"ws/cpu\",\r\n     \"minNodeCount\""),
          "Size '' belongs to a series that may be retired.");
  undecided->resource = cluster;
  undecided->status = AML_UNDECIDED;
  undecided->undecided_reason = AML_SV("parameter 'size' has no value");

  aml_finding *twin = add_finding(s, "AML101", idle->span, "Cluster 'cpu' keeps '3' nodes up while idle.");
  *twin = *idle;
}

static void add_hostile_findings(sample *s) {
  aml_source_id hostile = ADD_SOURCE(s, "##vso[task.complete result=Failed;]x.yml", hostile_yaml);
  aml_finding *finding = add_finding(s, "AML001", span_of(s, hostile, "##vso[task.setvariable variable=a]b"),
      "The value '\x1b[31mred ##vso[task.setvariable variable=a]b\n::error::x' is odd, see <b>&\"it\"</b>.");
  finding->help = AML_SV("::error::remove it\n##vso[task.complete]");
  finding = add_finding(s, "AML001", span_of(s, hostile, "::error file=a::boo"),
      "Value '::error' cannot stand here, % neither.");
  finding = add_finding(s, "AML001",
      span_of(s, hostile,
          "\x07"
          "b\x7f"
          "c"),
      "Control characters are not allowed.");
  aml_source_id marks = ADD_SOURCE(s, "::warning.yml", "a: \"\xFF\xFE\0\"\n");
  finding = add_finding(s, "AML001", (aml_span){marks, 4, 7}, "Byte '0xff' is no UTF-8.");
  finding->is_incomplete = true;
}

static const char *make_long_line(aml_arena *arena) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("{"));
  for (int i = 0; i < 300; i++) {
    aml_strbuf_addf(&text, "\"key%d\":\"\xC3\xA4\",", i);
  }
  aml_strbuf_add(&text, AML_SV("\"last\":true}"));
  return aml_strbuf_view(&text).data;
}

static void add_odd_places(sample *s) {
  const char *line = make_long_line(s->arena);
  aml_source_id minified = add_source(s, "odd/minified.json", line, strlen(line));
  (void)add_finding(s, "AML001", span_of(s, minified, "\"key150\""), "Key 'key150' appears twice.");
  (void)add_finding(
      s, "AML001", span_of(s, minified, "\"key7\""), "Key 'key7' is unknown. Did you mean 'key8'?");
  (void)add_finding(s, "AML001", span_of(s, minified, "\"key9\""), "Is 'key9' wanted?");
  (void)add_finding(s, "AML001", (aml_span){minified, 0, (uint32_t)strlen(line)}, "This is no resource.");

  aml_source_id empty = ADD_SOURCE(s, "odd/empty.yml", "");
  (void)add_finding(s, "AML001", (aml_span){empty, 0, 0}, "The file is empty.");

  aml_source_id end = ADD_SOURCE(s, "odd/end.json", "{\"a\": 1,\n");
  (void)add_finding(s, "AML001", (aml_span){end, 9, 9}, "The file ends before '}'.");

  aml_source_id unended = ADD_SOURCE(s, "odd/unended.yml", "a: [1");
  (void)add_finding(s, "AML001", (aml_span){unended, 5, 5}, "The file ends before ']'.");
  (void)add_finding(s, "AML001", (aml_span){unended, 0, 5}, "The file is not closed.");

  aml_source_id bom = ADD_SOURCE(s, "odd/bom.yml", "type: amlcompute\nmin_instances: 1\n");
  aml_sources_get(s->run->sources, bom)->encoding = AML_ENCODING_UTF8_BOM;
  aml_finding *finding = add_finding(s, "AML001", span_of(s, bom, "type"), "Key 'type' is odd.");
  finding->help = AML_SV("Save the file without a byte order mark.");

  aml_source_id utf16 = ADD_SOURCE(s, "odd/utf16.json", "{\"type\": \"amlcompute\"}\n");
  aml_sources_get(s->run->sources, utf16)->encoding = AML_ENCODING_UTF16_LE;
  (void)add_finding(s, "AML001", span_of(s, utf16, "\"type\""), "Key 'type' is odd.");

  aml_source_id wide = ADD_SOURCE(s, "odd/wide.yml", wide_yaml);
  (void)add_finding(s, "AML001", span_of(s, wide, "size: x"), "Key 'size' is odd.");
  (void)add_finding(
      s, "AML001", span_of(s, wide, "\xE3\x82\xAF\xE3\x83\xA9"), "Name '\xE3\x82\xAF\xE3\x83\xA9' is odd.");
  (void)add_finding(s, "AML001", span_of(s, wide, "bad"), "Size 'bad' is unknown.");

  aml_source_id secret = ADD_SOURCE(s, "odd/secret.yml", secret_yaml);
  finding = add_finding(
      s, "AML001", span_of(s, secret, "hunter2-secret"), "Property 'admin_user_password' holds a password.");
  finding->is_secret = true;
  const aml_edit removal = {span_of(s, secret, "admin_user_password: hunter2-secret"), AML_SV_CONST("")};
  add_fix(s, finding, "Remove the password.", &removal, 1);
  (void)add_finding(s, "AML001", span_of(s, secret, "size: small"), "Size 'small' is unknown.");
}

static void add_notices(sample *s, sample_kind kind) {
  aml_notice *notices = AML_NEW_ARRAY(s->arena, aml_notice, 3);
  size_t count = 0;
  if (kind == SAMPLE_NOTHING) {
    notices[count++] = (aml_notice){AML_SEVERITY_WARNING,
        AML_SV("Nothing was checked: no file is of a known kind."), AML_NO_SPAN, AML_SV(""), false, false};
  }
  if (kind == SAMPLE_FULL) {
    aml_source_id config = ADD_SOURCE(s, "amlint.yml", "profile: default\nminimun: 3\n");
    s->run->config_path = AML_SV("amlint.yml");
    notices[count++] =
        (aml_notice){AML_SEVERITY_WARNING, AML_SV("Key 'minimun' is unknown. Did you mean 'minimum'?"),
            span_of(s, config, "minimun"), AML_SV(""), true, false};
    notices[count++] =
        (aml_notice){AML_SEVERITY_ERROR, AML_SV("The folder cannot be opened: Permission denied."),
            AML_NO_SPAN, AML_SV("closed folder"), false, false};
    notices[count++] =
        (aml_notice){AML_SEVERITY_NOTE, AML_SV("::notice::##[group]"), AML_NO_SPAN, AML_SV(""), false, false};
  }
  s->run->notices = notices;
  s->run->notice_count = count;
}

static void count_findings(aml_run *run) {
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    bool is_active = finding->status == AML_ACTIVE;
    run->counts.errors += is_active && finding->severity == AML_SEVERITY_ERROR;
    run->counts.warnings += is_active && finding->severity == AML_SEVERITY_WARNING;
    run->counts.notes += is_active && finding->severity == AML_SEVERITY_NOTE;
    run->counts.suppressed += finding->status == AML_SUPPRESSED;
    run->counts.undecided += finding->status == AML_UNDECIDED;
    run->counts.baselined += finding->is_baselined;
  }
}

/* ---- what passed and what is gone ---- */

static aml_rule *add_policy(sample *s) {
  static const aml_pack pack = {
      AML_SV_CONST("ml-guardrails"), AML_SV_CONST("Guardrails for machine learning"), AML_SV_CONST("2.1.0")};
  aml_rule *rule = add_rule(s, "ml-guardrails/no-ssh", "no-ssh", AML_SEVERITY_ERROR);
  rule->title = AML_SV("Compute must not open SSH");
  rule->category = AML_SV("Machine Learning");
  rule->why = AML_SV("Whoever may reach a node may read its data.");
  rule->origin = AML_RULE_AZURE_POLICY;
  rule->pack = &pack;
  return rule;
}

static void add_told(sample *s) {
  aml_rule *policy = add_policy(s);
  aml_findings *told = AML_NEW(s->arena, aml_findings);
  aml_findings_init(told, s->arena);
  for (size_t i = 0; i < s->findings->list.count; i++) {
    AML_VEC_PUSH(s->arena, &told->list, s->findings->list.items[i]);
  }
  s->findings = told;
  aml_source_id definition = ADD_SOURCE(s, "policies/no ssh.json", "{\"name\": \"no-ssh\"}\n");
  policy->span = span_of(s, definition, "{\"name\": \"no-ssh\"}");
  aml_source_id good = ADD_SOURCE(s, "clusters/good.yml", "name: cpu\ntype: amlcompute\nmin_instances: 0\n");
  const aml_resource *resource = add_resource(s, "cpu", 2);
  aml_finding *passed =
      add_finding(s, "AML101", span_after(s, good, "name", "cpu"), "'cpu' complies with this rule.");
  passed->status = AML_PASSED;
  passed->resource = resource;
  aml_finding *left_out = aml_findings_add(told);
  left_out->rule = policy;
  left_out->status = AML_NOT_APPLICABLE;
  left_out->span = passed->span;
  left_out->resource = resource;
  left_out->message = message_of(s, "This rule does not apply to 'cpu'.");
  aml_source_id baseline =
      ADD_SOURCE(s, "baseline.json", "{\"version\": 1, \"findings\": [{\"rule\": \"AML201\"}]}\n");
  aml_finding *gone = add_finding(s, "AML201", (aml_span){good, 0, 0},
      "Size 'Standard_NC6' belongs to a series that retires on '2023-08-31'.");
  gone->status = AML_GONE;
  gone->fingerprint = AML_SV("d9698a0d9731e8a989b4eff215675b2f67fa1b4f649658d70f3349b5c35a4d60");
  const aml_related entry = {
      span_of(s, baseline, "{\"rule\": \"AML201\"}"), AML_SV_CONST("its entry in the baseline")};
  add_related(s, gone, &entry, 1);
  aml_findings_sort(told, s->run->sources);
  s->run->told = told;
}

static void release_arena(void *arena) {
  aml_arena_release(arena);
}

/* Reports want an arena that their sinks do not use. */
static aml_arena *make_scratch(aml_arena *owner) {
  aml_arena *scratch = AML_NEW(owner, aml_arena);
  aml_arena_init(scratch, SIZE_MAX);
  aml_arena_defer(owner, release_arena, scratch);
  return scratch;
}

aml_run *sample_run_new(aml_arena *arena, sample_kind kind) {
  aml_run *run = AML_NEW(arena, aml_run);
  run->front_ends = &aml_all_front_ends;
  run->arena = make_scratch(arena);
  run->sources = aml_sources_new(arena);
  aml_ruleset *rules = AML_NEW(arena, aml_ruleset);
  rules->arena = arena;
  aml_findings *findings = AML_NEW(arena, aml_findings);
  aml_findings_init(findings, arena);
  sample s = {arena, run, rules, findings};
  add_rules(&s);
  if (kind == SAMPLE_FULL || kind == SAMPLE_TOLD) {
    add_cluster_findings(&s);
    add_template_findings(&s);
    add_hostile_findings(&s);
    add_odd_places(&s);
    run->is_incomplete = true;
    run->has_baseline = true;
  }
  add_notices(&s, kind);
  aml_findings_sort(findings, run->sources);
  aml_findings_fingerprint(findings, run->sources);
  if (kind == SAMPLE_TOLD) {
    add_told(&s);
  }
  run->rules = rules;
  run->findings = findings;
  run->counts.files_checked = kind == SAMPLE_NOTHING ? 0 : 13;
  run->counts.files_passed_over = 2;
  run->counts.files_failed = run->is_incomplete ? 1 : 0;
  count_findings(run);
  run->as_of = aml_day_of(2026, 11, 27);
  run->root = run->home = AML_SV("/nonexistent/repository");
  run->version = AML_SV("1.2.3");
  run->facts_version = AML_SV("2026-11-01");
  run->exit_status = run->is_incomplete ? 2 : 0;
  return run;
}

const aml_value *sample_environment(aml_arena *arena) {
  static const char *const variables[][2] = {
      {"GITHUB_SERVER_URL", "https://github.example"},
      {"GITHUB_REPOSITORY", "contoso/clusters"},
      {"GITHUB_SHA", "0123456789abcdef0123456789abcdef01234567"},
      {"GITHUB_REF_NAME", "main"},
  };
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    aml_object_add(&builder, aml_sv_of(variables[i][0]), AML_NO_SPAN,
        aml_value_string(arena, aml_sv_of(variables[i][1]), AML_NO_SPAN));
  }
  return aml_object_end(&builder, AML_NO_SPAN, 0);
}
