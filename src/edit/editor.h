/* How the files of a language are edited, as its front end's row says. An edit is made by the editor of the
 * place where it lands, whichever resource asks for it: the value of a template may stand in a parameter
 * file, and a file may lie inside of another one. */
#ifndef AMLINT_EDIT_EDITOR_H
#define AMLINT_EDIT_EDITOR_H

#include "base/vec.h"
#include "source/guest.h"
#include "source/text_edit.h"
#include "tree/value.h"

/* The text that is edited, all of a source or a guest in it. */
typedef struct aml_edit_text {
  aml_arena *arena;
  const aml_sources *sources;
  const aml_guest *guest; /* NULL: the source that spans name */
} aml_edit_text;

/* Each function is false where the edit cannot be made for certain; NULL: it never can. Spans are those of
 * the source. */
typedef struct aml_editor {
  /* Replaces a scalar that is written at `literal` as `old` stands for. */
  bool (*replace)(const aml_edit_text *text, aml_span literal, const aml_value *old, const aml_value *value,
      aml_edit *out);
  /* Puts a new member, `path` ("a.b") below the object that is written at the span, with objects on the way.
   */
  bool (*insert)(
      const aml_edit_text *text, aml_span object, aml_sv path, const aml_value *value, aml_edit *out);
  /* Takes out a member. */
  bool (*remove)(const aml_edit_text *text, const aml_member *member, aml_edit *out);
  /* Sets, or with value NULL removes, the key `path` of what was read (aml_resource.written), in the words of
   * the form. */
  bool (*set_key)(const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value,
      aml_edit *out);
} aml_editor;

extern const aml_editor aml_json_editor, aml_yaml_editor;

/* Who edits a stretch of a source. */
typedef struct aml_edited {
  aml_span span;
  const aml_guest *guest;         /* NULL: all of the source */
  const aml_editor *editor;       /* NULL: nobody */
  const struct aml_edited *outer; /* the stretch that holds this one */
  bool is_closed;                 /* nothing in it is edited, whatever it holds */
} aml_edited;

/* All of a source, by where they begin, outer ones before inner ones. */
typedef struct aml_edited_list {
  AML_VEC(const aml_edited *) list;
} aml_edited_list;

/* The editor of the place, and in *guest the text that it edits there; NULL where nothing edits it, or
 * what it lies in is closed. O(log stretches). */
const aml_editor *aml_editor_at(const aml_sources *sources, aml_span span, const aml_guest **guest);

/* For editors: the edit that puts `replacement` at a place of the text; in a guest, in the way that its hosts
 * write. */
bool aml_edit_put(const aml_edit_text *text, aml_span span, aml_sv replacement, aml_edit *out);

#endif
