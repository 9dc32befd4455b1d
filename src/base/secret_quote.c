#include "base/secret_quote.h"

#include "base/secret_sentence.h"
#include "base/strbuf.h"

enum {
  REACH_BACK = 4096, /* bytes before the offset from which secrets are looked for */
  REACH_ON = 256,
  LEAST_CUT = 6,
};

static aml_sv without_quotes(aml_sv text) {
  text = aml_sv_trim(text);
  bool is_quoted = text.len > 1 && (text.data[0] == '"' || text.data[0] == '\'');
  text = is_quoted ? aml_sv_slice(text, 1, text.len) : text;
  bool is_closed = text.len > 0 && (text.data[text.len - 1] == '"' || text.data[text.len - 1] == '\'');
  return is_closed ? aml_sv_slice(text, 0, text.len - 1) : text;
}

void aml_secret_quotes_add(aml_secret_quotes *quotes, aml_sv secret) {
  secret = without_quotes(secret);
  if (secret.len > 0 && quotes->count < AML_SECRET_QUOTES) {
    quotes->items[quotes->count++] = secret;
  }
}

void aml_secret_quotes_find(aml_secret_quotes *quotes, aml_sv file, size_t at) {
  size_t begin = at > REACH_BACK ? at - REACH_BACK : 0;
  size_t end = at + REACH_ON < file.len ? at + REACH_ON : file.len;
  aml_secret_scan scan = {.text = aml_sv_slice(file, begin, end), .kind = AML_SECRET_IN_FILE};
  aml_secret_range range;
  while (aml_secret_next(&scan, &range)) {
    if (begin + range.end + REACH_ON < at) {
      continue;
    }
    aml_secret_quotes_add(quotes, aml_sv_slice(scan.text, range.begin, range.end));
    if (begin + range.begin < at && at < begin + range.end) {
      aml_secret_quotes_add(quotes, aml_sv_slice(file, at, begin + range.end));
    }
  }
}

static bool is_word_at(aml_sv text, size_t begin, size_t end) {
  return (begin == 0 || !aml_ascii_alnum(text.data[begin - 1])) &&
         (end >= text.len || !aml_ascii_alnum(text.data[end]));
}

/* Letters and blanks, as the words of a message. */
static bool is_words(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!aml_ascii_alpha(text.data[i]) && text.data[i] != ' ') {
      return false;
    }
  }
  return true;
}

/* The message, and where in it what it says of its own ends and begins again: a secret may be a word or the
 * full stop of ours. */
typedef struct shape {
  aml_sv text;
  aml_secret_range quoted;
  bool is_sentence;
} shape;

static shape find_shape(aml_sv text) {
  bool is_sentence = aml_secret_is_sentence(text);
  return (shape){
      text, is_sentence ? aml_secret_quoted_part(text) : (aml_secret_range){0, text.len}, is_sentence};
}

/* How far a secret that begins at `at` may reach: never over a mark that quotes it, or over the full stop. */
static size_t reach_from(const shape *in, size_t at) {
  if (at >= in->quoted.begin && at < in->quoted.end) {
    return in->quoted.end;
  }
  size_t end = in->text.len - (in->is_sentence ? 1 : 0);
  return at < in->quoted.begin && in->quoted.begin < in->quoted.end ? in->quoted.begin - 1 : end;
}

/* How many bytes at `at` show one of the secrets, whole or the beginning of it. */
static size_t shown_at(const aml_secret_quotes *quotes, const shape *in, size_t at) {
  size_t most = 0;
  size_t end = reach_from(in, at);
  bool is_quoted = at >= in->quoted.begin && at < in->quoted.end;
  for (size_t i = 0; i < quotes->count; i++) {
    aml_sv secret = quotes->items[i];
    size_t n = 0;
    while (n < secret.len && at + n < end && in->text.data[at + n] == secret.data[n]) {
      n++;
    }
    bool is_whole = is_quoted && n == secret.len && is_word_at(in->text, at, at + n);
    bool is_long = n >= LEAST_CUT && (is_quoted || !is_words(aml_sv_slice(secret, 0, n)));
    most = (is_whole || is_long) && n > most ? n : most;
  }
  return most;
}

/* What is found by form, in order. */
typedef struct forms {
  aml_secret_scan scan;
  aml_secret_range next;
  bool has_next;
} forms;

/* Where what hides from `at` on ends: what a form tells and what is known lap over each other, and a form is
 * only seen in what nothing was taken from. `at` itself where it shows no secret. */
static size_t hidden_from(const aml_secret_quotes *quotes, const shape *in, forms *by_form, size_t at) {
  size_t end = at + shown_at(quotes, in, at);
  for (size_t inner = at; inner <= end && inner < in->text.len; inner++) {
    while (by_form->has_next && by_form->next.begin <= inner) {
      end = by_form->next.end > end ? by_form->next.end : end;
      by_form->has_next = aml_secret_next(&by_form->scan, &by_form->next);
    }
    size_t known = inner > at && inner < end ? inner + shown_at(quotes, in, inner) : 0;
    end = known > end ? known : end;
    if (end == at) {
      break;
    }
  }
  return end;
}

aml_sv aml_secret_quotes_mask(aml_arena *arena, const aml_secret_quotes *quotes, aml_sv text) {
  if (quotes->count == 0) {
    return quotes->memo == NULL ? aml_secret_mask(arena, text)
                                : aml_secret_memo_mask(quotes->memo, arena, text);
  }
  aml_strbuf out;
  shape in = find_shape(text);
  forms by_form = {.scan = {.text = text}};
  by_form.has_next = aml_secret_next(&by_form.scan, &by_form.next);
  size_t sent = 0;
  for (size_t at = 0; at < text.len;) {
    size_t end = hidden_from(quotes, &in, &by_form, at);
    if (end == at) {
      at++;
      continue;
    }
    if (sent == 0) {
      aml_strbuf_init(&out, arena, SIZE_MAX);
    }
    aml_strbuf_add(&out, aml_sv_slice(text, sent, at));
    aml_strbuf_add(&out, AML_SV(AML_SECRET_MASK));
    at = sent = end;
  }
  if (sent > 0) {
    aml_strbuf_add(&out, aml_sv_slice(text, sent, text.len));
    text = aml_strbuf_view(&out);
  }
  return text;
}

static aml_sv mask_part(const void *ctx, aml_arena *arena, aml_sv text) {
  return aml_secret_quotes_mask(arena, ctx, text);
}

aml_message aml_secret_quotes_mask_message(
    aml_arena *arena, const aml_secret_quotes *quotes, const aml_message *message) {
  return aml_message_changed(arena, message, mask_part, quotes);
}
