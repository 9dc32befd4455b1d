/* Commands in documents: blocks of code of Markdown and reStructuredText.
 *
 * Sources: CommonMark on fenced code, Docutils on code directives; the names of languages are those of
 * Microsoft's documentation and of the highlighters that read such names (read 2026-11). */
#include "script/front_script.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "source/fence.h"

/* What a block is written in, by the first word behind its fence; false for other languages. */
static bool read_language(aml_sv info, aml_script_language *out) {
  static const struct {
    const char *word;
    aml_script_language language;
  } words[] = {{"", AML_SCRIPT_SHELL}, {"bash", AML_SCRIPT_SHELL}, {"sh", AML_SCRIPT_SHELL},
      {"shell", AML_SCRIPT_SHELL}, {"zsh", AML_SCRIPT_SHELL}, {"console", AML_SCRIPT_SHELL},
      {"shell-session", AML_SCRIPT_SHELL}, {"terminal", AML_SCRIPT_SHELL}, {"text", AML_SCRIPT_SHELL},
      {"azurecli", AML_SCRIPT_SHELL}, {"azurecli-interactive", AML_SCRIPT_SHELL}, {"azcli", AML_SCRIPT_SHELL},
      {"cli", AML_SCRIPT_SHELL}, {"dotnetcli", AML_SCRIPT_SHELL}, {"azure-cli", AML_SCRIPT_SHELL},
      {"bash-session", AML_SCRIPT_SHELL}, {"sh-session", AML_SCRIPT_SHELL}, {"ksh", AML_SCRIPT_SHELL},
      {"plaintext", AML_SCRIPT_SHELL}, {"cmd", AML_SCRIPT_SHELL}, {"bat", AML_SCRIPT_SHELL},
      {"powershell", AML_SCRIPT_POWERSHELL}, {"powershell-interactive", AML_SCRIPT_POWERSHELL},
      {"pwsh", AML_SCRIPT_POWERSHELL}, {"ps1", AML_SCRIPT_POWERSHELL},
      {"azurepowershell", AML_SCRIPT_POWERSHELL}, {"azurepowershell-interactive", AML_SCRIPT_POWERSHELL}};
  size_t begin = 0;
  while (begin < info.len && aml_sv_find_char(AML_SV("{. "), info.data[begin], 0) != AML_NPOS) {
    begin++; /* "{.bash title=x}" */
  }
  size_t end = begin;
  while (end < info.len && aml_sv_find_char(AML_SV("} ,:"), info.data[end], 0) == AML_NPOS) {
    end++;
  }
  aml_sv word = aml_sv_slice(info, begin, end);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_ieq(word, aml_sv_of(words[i].word))) {
      *out = words[i].language;
      return true;
    }
  }
  return false;
}

typedef struct document {
  aml_file *file;
  aml_scripts *all;
  aml_script_language language;
} document;

/* What is wrong with a block that makes nothing is nobody's business. */
static void add_text(document *d, const aml_guest *text, bool is_piece, bool goes_on) {
  aml_diags diags;
  aml_diags_init(&diags, d->file->memory);
  const aml_script_source from = {.text = text,
      .language = d->language,
      .flags = AML_SHELL_ANGLES,
      .goes_on = goes_on,
      .is_kept = is_piece,
      .diags = &diags};
  if (aml_scripts_add(d->file, d->all, &from) != NULL) {
    aml_diags_take(d->file->diags, &diags);
  }
}

/* Behind the prompt of a line, "$ az ..."; 0 where it has none. */
static size_t prompt_length(aml_sv line) {
  size_t at = 0;
  while (at < line.len && (line.data[at] == ' ' || line.data[at] == '\t')) {
    at++;
  }
  bool is_prompt = at + 1 < line.len && line.data[at] == '$' && line.data[at + 1] == ' ';
  return is_prompt ? at + 2 : 0;
}

static aml_sv line_at(aml_sv text, size_t at) {
  return aml_sv_slice(text, at, aml_sv_find_char(text, '\n', at));
}

/* What stands behind prompts, with the lines that go on; the rest is what the commands print. False where
 * there are no prompts. */
static bool add_prompted(document *d, const aml_guest *text) {
  bool is_any = false;
  for (size_t at = 0; at < text->text.len;) {
    aml_sv line = line_at(text->text, at);
    size_t begin = prompt_length(line);
    size_t end = at + line.len;
    while (begin > 0 && end > at && end < text->text.len && text->text.data[end - 1] == '\\') {
      end += 1 + line_at(text->text, end + 1).len;
    }
    if (begin > 0) {
      const aml_guest *piece = aml_guest_slice(d->file->memory, text, (aml_guest_range){at + begin, end});
      if (piece != NULL) {
        add_text(d, piece, true, is_any);
      }
      is_any = true;
    }
    at = end + 1;
  }
  return is_any;
}

static void add_fence(document *d, const aml_guest *host, const aml_fence *fence) {
  aml_sv body = aml_sv_slice(host->text, fence->body.begin, fence->body.end);
  if (!aml_script_speaks(body) || !read_language(fence->info, &d->language)) {
    return;
  }
  const aml_guest *text = aml_fence_guest(d->file->memory, host, fence);
  if (text != NULL && !add_prompted(d, text)) {
    add_text(d, text, false, false);
  }
}

static bool read_document(aml_file *file) {
  aml_sv text = aml_file_text(file);
  if (!file->reads_documents || file->guest != NULL || !aml_script_mentions(text)) {
    return false;
  }
  document d = {.file = file, .all = AML_NEW(file->memory, aml_scripts)};
  const aml_guest *host = aml_guest_whole(file->memory, file->source);
  aml_fences fences = {
      .text = text, .markup = aml_sv_iends(file->name, AML_SV(".rst")) ? AML_REST : AML_MARKDOWN};
  for (aml_fence fence; aml_fence_next(&fences, &fence);) {
    add_fence(&d, host, &fence);
  }
  if (d.all->makers == 0) {
    return false;
  }
  file->content = d.all;
  file->tree = aml_scripts_tree(file);
  aml_scripts_add_comments(file, d.all);
  return true;
}

const aml_front_end aml_front_document = {
    .name = "documents",
    .noun = "document",
    .endings = ".md .markdown .rst",
    .is_document = true,
    .read = read_document,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .editor = &aml_option_editor,
};
