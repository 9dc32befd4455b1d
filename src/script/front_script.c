#include "script/front_script.h"

#include "script/leftover.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "tree/guest_value.h"

/* Whether some piece of a script can hold commands that are looked at. */
static bool speaks(const aml_value *text) {
  aml_sv whole = aml_value_text(text);
  bool is_any = aml_script_speaks(whole) || aml_script_holds_others(whole);
  for (size_t i = 0; text->kind == AML_ARRAY && i < text->as.array.count && !is_any; i++) {
    is_any = speaks(text->as.array.items[i]);
  }
  return is_any;
}

typedef struct hosted_reading {
  aml_file *file;
  aml_scripts *all;
  aml_diags diags;
  bool goes_on; /* a piece of the same shell was read before */
} hosted_reading;

/* "shell: python": a program, which its own row reads where it uses an SDK. */
static void add_program(hosted_reading *r, const aml_guest *guest) {
  bool is_read = aml_file_add_guest(r->file, guest, AML_SV("step.py")) != NULL;
  if (!is_read && aml_script_mentions(guest->text)) {
    aml_leftover_refuse(&r->diags, aml_guest_span(guest, 0, guest->text.len));
  }
}

static void add_piece(hosted_reading *r, const aml_hosted_script *hosted, const aml_value *text) {
  aml_file *file = r->file;
  const aml_guest *host = file->guest != NULL ? file->guest : aml_guest_whole(file->memory, file->source);
  const aml_guest *guest =
      text->kind == AML_STRING ? aml_guest_of_value(file->memory, host, file->tree->syntax, text) : NULL;
  if (guest != NULL && hosted->language == AML_SCRIPT_PYTHON) {
    add_program(r, guest);
  } else if (guest != NULL) {
    const aml_script_source from = {.text = guest,
        .language = hosted->language,
        .flags = hosted->flags,
        .scope = hosted->scope,
        .run = hosted->run,
        .goes_on = r->goes_on,
        .is_kept = true,
        .diags = &r->diags};
    (void)aml_scripts_add(file, r->all, &from);
    r->goes_on = true;
  }
}

static void add_pieces(hosted_reading *r, const aml_hosted_script *hosted, const aml_value *text) {
  if (text->kind != AML_ARRAY) {
    add_piece(r, hosted, text);
  }
  for (size_t i = 0; text->kind == AML_ARRAY && i < text->as.array.count; i++) {
    add_piece(r, hosted, text->as.array.items[i]);
  }
}

/* Files whose steps are scripts; all that they hold is in their own tree. */
static bool read_workflow(aml_file *file) {
  aml_sv text = aml_file_text(file);
  const aml_mentions mentions = aml_script_look(text);
  file->is_unmarked = !mentions.anchors;
  if (!mentions.commands && !mentions.sdk) {
    return false;
  }
  aml_hosted_scripts hosted = {0};
  const aml_tree *tree = aml_file_tree(file);
  for (size_t i = 0; i < tree->documents.count; i++) {
    aml_hosted_find(file->memory, text, tree->documents.items[i].root, &hosted);
  }
  hosted_reading r = {.file = file, .all = AML_NEW(file->memory, aml_scripts)};
  aml_diags_init(&r.diags, file->memory);
  for (size_t i = 0; i < hosted.folders.count; i++) {
    AML_VEC_PUSH(file->memory, &file->folders, hosted.folders.items[i]);
  }
  for (size_t i = 0; i < hosted.list.count; i++) {
    const aml_hosted_script *one = &hosted.list.items[i];
    if (speaks(one->text) || (one->before != NULL && speaks(one->before))) {
      r.goes_on = false;
      if (one->before != NULL) {
        add_pieces(&r, one, one->before);
      }
      add_pieces(&r, one, one->text);
    }
  }
  if (r.all->makers == 0 && file->guests.count == 0 && aml_leftover_count(&r.diags) == 0) {
    return false;
  }
  aml_diags_take(file->diags, &r.diags);
  file->content = r.all;
  aml_scripts_add_comments(file, r.all);
  return true;
}

static const char *const traces[] = {"az ml compute", NULL};

static bool read_script(aml_file *file) {
  return aml_scripts_read(file, 0);
}

const aml_front_end aml_front_script = {
    .name = "shell",
    .noun = "script",
    .endings = ".sh .bash .zsh .ksh .azcli .ps1 .psm1",
    .first_bytes = "#!",
    .traces = traces,
    .read = read_script,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};

const aml_front_end aml_front_workflow = {
    .name = "steps",
    .noun = "workflow",
    .endings = ".yml .yaml",
    .is_by_content = true,
    .read = read_workflow,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
