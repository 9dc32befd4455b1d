#include "engine/own_file.h"

#include <unistd.h>

#include "base/limits.h"
#include "source/discover_agreed.h"
#include "source/paths.h"

static bool has_key(const aml_value *root, const char *key) {
  return aml_value_is(root, AML_OBJECT) && aml_object_find(root, aml_sv_of(key)) != NULL;
}

/* A file that has the name of a configuration, and is no link, is one. */
static bool is_anything(const aml_value *root) {
  (void)root;
  return true;
}

static bool is_exceptions(const aml_value *root) {
  return has_key(root, "exceptions");
}

static bool is_baseline(const aml_value *root) {
  return has_key(root, "version") && has_key(root, "findings");
}

static bool is_context(const aml_value *root) {
  return has_key(root, "subscription") || has_key(root, "resourceGroup") ||
         has_key(root, "managementGroup") || has_key(root, "tenant") || has_key(root, "deployment") ||
         has_key(root, "environment") || has_key(root, "deployer");
}

/* As aml_aliases_read takes them. */
static bool is_catalogue(const aml_value *root) {
  const aml_value *list = aml_value_is(root, AML_OBJECT) ? aml_object_find(root, AML_SV("value")) : root;
  const aml_value *first =
      aml_value_is(list, AML_ARRAY) && list->as.array.count > 0 ? list->as.array.items[0] : root;
  return has_key(first, "resourceTypes");
}

const aml_own_kind aml_own_config = {"configuration", "AML012", aml_config_recognise, false};
const aml_own_kind aml_own_found_config = {"configuration", "AML012", is_anything, false};
const aml_own_kind aml_own_rule = {"rule file", "AML011", aml_rule_recognise, false};
const aml_own_kind aml_own_policy = {
    "policy definition, initiative, assignment or exemption", "AML011", aml_policies_recognise, false};
const aml_own_kind aml_own_policy_in_folder = {"policy file", "AML011", aml_policies_recognise, true};
const aml_own_kind aml_own_exceptions = {"exceptions file", "AML902", is_exceptions, false};
const aml_own_kind aml_own_baseline = {"baseline of version 1", "AML902", is_baseline, false};
const aml_own_kind aml_own_context = {"context file", "AML012", is_context, false};
const aml_own_kind aml_own_aliases = {"catalogue of aliases", "AML011", is_catalogue, false};

static bool is_inside(const aml_own_reader *reader, aml_sv path) {
  return aml_engine_sees(reader->remarks, aml_engine_shown_path(reader->inputs, path),
      aml_path_stays_inside(reader->inputs->discovery.root, path));
}

/* Template links begin at the root, with or without a '/'; one that begins with '/' and is not there was
 * meant from the top of the machine. */
static bool may_link(const aml_own_reader *reader, aml_sv name) {
  aml_sv root = reader->inputs->discovery.root;
  aml_sv path = aml_path_join(reader->arena, root, aml_sv_join(reader->arena, AML_SV("./"), name));
  return is_inside(reader, path) &&
         (!aml_sv_starts(name, AML_SV("/")) || access(aml_sv_cstr(reader->arena, path), F_OK) == 0);
}

bool aml_engine_may_open(void *ctx, aml_sv folder, aml_sv name) {
  const aml_own_reader *reader = ctx;
  return folder.len == 0 ? may_link(reader, name)
                         : is_inside(reader, aml_path_join(reader->arena, folder, name));
}

/* Drops what was said of the file since `problems`, for it may quote the text, and says where the trouble is
 * and nothing of what stands there. */
static void withhold(aml_remarks *remarks, aml_source *source, const aml_own_kind *kind, const aml_tree *tree,
    size_t problems) {
  bool is_broken = tree->is_broken && remarks->diags.list.count > problems;
  aml_span span = is_broken                    ? remarks->diags.list.items[problems].span
                  : tree->documents.count == 0 ? (aml_span){source->id, 0, 0}
                                               : tree->documents.items[0].root->span;
  remarks->diags.list.count = problems;
  source->is_withheld = true;
  if (kind->may_be_other && !tree->is_broken) {
    return;
  }
  aml_diag *diag = is_broken ? aml_diags_add(&remarks->diags, "AML001", span,
                                   "This is not a valid %s: the text is malformed here.", kind->noun)
                             : aml_diags_add(&remarks->diags, kind->rule, span,
                                   "This is not a valid %s, so nothing in it takes effect.", kind->noun);
  diag->help =
      AML_SV("The text is not shown, since it may be confidential; check that this is the right file.");
  diag->is_incomplete = true;
}

static bool is_of_kind(const aml_own_kind *kind, const aml_tree *tree) {
  bool is_empty = tree->documents.count == 0 || tree->documents.items[0].root->kind == AML_NULL;
  if (is_empty && kind->recognise != is_anything) {
    return !tree->is_broken && (tree->documents.count == 0 || kind->recognise(tree->documents.items[0].root));
  }
  return tree->documents.count == 0 || kind->recognise(tree->documents.items[0].root);
}

static const aml_tree *read_tree(
    const aml_own_reader *reader, aml_sv open_as, const aml_own_kind *kind, aml_source **out) {
  aml_sv path = aml_engine_shown_path(reader->inputs, open_as);
  const aml_change *change = aml_map_find(&reader->changes->by_path, path);
  bool is_option = kind == &aml_own_baseline && reader->request->options.baseline.len > 0;
  if (!is_option || change == NULL || change->object.len > 0) {
    aml_engine_note_role(reader, open_as); /* a baseline that is new makes no findings, it only hides some */
  }
  /* Of a revision the text is another than that of the file at hand. */
  aml_source *source =
      reader->inputs->view.agreed == NULL ? aml_sources_find(reader->inputs->sources, path) : NULL;
  if (source == NULL) {
    source = aml_sources_add(reader->inputs->sources, path, open_as);
  }
  if (out != NULL) {
    *out = source;
  }
  uint32_t bad_at = 0;
  aml_error error;
  if (aml_agreed_read(reader->inputs->view.agreed, source, reader->arena, AML_LIMIT_FILE_BYTES, &bad_at,
          &error) != AML_OK) {
    source->is_withheld = true; /* bytes that are no text are kept, too */
    aml_diags_add(&reader->remarks->diags, "AML012", (aml_span){source->id, bad_at, bad_at}, "%s", error.text)
        ->is_incomplete = true;
    return NULL;
  }
  if (aml_map_find(&reader->bounds->own_paths, path) == NULL) { /* what is read again is not allowed again */
    aml_map_put(&reader->bounds->own_paths, path, source);
    aml_engine_allow_own(reader->bounds, source->bytes.len);
  }
  size_t problems = reader->remarks->diags.list.count;
  const aml_tree *tree = aml_tree_read(source, reader->arena, &reader->remarks->diags);
  reader->remarks->is_incomplete = reader->remarks->is_incomplete || tree->is_broken;
  if (!is_of_kind(kind, tree)) {
    withhold(reader->remarks, source, kind, tree, problems);
    return NULL;
  }
  return tree;
}

const aml_value *aml_engine_read_own_file(
    const aml_own_reader *reader, aml_sv open_as, const aml_own_kind *kind, aml_source **out) {
  const aml_tree *tree = read_tree(reader, open_as, kind, out);
  return tree == NULL || tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
}

const aml_value *aml_engine_read_whole_file(
    const aml_own_reader *reader, aml_sv open_as, const aml_own_kind *kind) {
  const aml_tree *tree = read_tree(reader, open_as, kind, NULL);
  bool is_whole = tree != NULL && !tree->is_broken && tree->documents.count > 0;
  return is_whole ? tree->documents.items[0].root : NULL;
}

static void tell_of_walk(aml_remarks *remarks, const char *noun, aml_sv path, aml_sv what) {
  aml_engine_notice(
      remarks, AML_SEVERITY_ERROR, path, "%s '%.*s' %.*s.", noun, AML_SV_ARG(path), AML_SV_ARG(what))
      ->is_configuration = true;
  remarks->is_incomplete = remarks->lacks_rules = true;
}

void aml_engine_walk_own_files(
    const aml_own_reader *reader, const aml_texts *paths, aml_sv folder, const aml_own_walk *how) {
  if (paths->count == 0) {
    return;
  }
  for (size_t i = 0; i < paths->count; i++) {
    aml_engine_note_role(reader, aml_path_join(reader->arena, folder, paths->items[i]));
  }
  aml_discovery found;
  aml_discover_options options = {
      .working_folder = folder, .no_ignore_files = true, .taker = {.take = how->take}};
  aml_discover_agreed(reader->inputs->view.agreed, &found, reader->arena, paths, &options);
  for (size_t i = 0; i < found.files.count; i++) {
    how->visit(how->ctx, &found.files.items[i]);
  }
  for (size_t i = 0; i < found.troubles.count; i++) {
    tell_of_walk(reader->remarks, how->noun, found.troubles.items[i].path, found.troubles.items[i].text);
  }
  for (size_t i = 0; i < found.left_out.count; i++) { /* nothing else leaves files out here */
    tell_of_walk(reader->remarks, how->noun, found.left_out.items[i].path,
        AML_SV("is a link out of the root, so it is not read"));
  }
}

bool aml_engine_read_own_text(const aml_own_reader *reader, aml_sv path, size_t max, aml_sv *out) {
  aml_source source = {
      .path = path, .file = aml_path_join(reader->arena, reader->inputs->discovery.root, path)};
  aml_engine_note_role(reader, source.file);
  *out = (aml_sv){NULL, 0};
  if (!aml_engine_sees(reader->remarks, path,
          aml_agreed_has(reader->inputs->view.agreed, reader->inputs->discovery.root, source.file))) {
    return false;
  }
  aml_error error;
  if (aml_agreed_read(reader->inputs->view.agreed, &source, reader->arena, max, NULL, &error) != AML_OK) {
    aml_engine_notice(reader->remarks, AML_SEVERITY_ERROR, path, "%s", error.text);
    reader->remarks->is_incomplete = true;
    return false;
  }
  *out = source.bytes;
  return true;
}
