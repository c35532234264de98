#include "references.h"

int references_open(references *r, const char *path) {
    (void)path;
    *r = (references){0};
    return 0;
}

void references_close(references *r) {
    (void)r;
}
