#include "base/codec.h"

/* Seven bits of a number to a byte, low ones first; the eighth says that further ones follow. */
enum { SEVEN = 7, MORE = AML_CODEC_LONG };

static uint64_t read_word(aml_codec *codec) {
  const unsigned char *at = codec->at;
  uint64_t word = *at & (MORE - 1U);
  for (unsigned shift = SEVEN; (*at & MORE) != 0; shift += SEVEN) {
    at++;
    word |= (uint64_t)(*at & (MORE - 1U)) << shift;
  }
  codec->at = at + 1;
  return word;
}

uint64_t aml_codec_long_word(aml_codec *codec, uint64_t word) {
  if (codec->out == NULL) {
    return read_word(codec);
  }
  uint64_t rest = word;
  for (; rest >= MORE; rest >>= SEVEN) {
    aml_strbuf_add_char(codec->out, (char)(unsigned char)(rest | MORE));
  }
  aml_strbuf_add_char(codec->out, (char)rest);
  return word;
}

double aml_codec_float(aml_codec *codec, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  bits = aml_codec_word(codec, bits);
  memcpy(&number, &bits, sizeof bits);
  return number;
}

aml_sv aml_codec_text(aml_codec *codec, aml_sv text) {
  size_t len = (size_t)aml_codec_word(codec, text.len);
  if (codec->out != NULL) {
    aml_strbuf_add(codec->out, text);
    return text;
  }
  const char *data = (const char *)codec->at;
  codec->at += len;
  return (aml_sv){data, len};
}
