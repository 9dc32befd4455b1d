/* Parameters of a template: where their values come from, and when. */
#include "arm/template_expansion.h"
#include "expr/value_text.h"
#include "source/paths.h"
#include "tree/placeholder_values.h"
#include "tree/respell.h"
#include "tree/secret_values.h"

enum { NAMES_SHOWN = 5, NAME_WIDTH = 60 };

/* A secret that stands in the template: a default that is written out. An empty one, and an expression such
 * as newGuid(), give nothing away. */
static void report_secure_default(const aml_arm_frame *frame, const aml_arm_parameter *parameter) {
  const aml_value *declared = aml_object_find(parameter->declaration, AML_SV("defaultValue"));
  const aml_value *fallback = aml_arm_declared(frame, declared);
  bool is_text = aml_value_is(fallback, AML_STRING) && fallback->as.string.len > 0;
  bool is_object = aml_value_is(fallback, AML_OBJECT) && fallback->as.object.count > 0;
  if (aml_arm_type_is_secure(parameter->declaration) && (is_text || is_object)) {
    aml_diag *diag = aml_arm_report(frame->run, "AML317", fallback->span,
        "The secure parameter '%.*s' has a default value, which is in the %s in plain text.",
        AML_SV_ARG(parameter->name), frame->is_lowered ? "file" : "template");
    diag->help = AML_SV(
        "Delete the default, pass the value from a key vault, and change the secret where it is used.");
  }
}

void aml_arm_parameters_declare(aml_arm_frame *frame) {
  const aml_value *declared = aml_object_find(frame->template_, AML_SV("parameters"));
  if (!aml_value_is(declared, AML_OBJECT)) {
    return;
  }
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *member = &declared->as.object.members[i];
    aml_arm_parameter *parameter = AML_NEW(frame->run->arena, aml_arm_parameter);
    parameter->name = member->name;
    parameter->span = member->name_span;
    parameter->declaration = aml_arm_definition_resolve(frame, member->value);
    aml_map_put(&frame->parameters, member->name, parameter);
    aml_arm_declaration_check(frame->run, member->name, member->value);
    report_secure_default(frame, parameter);
  }
}

static bool is_required(const aml_arm_parameter *parameter) {
  const aml_value *nullable = aml_object_find(parameter->declaration, AML_SV("nullable"));
  return parameter->given == NULL &&
         aml_object_find(parameter->declaration, AML_SV("defaultValue")) == NULL &&
         !(aml_value_is(nullable, AML_BOOL) && nullable->as.boolean);
}

static void give(aml_arm_parameter *parameter, aml_step step, const aml_value *value) {
  if (value->kind == AML_NULL) { /* the service takes null as "not given" */
    return;
  }
  parameter->given = value;
  parameter->given_span = value->span;
  parameter->given_step = step;
}

/* The value that an entry {value} or {reference} of a parameter list gives; NULL where it gives none. */
static const aml_value *read_entry(
    aml_arm_run *run, const aml_arm_parameter *parameter, const aml_value *entry) {
  const aml_value *value = aml_object_find(entry, AML_SV("value"));
  if (value != NULL) {
    return value;
  }
  const aml_value *reference = aml_object_find(entry, AML_SV("reference"));
  const aml_value *expression = aml_object_find(entry, AML_SV("expression"));
  if (reference == NULL && expression == NULL) {
    return NULL;
  }
  const char *how = reference != NULL ? "comes from a key vault; check it there"
                                      : "is computed when the parameter file is used; state its value";
  aml_sv reason = aml_sv_format(run->arena, "parameter '%.*s' %s", AML_SV_ARG(parameter->name), how);
  const aml_value *unknown =
      aml_value_unknown(run->arena, reason, aml_arm_type_kinds(parameter->declaration), entry->span);
  unsigned flags = reference != NULL ? AML_VALUE_SECURE : 0;
  return aml_value_moved(run->arena, unknown, entry->span, NULL, flags);
}

/* What gives a frame's parameters their values. */
typedef struct giver {
  aml_arm_frame *frame;
  aml_step step;
  aml_sv whose; /* "the template 'main.json'" */
} giver;

static void report_extra(const giver *from, const aml_value *given, const aml_member *entry) {
  aml_arm_run *run = from->frame->run;
  aml_sv hint = aml_arm_suggest(run, entry->name, &from->frame->parameters);
  aml_diag *diag = aml_arm_report(run, "AML010", entry->name_span, "Parameter '%.*s' is not one of %.*s%.*s",
      AML_SV_ARG(entry->name), AML_SV_ARG(from->whose), AML_SV_ARG(hint));
  aml_respell_key(
      run->diags, diag, given, entry, aml_arm_respell(run, entry->name, &from->frame->parameters));
}

static void check_value(const giver *from, const aml_arm_parameter *parameter, const aml_value *value) {
  aml_arm_complaint complaint = aml_arm_parameter_complaint(from->frame, parameter->declaration, value);
  if (complaint.text.len > 0) {
    aml_diag *diag = aml_arm_report(from->frame->run, "AML010", complaint.span, "Parameter '%.*s%.*s' %.*s.",
        AML_SV_ARG(parameter->name), AML_SV_ARG(complaint.path), AML_SV_ARG(complaint.text));
    diag->related = parameter->span;
    diag->related_text = AML_SV("declared here");
  }
}

static void take_entry(const giver *from, const aml_value *given, const aml_member *entry) {
  aml_arm_run *run = from->frame->run;
  aml_arm_parameter *parameter = aml_map_find(&from->frame->parameters, entry->name);
  if (parameter == NULL) {
    report_extra(from, given, entry);
    return;
  }
  bool is_unknown = entry->value->kind == AML_UNKNOWN;
  const aml_value *value = is_unknown ? entry->value : read_entry(run, parameter, entry->value);
  if (value == NULL) {
    aml_arm_report(run, "AML010", entry->name_span, "Parameter '%.*s' has neither 'value' nor 'reference'.",
        AML_SV_ARG(entry->name));
    aml_sv reason =
        aml_sv_format(run->arena, "parameter '%.*s' has no value here; give it one", AML_SV_ARG(entry->name));
    value =
        aml_value_unknown(run->arena, reason, aml_arm_type_kinds(parameter->declaration), entry->name_span);
  }
  value = aml_value_placeholders(run->arena, value);
  give(parameter, from->step, value);
  check_value(from, parameter, value);
}

/* One report for all that is missing, at the place where it should be. */
static void report_missing(const giver *from, aml_span where) {
  aml_arm_run *run = from->frame->run;
  const aml_arm_parameter *first = NULL;
  aml_sv names = AML_SV("");
  size_t count = 0;
  for (size_t i = 0; i < from->frame->parameters.count; i++) {
    const aml_arm_parameter *parameter = from->frame->parameters.entries[i].value;
    if (is_required(parameter)) {
      first = first == NULL ? parameter : first;
      names = count == 0 ? parameter->name
              : count < NAMES_SHOWN
                  ? aml_sv_format(run->arena, "%.*s', '%.*s", AML_SV_ARG(names), AML_SV_ARG(parameter->name))
                  : names;
      count++;
    }
  }
  if (count == 0) {
    return;
  }
  aml_sv more =
      count > NAMES_SHOWN ? aml_sv_format(run->arena, " and %zu more", count - NAMES_SHOWN) : AML_SV("");
  aml_diag *diag = aml_arm_report(run, "AML010", where,
      "Parameter%s '%.*s'%.*s of %.*s %s no default and %s given no value here.", count == 1 ? "" : "s",
      AML_SV_ARG(names), AML_SV_ARG(more), AML_SV_ARG(from->whose), count == 1 ? "has" : "have",
      count == 1 ? "is" : "are");
  diag->related = first->span;
  diag->related_text = AML_SV("declared here");
}

static void take_entries(const giver *from, const aml_value *list) {
  for (size_t i = 0; aml_value_is(list, AML_OBJECT) && i < list->as.object.count; i++) {
    take_entry(from, list, &list->as.object.members[i]);
  }
}

/* Says why no further file is extended, where one should be. */
static void report_extended(aml_arm_frame *own, const aml_arm_frame *last, bool is_endless) {
  const aml_value *path = aml_object_find(last->template_, AML_SV("extends"));
  if (path == NULL) {
    return;
  }
  if (is_endless) {
    aml_arm_report(
        own->run, "AML013", path->span, "The file '%.*s' extends itself.", AML_SV_ARG(aml_value_text(path)));
  } else {
    aml_arm_report(own->run, "AML004", path->span,
        "The file '%.*s' does not exist, is not a Bicep parameter file, or is outside the root; its values "
        "are not known.",
        AML_SV_ARG(aml_value_text(path)));
  }
}

/* Values of the file of `from`, evaluated there, that `out` does not have yet. */
static void add_values(aml_arm_frame *from, aml_object_builder *out, aml_map *given) {
  const aml_value *list = aml_object_find(from->template_, AML_SV("parameters"));
  for (size_t i = 0; aml_value_is(list, AML_OBJECT) && i < list->as.object.count; i++) {
    const aml_member *entry = &list->as.object.members[i];
    if (aml_map_put(given, entry->name, from) == NULL) {
      aml_object_add(
          out, entry->name, entry->name_span, aml_arm_evaluate_at((aml_arm_site){from, NULL}, entry->value));
    }
  }
}

/* The parameters of a file whose language computes values: in a frame of its own, and over those of the files
 * that it extends. */
static const aml_value *evaluate_file(aml_arm_frame *frame, const aml_value *file) {
  aml_arena *arena = frame->run->arena;
  aml_arm_frame *own = aml_arm_frame_new(frame->run, NULL, file);
  own->path = frame->parameters_path;
  aml_arm_variables_declare(own);
  aml_arm_functions_declare(own);
  aml_map given;
  aml_object_builder out;
  aml_map_init(&given, frame->run->scratch, AML_MAP_IGNORE_CASE);
  aml_object_begin(&out, arena);
  add_values(own, &out, &given);
  aml_arm_frame *last = own;
  size_t depth = 0;
  for (aml_arm_frame *at = aml_arm_extended_frame(own); at != NULL && depth < AML_LIMIT_NESTED_DEPLOYMENTS;
       depth++) {
    add_values(at, &out, &given);
    last = at;
    at = aml_arm_extended_frame(at);
  }
  report_extended(own, last, depth == AML_LIMIT_NESTED_DEPLOYMENTS);
  frame->has_open_arguments = aml_object_find(last->template_, AML_SV("extends")) != NULL;
  return aml_object_end(&out, file->span, 0);
}

void aml_arm_parameters_from_file(aml_arm_frame *frame, const aml_value *file) {
  const aml_member *list = aml_object_member(file, AML_SV("parameters"));
  giver from = {.frame = frame, .step = AML_STEP_PARAMETER_FILE};
  from.whose = aml_arm_frame_noun(frame);
  if (aml_value_has(file, AML_VALUE_LOWERED)) {
    take_entries(&from, evaluate_file(frame, file));
  } else {
    take_entries(&from, list == NULL ? NULL : list->value);
  }
  if (!frame->has_open_arguments) {
    report_missing(&from, list != NULL ? list->name_span : aml_arm_opening(file));
  }
}

void aml_arm_parameters_from_command(aml_arm_frame *frame, const aml_arm_input *input) {
  giver from = {.frame = frame, .step = AML_STEP_PARAMETER_FILE};
  from.whose = aml_arm_frame_noun(frame);
  take_entries(&from, aml_object_find(input->parameters, AML_SV("parameters")));
  from.step = AML_STEP_COMMAND;
  take_entries(&from, input->options);
  frame->has_open_arguments = aml_value_has(input->options, AML_VALUE_OPEN);
  if (!frame->has_open_arguments) {
    report_missing(&from, input->command);
  }
}

void aml_arm_parameters_from_arguments(aml_arm_frame *frame, const aml_value *arguments, aml_span where) {
  giver from = {.frame = frame, .step = AML_STEP_ARGUMENT};
  bool is_module = frame->parent->is_lowered && frame->label.len > 0;
  from.whose = aml_sv_format(frame->run->arena,
      is_module ? "the module '%.*s'" : "the template that '%.*s' deploys",
      AML_SV_ARG(
          aml_sv_shorten(frame->run->arena, is_module ? frame->label : frame->deployment_shown, NAME_WIDTH)));
  bool is_given = arguments != NULL && arguments->kind != AML_NULL;
  frame->has_open_arguments =
      is_given && (arguments->kind != AML_OBJECT || aml_value_has(arguments, AML_VALUE_OPEN));
  take_entries(&from, arguments);
  if (!frame->has_open_arguments) {
    report_missing(&from, where);
  }
}

/* The one value that the declaration leaves open, or NULL: minValue equal to maxValue, a single allowed one.
 */
static const aml_value *find_only_value(const aml_value *declaration) {
  const aml_value *min = aml_object_find(declaration, AML_SV("minValue"));
  const aml_value *max = aml_object_find(declaration, AML_SV("maxValue"));
  if (aml_value_is(min, AML_INT) && aml_value_is(max, AML_INT) && min->as.integer == max->as.integer) {
    return min;
  }
  const aml_value *allowed = aml_object_find(declaration, AML_SV("allowedValues"));
  bool is_single = aml_value_is(allowed, AML_ARRAY) && allowed->as.array.count == 1;
  return is_single && !(aml_arm_type_kinds(declaration) & (1U << AML_ARRAY)) ? allowed->as.array.items[0]
                                                                             : NULL;
}

static const aml_value *make_unknown(aml_arm_parameter *parameter, aml_arm_frame *frame) {
  const char *why = frame->has_open_arguments ? "is given a value that is not known; state it explicitly"
                                              : "has no value; give it one with '--parameters FILE'";
  aml_sv reason = aml_sv_format(frame->run->arena, "parameter '%.*s' %s", AML_SV_ARG(parameter->name), why);
  return aml_value_unknown(
      frame->run->arena, reason, aml_arm_type_kinds(parameter->declaration), parameter->span);
}

static const aml_value *compute_value(aml_arm_parameter *parameter, aml_arm_frame *frame) {
  aml_arena *arena = frame->run->arena;
  const aml_value *declaration = parameter->declaration;
  const aml_value *fallback = aml_object_find(declaration, AML_SV("defaultValue"));
  const aml_value *value = NULL;
  const aml_origin *from = NULL;
  if (parameter->given != NULL) {
    value = parameter->given;
    from =
        aml_origin_new(arena, parameter->given_step, parameter->name, parameter->given_span, value->origin);
  } else if (frame->has_open_arguments) {
    value = make_unknown(parameter, frame);
  } else if (fallback != NULL) {
    value = aml_arm_evaluate_at((aml_arm_site){frame, NULL}, fallback);
    from = aml_origin_new(arena, AML_STEP_DEFAULT, parameter->name, fallback->span, value->origin);
  } else if (!is_required(parameter)) {
    value = aml_value_null(arena, parameter->span);
  } else {
    value = find_only_value(declaration);
    value = value != NULL ? value : make_unknown(parameter, frame);
  }
  const aml_origin *origin =
      aml_origin_new(arena, AML_STEP_PARAMETER, parameter->name, parameter->span, from);
  unsigned secure = aml_arm_type_is_secure(declaration) ? AML_VALUE_SECURE : 0;
  value = aml_value_hide_named(arena, parameter->name, value);
  return aml_value_moved(arena, value, value->span, origin, value->flags | secure);
}

/* A default that only the root template's caller can override, here or where the value came from. */
static bool is_from_default(const aml_arm_parameter *parameter, const aml_arm_frame *frame) {
  if (parameter->given == NULL) {
    return frame->parent == NULL && !frame->is_function &&
           aml_object_find(parameter->declaration, AML_SV("defaultValue")) != NULL;
  }
  const aml_origin *step = parameter->given->origin;
  while (step != NULL && step->step != AML_STEP_DEFAULT) {
    step = step->from;
  }
  return step != NULL;
}

static const aml_value *value_of_parameter(aml_arm_parameter *parameter, aml_arm_frame *frame) {
  bool is_doubted = frame->run->doubts_defaults;
  aml_arm_memo *memo = is_doubted ? &parameter->doubted : &parameter->memo;
  if (memo->state == AML_ARM_BUSY) {
    return NULL;
  }
  if (aml_arm_memo_begin(memo, frame->run->eval)) {
    aml_arm_memo_set(memo, is_doubted && is_from_default(parameter, frame) ? make_unknown(parameter, frame)
                                                                           : compute_value(parameter, frame));
  }
  return memo->value;
}

static const aml_value *fail_unknown_name(
    aml_arm_frame *names, aml_eval *eval, const aml_expr *call, aml_sv name) {
  if (names->is_function) {
    return aml_eval_fail(eval, call, "The function '%.*s' has no parameter '%.*s'.", AML_SV_ARG(names->label),
        AML_SV_ARG(name));
  }
  aml_sv hint = aml_arm_suggest(names->run, name, &names->parameters);
  return aml_eval_fail(eval, call, "Parameter '%.*s' does not exist%.*s", AML_SV_ARG(name), AML_SV_ARG(hint));
}

const aml_value *aml_arm_call_parameters(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  if (call->arg_count != 1) {
    return aml_eval_fail(
        eval, call, "The function 'parameters' takes one argument, not %zu.", call->arg_count);
  }
  const aml_value *name = aml_eval_arg(eval, call, 0);
  if (name->kind == AML_UNKNOWN) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "%.*s", AML_SV_ARG(name->as.unknown->reason));
  }
  if (name->kind != AML_STRING) {
    return aml_eval_fail(eval, call, "The function 'parameters' takes a name, not a value of type '%s'.",
        aml_kind_name(name->kind));
  }
  aml_arm_parameter *parameter = aml_map_find(&names->parameters, name->as.string);
  if (parameter == NULL) {
    return fail_unknown_name(names, eval, call, name->as.string);
  }
  const aml_value *value = value_of_parameter(parameter, names);
  return value != NULL
             ? value
             : aml_eval_fail(eval, call, "The default of parameter '%.*s' depends on the parameter itself.",
                   AML_SV_ARG(parameter->name));
}
