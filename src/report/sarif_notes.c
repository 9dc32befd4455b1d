/* What a run says about itself: invocation, notifications, settings that differ from the rules' own. */
#include "expr/value_text.h"
#include "report/sarif.h"

typedef struct note_kind {
  const char *id, *name, *title, *why, *help, *message;
} note_kind;

/* In the order of aml_sarif_note. */
static const note_kind kinds[] = {
    {"NOTICE", "RunNotice", "The run has a remark.",
        "The run met something that is not a finding in a file: a setting, a folder or a limit.",
        "Follow the message.", "The run reports '{0}'."},
    {"INCOMPLETE", "IncompleteCheck", "Something could not be checked.",
        "A file could not be read, or a limit was reached, so findings may be missing.",
        "Fix the finding that this notification repeats.", "Not everything was checked; see '{0}'."},
    {"LEFTOUT", "ResultsLeftOut", "Results were left out.",
        "Code scanning services reject logs with more results in a run; the most severe ones were kept.",
        "Lint fewer files in one run, or fix what is reported.", "'{0}' less severe results were left out."},
};

void aml_sarif_note_descriptors(aml_sarif *s) {
  aml_json_key(&s->json, AML_SV("notifications"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    aml_json_begin_object(&s->json);
    aml_json_member_string(&s->json, "id", aml_sv_of(kinds[i].id));
    aml_json_member_string(&s->json, "name", aml_sv_of(kinds[i].name));
    aml_sarif_text(s, "shortDescription", aml_sv_of(kinds[i].title));
    aml_sarif_text(s, "fullDescription", aml_sv_of(kinds[i].why));
    aml_sarif_text(s, "help", aml_sv_of(kinds[i].help));
    aml_json_member_string(&s->json, "helpUri", AML_SV(AML_HOME));
    aml_json_key(&s->json, AML_SV("messageStrings"));
    aml_json_begin_object(&s->json);
    aml_sarif_text(s, "default", aml_sv_of(kinds[i].message));
    aml_json_end_object(&s->json);
    aml_json_end_object(&s->json);
  }
  aml_json_end_array(&s->json);
}

typedef struct note {
  aml_sarif_note kind;
  aml_severity severity;
  aml_sv message;
  aml_span span;
  aml_sv path;          /* where there is no span */
  const aml_rule *rule; /* associated; may be NULL */
  bool is_configuration;
} note;

static void write_reference(aml_sarif *s, const char *key, aml_sv id, size_t index) {
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "id", id);
  aml_json_member_int(&s->json, "index", (int64_t)index);
  aml_json_end_object(&s->json);
}

static void write_locations(aml_sarif *s, const note *n) {
  if (aml_span_is_none(n->span) && n->path.len == 0) {
    return;
  }
  aml_json_key(&s->json, AML_SV("locations"));
  aml_json_begin_array(&s->json);
  aml_json_begin_object(&s->json);
  if (aml_span_is_none(n->span)) {
    aml_json_key(&s->json, AML_SV("physicalLocation"));
    aml_json_begin_object(&s->json);
    aml_sarif_path(s, "artifactLocation", n->path);
    aml_json_end_object(&s->json);
  } else {
    aml_sarif_physical(s, n->span, AML_SARIF_WITH_CONTEXT);
  }
  aml_json_end_object(&s->json);
  aml_json_end_array(&s->json);
}

static void write_note(aml_sarif *s, const note *n) {
  aml_json_begin_object(&s->json);
  write_reference(s, "descriptor", aml_sv_of(kinds[n->kind].id), n->kind);
  if (n->rule != NULL) {
    size_t index = aml_sarif_find_rule(s, n->rule);
    write_reference(s, "associatedRule", s->rules.items[index].id, index);
  }
  aml_json_member_string(&s->json, "level", aml_sv_of(aml_severity_name(n->severity)));
  aml_sarif_text(s, "message", n->message);
  write_locations(s, n);
  aml_json_end_object(&s->json);
}

/* A notification at level error says that the run failed (3.20.21). */
static bool has_failed(const aml_run *run) {
  bool has_failed = run->is_incomplete;
  for (size_t i = 0; i < run->notice_count; i++) {
    has_failed = has_failed || run->notices[i].severity == AML_SEVERITY_ERROR;
  }
  return has_failed;
}

/* Rules on files of amlint's own: what they find is a mistake in the configuration (3.20.20). */
static bool is_about_configuration(const aml_rule *rule) {
  return aml_sv_eq(rule->id, AML_SV("AML011")) || aml_sv_eq(rule->id, AML_SV("AML012")) ||
         aml_sv_eq(rule->id, AML_SV("AML902"));
}

typedef AML_VEC(note) notes;

/* Findings that stand in no file cannot be results, for services want a place of each. */
static void collect_finding_notes(aml_sarif *s, notes *list) {
  for (size_t i = 0; i < s->run->findings->list.count; i++) {
    const aml_finding *finding = s->run->findings->list.items[i];
    bool has_file = !aml_span_is_none(finding->span);
    bool is_unread = aml_sv_eq(finding->rule->id, AML_SV("AML014"));
    bool is_said =
        finding->is_incomplete || is_unread || (!has_file && aml_report_shows(s->options, finding));
    if (!is_said) {
      continue;
    }
    aml_severity severity =
        finding->severity < AML_SEVERITY_WARNING ? finding->severity : AML_SEVERITY_WARNING;
    const note n = {.kind = finding->is_incomplete ? AML_SARIF_INCOMPLETE : AML_SARIF_NOTICE,
        .severity = finding->is_incomplete ? AML_SEVERITY_ERROR : severity,
        .message = finding->message.text,
        .span = finding->span,
        .rule = finding->rule,
        .is_configuration = is_about_configuration(finding->rule)};
    AML_VEC_PUSH(s->arena, list, n);
  }
}

static notes collect_notes(aml_sarif *s) {
  notes list = {0};
  collect_finding_notes(s, &list);
  if (s->left_out > 0) {
    const note n = {.kind = AML_SARIF_LEFT_OUT,
        .severity = AML_SEVERITY_WARNING,
        .message = aml_sv_format(s->arena, "'%zu' less severe results were left out.", s->left_out)};
    AML_VEC_PUSH(s->arena, &list, n);
  }
  for (size_t i = 0; i < s->run->notice_count; i++) {
    const aml_notice *notice = &s->run->notices[i];
    const note n = {.kind = AML_SARIF_NOTICE,
        .severity = notice->severity,
        .message = notice->message,
        .span = notice->span,
        .path = notice->path,
        .is_configuration = notice->is_configuration};
    AML_VEC_PUSH(s->arena, &list, n);
  }
  return list;
}

static void write_notes(aml_sarif *s, const char *key, const notes *list, bool is_configuration) {
  aml_json_key(&s->json, aml_sv_of(key));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < list->count; i++) {
    if (list->items[i].is_configuration == is_configuration) {
      write_note(s, &list->items[i]);
    }
  }
  aml_json_end_array(&s->json);
}

static void write_override(aml_sarif *s, size_t index, const aml_value *parameters) {
  const aml_rule *rule = s->rules.items[index].rule;
  bool is_off = rule->effective == AML_SEVERITY_NONE;
  aml_json_begin_object(&s->json);
  write_reference(s, "descriptor", s->rules.items[index].id, index);
  aml_json_key(&s->json, AML_SV("configuration"));
  aml_json_begin_object(&s->json);
  aml_json_member_bool(&s->json, "enabled", !is_off);
  aml_json_member_string(
      &s->json, "level", aml_sv_of(aml_severity_name(is_off ? rule->severity : rule->effective)));
  if (aml_value_is(parameters, AML_OBJECT)) {
    aml_json_key(&s->json, AML_SV("parameters"));
    aml_value_write_json(&s->json, parameters, true);
  }
  aml_json_end_object(&s->json);
  aml_json_end_object(&s->json);
}

/* Rules whose severity or parameters the configuration or an option changed (3.20.5). Results have their
 * level written out nevertheless, for GitHub reads only that. */
static void write_overrides(aml_sarif *s) {
  bool has_any = false;
  for (size_t i = 0; i < s->rules.count; i++) {
    const aml_rule *rule = s->rules.items[i].rule;
    const aml_value *parameters = s->run->settings == NULL ? NULL : aml_rule_settings(s->run->settings, rule);
    if (parameters == NULL && rule->effective == aml_sarif_default_severity(rule)) {
      continue;
    }
    if (!has_any) {
      aml_json_key(&s->json, AML_SV("ruleConfigurationOverrides"));
      aml_json_begin_array(&s->json);
      has_any = true;
    }
    write_override(s, i, parameters);
  }
  if (has_any) {
    aml_json_end_array(&s->json);
  }
}

/* Where it lies in the home; elsewhere it is a path of this machine. */
static void write_working_folder(aml_sarif *s) {
  if (!aml_sv_eq(s->run->home, s->run->root)) {
    return;
  }
  aml_json_key(&s->json, AML_SV("workingDirectory"));
  aml_json_begin_object(&s->json);
  if (s->run->folder.len > 0) {
    aml_sv folder = aml_uri_encode(s->arena, aml_path_shown(s->arena, s->run->folder), "/");
    aml_json_member_string(&s->json, "uri", aml_sv_join(s->arena, folder, AML_SV("/")));
  }
  aml_json_member_string(&s->json, "uriBaseId", AML_SV(AML_SARIF_ROOT));
  aml_json_end_object(&s->json);
}

void aml_sarif_invocations(aml_sarif *s) {
  static const char *const meanings[] = {"No finding at or above the threshold.",
      "Findings at or above the threshold.", "Something could not be checked."};
  int status = s->run->exit_status;
  aml_json_key(&s->json, AML_SV("invocations"));
  aml_json_begin_array(&s->json);
  aml_json_begin_object(&s->json);
  aml_json_member_bool(&s->json, "executionSuccessful", !has_failed(s->run));
  aml_json_member_int(&s->json, "exitCode", status);
  aml_json_member_string(
      &s->json, "exitCodeDescription", aml_sv_of(meanings[status >= 0 && status < 2 ? status : 2]));
  write_working_folder(s);
  write_overrides(s);
  const notes list = collect_notes(s);
  write_notes(s, "toolExecutionNotifications", &list, false);
  write_notes(s, "toolConfigurationNotifications", &list, true);
  aml_json_end_object(&s->json);
  aml_json_end_array(&s->json);
}
