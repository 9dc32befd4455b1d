/* Regular expressions. Terraform's are those of RE2; what PCRE2 reads in another way, or RE2 refuses, is not
 * evaluated (pattern_re2.c). Results: zclconf/go-cty, cty/function/stdlib/regexp.go. */
#include "base/regex.h"
#include "base/strbuf.h"
#include "hcl/function_bodies.h"
#include "hcl/pattern_re2.h"

typedef struct pattern {
  const aml_hcl_call *call;
  const aml_regex *regex; /* NULL: not evaluated */
  aml_sv text;
  size_t count; /* of ranges: the match and its groups */
  aml_regex_range *ranges;
  bool has_names, has_others; /* groups with a name, and without */
} pattern;

static pattern read_pattern(const aml_hcl_call *call, aml_sv written, aml_sv text) {
  aml_arena *arena = call->eval->arena;
  aml_error error;
  pattern p = {.call = call, .text = text};
  if (!aml_hcl_is_re2(written, text)) {
    return p;
  }
  p.regex = aml_regex_new(
      arena, written, (aml_regex_flags)((unsigned)AML_REGEX_BRIEF | (unsigned)AML_REGEX_TEXT_ENDS), &error);
  p.count = p.regex == NULL ? 0 : aml_regex_groups(p.regex) + 1;
  p.ranges = AML_NEW_ARRAY(arena, aml_regex_range, p.count);
  for (size_t i = 1; i < p.count; i++) {
    bool is_named = aml_regex_group_name(p.regex, i).len > 0;
    p.has_names = p.has_names || is_named;
    p.has_others = p.has_others || !is_named;
  }
  return p;
}

static const aml_value *not_known(const aml_hcl_call *call, aml_kinds kinds) {
  return aml_eval_unknown(call->eval, kinds, "this regular expression was not evaluated; state the value");
}

static const aml_value *fail_mixed(const aml_hcl_call *call) {
  return aml_hcl_call_fail(call, 0, "Either all groups of the pattern have names, or none has.");
}

static const aml_value *text_of(const pattern *p, size_t group) {
  aml_regex_range range = p->ranges[group];
  return range.begin == AML_NPOS
             ? aml_make_null(p->call->eval)
             : aml_make_string(p->call->eval, aml_sv_slice(p->text, range.begin, range.end));
}

/* What a match is: its text, or those of its groups. */
static const aml_value *result_of(const pattern *p) {
  aml_eval *eval = p->call->eval;
  if (p->count == 1) {
    return text_of(p, 0);
  }
  aml_object_builder named;
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, p->count);
  aml_object_begin_sized(&named, eval->arena, p->count);
  for (size_t i = 1; i < p->count; i++) {
    items[i - 1] = text_of(p, i);
    aml_object_add(&named, aml_regex_group_name(p->regex, i), aml_eval_here(eval), items[i - 1]);
  }
  return p->has_names ? aml_hcl_ordered(eval, aml_object_end(&named, aml_eval_here(eval), 0))
                      : aml_make_array(eval, items, p->count - 1, 0);
}

static aml_regex_answer find(const pattern *p, size_t from) {
  return aml_regex_find_groups(p->regex, p->call->eval->arena, p->text, from, p->ranges, p->count);
}

const aml_value *aml_hcl_fn_regex(const aml_hcl_call *call) {
  const pattern p = read_pattern(call, call->args[0]->as.string, call->args[1]->as.string);
  if (p.has_names && p.has_others) {
    return fail_mixed(call);
  }
  aml_regex_answer answer = p.regex == NULL ? AML_REGEX_LIMIT : find(&p, 0);
  if (answer == AML_REGEX_NO) {
    return aml_hcl_call_fail(call, 0, "The pattern does not occur in the string.");
  }
  return answer == AML_REGEX_YES ? result_of(&p) : not_known(call, AML_KINDS_ANY);
}

/* Goes on behind a match; an empty one moves by a character. */
static size_t behind(aml_sv text, aml_regex_range match) {
  return match.end > match.begin ? match.end
                                 : match.end + aml_hcl_bytes_of(aml_sv_slice(text, match.end, text.len), 1);
}

/* The next match that counts, from `*from` on, which is moved; an empty one at the end of the one before,
 * `last`, does not. *from past the end of the text: there is none. */
static aml_regex_answer find_next(const pattern *p, size_t *from, size_t last) {
  while (*from <= p->text.len) {
    bool is_first = *from == 0;
    aml_regex_answer answer = find(p, *from);
    if (answer != AML_REGEX_YES) {
      return answer;
    }
    aml_regex_range match = p->ranges[0];
    *from = match.begin == p->text.len ? p->text.len + 1 : behind(p->text, match);
    if (is_first || match.end > match.begin || match.begin != last) {
      return AML_REGEX_YES;
    }
  }
  return AML_REGEX_NO;
}

const aml_value *aml_hcl_fn_regexall(const aml_hcl_call *call) {
  const pattern p = read_pattern(call, call->args[0]->as.string, call->args[1]->as.string);
  AML_VEC(const aml_value *) items = {0};
  if (p.has_names && p.has_others) {
    return fail_mixed(call);
  }
  aml_regex_answer answer = p.regex == NULL ? AML_REGEX_LIMIT : AML_REGEX_YES;
  size_t last = 0;
  for (size_t from = 0; answer == AML_REGEX_YES;) {
    answer = find_next(&p, &from, last);
    if (answer == AML_REGEX_YES) {
      AML_VEC_PUSH(call->eval->arena, &items, result_of(&p));
      last = p.ranges[0].end;
    }
  }
  if (answer == AML_REGEX_LIMIT) {
    return not_known(call, AML_KIND_BIT(AML_ARRAY));
  }
  unsigned element = p.count == 1 ? (unsigned)AML_HCL_OF_STRINGS : 0U;
  return aml_make_array(call->eval, items.items, items.count, (unsigned)AML_HCL_LIST | element);
}

/* ---- replace() ---- */

/* The number of the group with that name or number; AML_NPOS where there is none. */
static size_t find_group(const pattern *p, aml_sv name) {
  for (size_t i = 0; i < p->count; i++) {
    aml_sv own = i == 0 ? (aml_sv){NULL, 0} : aml_regex_group_name(p->regex, i);
    char number[24];
    int length = snprintf(number, sizeof number, "%zu", i);
    if ((own.len > 0 && aml_sv_eq(own, name)) || aml_sv_eq(name, (aml_sv){number, (size_t)length})) {
      return i;
    }
  }
  return AML_NPOS;
}

/* The name behind a '$' at `at`, as Go's Regexp.Expand takes it: "${name}", or the longest "name". Behind it
 * in *end; empty where there is none. */
static aml_sv name_behind(aml_sv with, size_t at, size_t *end) {
  bool is_braced = at < with.len && with.data[at] == '{';
  size_t begin = at + (is_braced ? 1 : 0);
  size_t stop = begin;
  while (stop < with.len && (aml_ascii_alnum(with.data[stop]) || with.data[stop] == '_')) {
    stop++;
  }
  bool is_closed = !is_braced || (stop < with.len && with.data[stop] == '}');
  *end = stop + (is_braced ? 1 : 0);
  return is_closed ? aml_sv_slice(with, begin, stop) : (aml_sv){NULL, 0};
}

/* What stands in place of a match. */
static void add_replacement(const pattern *p, aml_sv with, aml_strbuf *out) {
  for (size_t at = 0; at < with.len;) {
    size_t dollar = aml_sv_find_char(with, '$', at);
    size_t stop = dollar == AML_NPOS ? with.len : dollar;
    aml_strbuf_add(out, aml_sv_slice(with, at, stop));
    at = stop;
    if (dollar == AML_NPOS) {
      return;
    }
    size_t end = at + 1;
    aml_sv name = name_behind(with, at + 1, &end);
    size_t group = name.len == 0 ? AML_NPOS : find_group(p, name);
    if (name.len == 0) {
      aml_strbuf_add_char(out, '$');
      end = at + 1 + (at + 1 < with.len && with.data[at + 1] == '$' ? 1 : 0);
    } else if (group != AML_NPOS && p->ranges[group].begin != AML_NPOS) {
      aml_strbuf_add(out, aml_sv_slice(p->text, p->ranges[group].begin, p->ranges[group].end));
    }
    at = end;
  }
}

const aml_value *aml_hcl_replace_pattern(const aml_hcl_call *call, aml_sv written) {
  const pattern p = read_pattern(call, written, call->args[0]->as.string);
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  aml_regex_answer answer = p.regex == NULL ? AML_REGEX_LIMIT : AML_REGEX_YES;
  size_t copied = 0;
  for (size_t from = 0; answer == AML_REGEX_YES && !out.overflowed;) {
    answer = find_next(&p, &from, copied);
    if (answer == AML_REGEX_YES) {
      aml_strbuf_add(&out, aml_sv_slice(p.text, copied, p.ranges[0].begin));
      add_replacement(&p, call->args[2]->as.string, &out);
      copied = p.ranges[0].end;
    }
  }
  if (answer == AML_REGEX_LIMIT || out.overflowed) {
    return not_known(call, AML_KIND_BIT(AML_STRING));
  }
  aml_strbuf_add(&out, aml_sv_slice(p.text, copied, p.text.len));
  return aml_make_string(call->eval, aml_strbuf_view(&out));
}
