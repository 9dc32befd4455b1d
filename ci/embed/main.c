/* embed_rules OUTPUT.c PAGES RULE.yml...: writes the table of built-in rules; PAGES is a folder that gets one
 * page for each rule, or "-" for none. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "embed.h"
#include "source/diag.h"
#include "tree/read.h"

aml_sv embed_text(const aml_value *object, const char *key) {
  return aml_sv_trim(aml_value_text(aml_object_find(object, aml_sv_of(key))));
}

size_t embed_message_count(const aml_value *root) {
  const aml_value *message = aml_object_find(root, AML_SV("message"));
  return message == NULL ? 0 : message->kind == AML_ARRAY ? message->as.array.count : 1;
}

aml_sv embed_message(const aml_value *root, size_t i) {
  const aml_value *message = aml_object_find(root, AML_SV("message"));
  return message->kind == AML_ARRAY ? embed_text(message->as.array.items[i], "is")
                                    : embed_text(root, "message");
}

static bool read_rule(aml_arena *arena, aml_sources *sources, const char *path, embed_rule *rule) {
  aml_diags diags;
  aml_error error = {0};
  uint32_t bad_at;
  aml_diags_init(&diags, arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  if (aml_source_read(source, arena, SIZE_MAX, &bad_at, &error) != AML_OK) {
    (void)fprintf(stderr, "%s: %s\n", path, error.text);
    return false;
  }
  aml_tree *tree = aml_tree_read(source, arena, &diags);
  if (diags.list.count > 0 || tree->documents.count != 1) {
    aml_sv problem =
        diags.list.count > 0 ? diags.list.items[0].message.text : AML_SV("One document is expected.");
    (void)fprintf(stderr, "%s: %.*s\n", path, AML_SV_ARG(problem));
    return false;
  }
  *rule = (embed_rule){.path = aml_sv_of(path), .root = tree->documents.items[0].root};
  rule->page = embed_page(arena, rule);
  return embed_compile(arena, rule);
}

static int order_rules(const void *a, const void *b) {
  return aml_sv_cmp(
      embed_text(((const embed_rule *)a)->root, "id"), embed_text(((const embed_rule *)b)->root, "id"));
}

static bool write_page(aml_arena *arena, const char *folder, aml_sv name, aml_sv text) {
  FILE *out = fopen(aml_sv_format(arena, "%s/%.*s.md", folder, AML_SV_ARG(name)).data, "w");
  if (out == NULL) {
    perror(folder);
    return false;
  }
  (void)fwrite(text.data, 1, text.len, out);
  return fclose(out) == 0;
}

static bool write_pages(const char *folder, aml_arena *arena, const embed_rule *rules, size_t count) {
  bool is_fine = write_page(arena, folder, AML_SV("README"), embed_index(arena, rules, count));
  for (size_t i = 0; i < count && is_fine; i++) {
    is_fine = write_page(arena, folder, embed_text(rules[i].root, "id"), rules[i].page);
  }
  return is_fine;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    (void)fputs("usage: embed_rules OUTPUT.c PAGES RULE.yml...\n", stderr);
    return 2;
  }
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sources *sources = aml_sources_new(&arena);
  size_t count = (size_t)argc - 3;
  embed_rule *rules = AML_NEW_ARRAY(&arena, embed_rule, count);
  bool is_fine = true;
  for (size_t i = 0; i < count; i++) {
    is_fine = read_rule(&arena, sources, argv[i + 3], &rules[i]) && is_fine;
  }
  if (is_fine) {
    aml_sort(&arena, rules, count, sizeof *rules, order_rules);
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) {
      perror(argv[1]);
      return 1;
    }
    embed_write(out, rules, count);
    is_fine = fclose(out) == 0;
    is_fine = (strcmp(argv[2], "-") == 0 || write_pages(argv[2], &arena, rules, count)) && is_fine;
  }
  aml_arena_release(&arena);
  return is_fine ? 0 : 1;
}
