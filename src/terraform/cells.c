/* What frames keep for blocks: pages of cells, so that a frame of a large module costs what is asked for. */
#include "terraform/module.h"

enum { CELLS = 32 };

void **aml_tf_cell(
    aml_arena *arena, const aml_tf_module *module, aml_tf_cells *cells, const aml_tf_block *block) {
  if (cells->pages == NULL) {
    cells->pages = AML_NEW_ARRAY(arena, void **, module->blocks.count / CELLS + 1);
  }
  void ***page = &cells->pages[block->index / CELLS];
  if (*page == NULL) {
    *page = AML_NEW_ARRAY(arena, void *, CELLS);
  }
  return &(*page)[block->index % CELLS];
}
