/* Private to tree/guest*.c: the ways in which YAML and JSON write texts. */
#ifndef AMLINT_TREE_GUEST_STYLE_H
#define AMLINT_TREE_GUEST_STYLE_H

#include "source/guest.h"

/* guest_json.c. A string with its quotes, of either kind; and an array of strings, whose edits stay in one.
 */
extern const aml_guest_style aml_guest_json;
extern const aml_guest_style aml_guest_json_lines;

/* guest_yaml.c. One that is written over several lines is folded. */
extern const aml_guest_style aml_guest_yaml_plain;
extern const aml_guest_style aml_guest_yaml_quoted;

/* guest_block.c. Written from its header to the end of its last line; `indent` is that of its lines, 0: as
 * its first line has it. */
extern const aml_guest_style aml_guest_yaml_block;

/* What both kinds of double quotes take: an escape for what may not stand in them as it is. False for what no
 * escape stands for. */
bool aml_guest_escape(aml_sv text, char quote, aml_strbuf *out);

/* An escape of hexadecimal digits, which begin at *at: the code point, of a pair of surrogates too where
 * `is_json`. False where there are not so many. */
bool aml_guest_read_hex(aml_sv text, size_t *at, size_t digits, uint32_t *code_point);

/* A line end of YAML as it is in a text: "\n", but for the two separators of Unicode. */
void aml_guest_put_break(aml_guest_builder *builder, size_t at, size_t length);

#endif
