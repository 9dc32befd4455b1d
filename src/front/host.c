#include "front/front_end.h"

aml_file *aml_host_open(const aml_front_host *host, aml_sv path) {
  return host->open == NULL ? NULL : host->open(host->ctx, path);
}

aml_file *aml_host_find(const aml_front_host *host, aml_sv path) {
  return host->find == NULL ? NULL : host->find(host->ctx, path);
}

aml_file *aml_host_open_cached(const aml_front_host *host, aml_sv path) {
  return host->open_cached == NULL ? NULL : host->open_cached(host->ctx, path);
}

const aml_texts *aml_host_list(const aml_front_host *host, aml_sv folder) {
  return host->list(host->ctx, folder);
}

const aml_folder_names *aml_host_list_all(const aml_front_host *host, aml_sv folder) {
  return host->list_all == NULL ? NULL : host->list_all(host->ctx, folder);
}

aml_unit *aml_host_add_unit(const aml_front_host *host, aml_file *file, aml_file *parameters) {
  aml_unit *unit = AML_NEW(host->arena, aml_unit);
  aml_file *holder = file;
  aml_arena_init(&unit->arena, SIZE_MAX);
  unit->file = file;
  unit->parameters = parameters;
  while (holder->host != NULL) {
    holder = holder->host;
  }
  AML_VEC_PUSH(host->arena, &holder->units, unit);
  return unit;
}
