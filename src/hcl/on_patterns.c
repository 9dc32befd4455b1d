/* Regular expressions. Terraform's are RE2's, which PCRE2 reads the same way as far as they are commonly
 * written. Groups are not told apart here: where a pattern has some, their texts are not known. */
#include "base/regex.h"
#include "base/strbuf.h"
#include "hcl/function_bodies.h"

static bool has_groups(aml_sv pattern) {
  bool is_set = false;
  for (size_t i = 0; i < pattern.len; i++) {
    char c = pattern.data[i];
    if (c == '\\') {
      i++;
    } else if (is_set) {
      is_set = c != ']';
    } else if (c == '[') {
      is_set = true;
    } else if (c == '(') {
      aml_sv rest = aml_sv_slice(pattern, i + 1, pattern.len);
      if (!aml_sv_starts(rest, AML_SV("?")) || aml_sv_starts(rest, AML_SV("?P<"))) {
        return true;
      }
    }
  }
  return false;
}

static aml_regex *compile(const aml_hcl_call *call, aml_sv pattern) {
  aml_error error;
  return aml_regex_new(call->eval->arena, pattern, AML_REGEX_BRIEF, &error);
}

static const aml_value *not_known(const aml_hcl_call *call, aml_kinds kinds) {
  return aml_eval_unknown(call->eval, kinds, "this regular expression was not evaluated; state the value");
}

const aml_value *aml_hcl_fn_regex(const aml_hcl_call *call) {
  aml_sv text = call->args[1]->as.string;
  const aml_regex *regex = compile(call, call->args[0]->as.string);
  size_t begin = 0;
  size_t end = 0;
  aml_regex_answer answer =
      regex == NULL ? AML_REGEX_LIMIT : aml_regex_find(regex, call->eval->arena, text, 0, &begin, &end);
  if (answer == AML_REGEX_NO) {
    return aml_hcl_call_fail(call, 0, "The pattern does not occur in the string.");
  }
  if (answer == AML_REGEX_LIMIT || has_groups(call->args[0]->as.string)) {
    return not_known(call, AML_KINDS_ANY);
  }
  return aml_make_string(call->eval, aml_sv_slice(text, begin, end));
}

/* Goes on behind a match; an empty one moves by a character. */
static size_t behind(aml_sv text, size_t begin, size_t end) {
  return end > begin ? end : end + aml_hcl_bytes_of(aml_sv_slice(text, end, text.len), 1);
}

/* An empty match at the end of the one before, `last`, does not count. */
static bool is_rest(size_t from, size_t last, size_t begin, size_t end) {
  return from > 0 && begin == end && begin == last;
}

const aml_value *aml_hcl_fn_regexall(const aml_hcl_call *call) {
  aml_sv text = call->args[1]->as.string;
  const aml_regex *regex = compile(call, call->args[0]->as.string);
  AML_VEC(const aml_value *) items = {0};
  size_t begin = 0;
  size_t end = 0;
  aml_regex_answer answer = regex == NULL ? AML_REGEX_LIMIT : AML_REGEX_YES;
  for (size_t from = 0; from <= text.len && answer == AML_REGEX_YES;) {
    size_t last = end;
    answer = aml_regex_find(regex, call->eval->arena, text, from, &begin, &end);
    if (answer == AML_REGEX_YES && !is_rest(from, last, begin, end)) {
      AML_VEC_PUSH(call->eval->arena, &items, aml_make_string(call->eval, aml_sv_slice(text, begin, end)));
    }
    if (answer == AML_REGEX_YES) {
      from = behind(text, begin, end);
      answer = begin == text.len ? AML_REGEX_NO : answer;
    }
  }
  bool is_grouped = items.count > 0 && has_groups(call->args[0]->as.string);
  if (answer == AML_REGEX_LIMIT || is_grouped) {
    return not_known(call, AML_KIND_BIT(AML_ARRAY));
  }
  return aml_make_array(
      call->eval, items.items, items.count, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS);
}

const aml_value *aml_hcl_replace_pattern(const aml_hcl_call *call, aml_sv pattern) {
  aml_sv text = call->args[0]->as.string;
  aml_sv with = call->args[2]->as.string;
  const aml_regex *regex = compile(call, pattern);
  bool refers = aml_sv_find_char(with, '$', 0) != AML_NPOS;
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  size_t copied = 0;
  aml_regex_answer answer = regex == NULL || refers ? AML_REGEX_LIMIT : AML_REGEX_YES;
  for (size_t from = 0; from <= text.len && answer == AML_REGEX_YES && !out.overflowed;) {
    size_t begin = 0;
    size_t end = 0;
    answer = aml_regex_find(regex, call->eval->arena, text, from, &begin, &end);
    if (answer == AML_REGEX_YES) {
      aml_strbuf_add(&out, aml_sv_slice(text, copied, begin));
      aml_strbuf_add(&out, is_rest(from, copied, begin, end) ? AML_SV("") : with);
      copied = end;
      from = behind(text, begin, end);
      answer = begin == text.len ? AML_REGEX_NO : answer;
    }
  }
  if (answer == AML_REGEX_LIMIT || out.overflowed) {
    return not_known(call, AML_KIND_BIT(AML_STRING));
  }
  aml_strbuf_add(&out, aml_sv_slice(text, copied, text.len));
  return aml_make_string(call->eval, aml_strbuf_view(&out));
}
