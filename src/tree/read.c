#include "tree/read.h"

#include "base/limits.h"
#include "tree/guest_value.h"
#include "tree/json_reader.h"
#include "tree/yaml_reader.h"

/* Moves over blanks and comments of JSON's kind; the end where a comment is not closed. */
static size_t skip_to_content(aml_sv text) {
  size_t at = 0;
  while (at < text.len) {
    if (aml_ascii_space(text.data[at])) {
      at++;
      continue;
    }
    aml_sv rest = aml_sv_slice(text, at, text.len);
    size_t close;
    if (aml_sv_starts(rest, AML_SV("//"))) {
      close = aml_sv_find_char(text, '\n', at);
    } else if (aml_sv_starts(rest, AML_SV("/*"))) {
      close = aml_sv_find(text, AML_SV("*/"), at + 2);
      close = close == AML_NPOS ? close : close + 2;
    } else {
      return at;
    }
    at = close == AML_NPOS ? text.len : close;
  }
  return at;
}

static bool has_yaml_name(const aml_source *source) {
  return aml_sv_iends(source->path, AML_SV(".yml")) || aml_sv_iends(source->path, AML_SV(".yaml"));
}

aml_syntax aml_syntax_guess(const aml_source *source) {
  bool is_yaml_name = has_yaml_name(source);
  bool is_json_name =
      aml_sv_iends(source->path, AML_SV(".json")) || aml_sv_iends(source->path, AML_SV(".jsonc"));
  size_t at = skip_to_content(source->bytes);
  char c = at < source->bytes.len ? source->bytes.data[at] : '\0';
  if (is_json_name) {
    return AML_SYNTAX_JSON;
  }
  if (c == '{') { /* in YAML a flow mapping, mostly with plain keys, or a template engine's mark */
    aml_sv inner = aml_sv_slice(source->bytes, at + 1, source->bytes.len);
    size_t next = skip_to_content(inner);
    bool is_json = next < inner.len && (inner.data[next] == '"' || inner.data[next] == '}');
    return is_json || !is_yaml_name ? AML_SYNTAX_JSON : AML_SYNTAX_YAML;
  }
  return c == '[' && !is_yaml_name ? AML_SYNTAX_JSON : AML_SYNTAX_YAML;
}

static aml_tree *read_as(const aml_source *source, const aml_guest *guest, aml_syntax syntax,
    const aml_placeholder_spots *spots, aml_arena *arena, aml_diags *diags) {
  aml_tree *tree = AML_NEW(arena, aml_tree);
  tree->syntax = syntax;
  tree->is_read = true;
  tree->placeholders = *spots;
  if (syntax == AML_SYNTAX_JSON) {
    aml_json_read(tree, source, guest, arena, diags);
  } else {
    aml_yaml_read(tree, source, guest, arena, diags);
  }
  return tree;
}

aml_tree *aml_tree_read_as(const aml_source *source, aml_syntax syntax, aml_arena *arena, aml_diags *diags) {
  const aml_placeholder_spots none = {0};
  return read_as(source, NULL, syntax, &none, arena, diags);
}

aml_tree *aml_guest_read_tree(const aml_guest *guest, aml_syntax syntax, aml_arena *arena, aml_diags *diags) {
  const aml_source source = {.id = guest->source, .bytes = guest->text};
  const aml_placeholder_spots none = {0};
  return read_as(&source, guest, syntax, &none, arena, diags);
}

/* YAML that looks like JSON at its beginning is YAML all the same where only YAML can read it. */
static aml_tree *read_either(
    const aml_source *source, const aml_placeholder_spots *spots, aml_arena *arena, aml_diags *diags) {
  aml_diags of_json, of_yaml;
  aml_diags_init(&of_json, arena);
  aml_diags_init(&of_yaml, arena);
  aml_tree *json = read_as(source, NULL, AML_SYNTAX_JSON, spots, arena, &of_json);
  aml_tree *yaml = json->is_broken ? read_as(source, NULL, AML_SYNTAX_YAML, spots, arena, &of_yaml) : NULL;
  bool is_yaml = yaml != NULL && !yaml->is_broken;
  aml_diags_take(diags, is_yaml ? &of_yaml : &of_json);
  return is_yaml ? yaml : json;
}

static aml_placeholder_spots find_spots(
    const aml_source *source, const aml_placeholder_styles *styles, aml_arena *arena, aml_diags *diags) {
  aml_placeholder_spots spots = {0};
  if (styles != NULL && !aml_placeholder_spots_find(styles, arena, source->bytes, &spots)) {
    aml_diags_add(diags, "AML003", (aml_span){source->id, 0, 0},
        "Searching for 'placeholders' of the configuration takes more than %d steps, so some were not found.",
        AML_LIMIT_REGEX_STEPS)
        ->help = AML_SV("Rewrite the regular expression so that it can match in only a few ways.");
  }
  return spots;
}

aml_tree *aml_tree_read_with(
    const aml_source *source, const aml_placeholder_styles *styles, aml_arena *arena, aml_diags *diags) {
  const aml_placeholder_spots spots = find_spots(source, styles, arena, diags);
  aml_syntax guess = aml_syntax_guess(source);
  return guess == AML_SYNTAX_JSON && has_yaml_name(source)
             ? read_either(source, &spots, arena, diags)
             : read_as(source, NULL, guess, &spots, arena, diags);
}

aml_tree *aml_tree_read(const aml_source *source, aml_arena *arena, aml_diags *diags) {
  return aml_tree_read_with(source, NULL, arena, diags);
}
