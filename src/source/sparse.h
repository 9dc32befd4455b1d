/* Private to discovery: what a sparse checkout leaves out of the working tree.
 *
 * Nobody who runs amlint in such a checkout sees that files are missing, so they count as left out. A sparse
 * checkout is known by the file info/sparse-checkout in git's folder, which git writes for each (see
 * git-sparse-checkout(1)); without it git is not asked. */
#ifndef AMLINT_SOURCE_SPARSE_H
#define AMLINT_SOURCE_SPARSE_H

#include "source/walk.h"

/* Adds to walk->out->left_out each file below one of the folders, relative to the walk's base ("" for the
 * base itself), that would be read by its name, is tracked by git and is not on disk since the checkout is
 * sparse. Where git could not say, walk->out->sparse_trouble says why. */
void aml_sparse_leave_out(aml_walk *walk, const aml_texts *folders);

#endif
