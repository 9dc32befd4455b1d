/* The table of a program that knows the toy language, and a host of it: YAML with a member `toy`, whose text
 * is in that language. */
#include "arm/front_arm.h"
#include "azureml/front_azureml.h"
#include "engine/front_ends.h"
#include "toy.h"
#include "tree/guest_value.h"

static bool read_box(aml_file *file) {
  const aml_tree *tree = aml_file_tree(file);
  const aml_value *inner = aml_object_find(aml_file_root(file), AML_SV("toy"));
  const aml_guest *guest =
      aml_value_is(inner, AML_STRING)
          ? aml_guest_of_value(file->memory, aml_guest_whole(file->memory, file->source), tree->syntax, inner)
          : NULL;
  return guest != NULL && aml_file_add_guest(file, guest, AML_SV("inner.toy")) != NULL;
}

static const aml_front_end box = {
    .name = "toy-box", .noun = "box of toys", .endings = ".yml .yaml", .read = read_box};

static const aml_front_end *const rows[] = {
    &toy_language, &box, &aml_front_template, &aml_front_parameters, &aml_front_cli_yaml};

/* In place of the program's own table: whoever links this has no other. */
const aml_front_ends aml_all_front_ends = {rows, sizeof rows / sizeof rows[0]};
