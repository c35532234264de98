/* class_page.h - the groups of a class on one page, to read, to print, to keep. */
#ifndef CLI_CLASS_PAGE_H
#define CLI_CLASS_PAGE_H

#include "report/result.h"

void class_page(output *out, const result *r);

#endif
