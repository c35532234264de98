/* group_shape.c - see group_shape.h. */
#include "group_shape.h"

#include "group_size.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* Late students fill the smallest groups so far, which so become as even as can be. */
group_shape group_shape_of_late(const job *j) {
    int64_t const n = j->problem.n;
    int32_t const k = j->rules.k;
    int64_t *const size = need((size_t)k, sizeof *size);
    int64_t late = n;
    for (int64_t i = 0; i < n; i++) {
        if (j->rules.start[i] >= 0) {
            size[j->rules.start[i]]++;
            late--;
        }
    }
    group_shape out = {0, 0, k};
    for (int64_t taken = 0; taken <= late;
         out.least++) { /* one more for each of the smallest */
        for (int32_t g = 0; g < k; g++) {
            taken += size[g] <= out.least;
        }
    }
    out.least--;
    int64_t left = late;
    for (int32_t g = 0; g < k; g++) {
        out.most = size[g] > out.most ? size[g] : out.most;
        left -= size[g] < out.least ? out.least - size[g] : 0;
    }
    out.most = left > 0 && out.most == out.least ? out.most + 1 : out.most;
    out.most = out.least > out.most ? out.least + (left > 0) : out.most;
    out.least = out.least > 0 ? out.least : 1;
    free(size);
    return out;
}

/* "--size 4": groups of 4, and as many of 5 as the rest needs. */
static int shape_of_exact(int64_t n, int64_t size, group_shape *out) {
    int64_t const k = n / size;
    int64_t const rest = n - k * size;
    if (k == 0 || rest > k) {
        return EXIT_INFEASIBLE;
    }
    *out = (group_shape){size, size + (rest > 0), (int32_t)k};
    return 0;
}

/* The sizes of --size, for new groups or for those so far. */
static int shape_of_size(const job *j, group_shape *out) {
    int64_t const n = j->problem.n;
    int64_t least;
    int64_t most;
    int const code = group_size_parse("size", j->args->group_size, &least, &most);
    if (code != 0) {
        return code;
    }
    int const exact = strchr(j->args->group_size, '-') == NULL;
    if (j->args->start == NULL && exact) {
        return shape_of_exact(n, least, out);
    }
    if (j->args->start != NULL && exact && least * j->rules.k >= n) {
        most = least;
    }
    *out = (group_shape){least, most, j->rules.k};
    return 0;
}

int group_shape_find(const job *j, group_shape *out) {
    int64_t const n = j->problem.n;
    int64_t const k = j->args->clusters;
    if (j->args->group_size != NULL) {
        return shape_of_size(j, out);
    }
    if (j->args->start != NULL) {
        *out = group_shape_of_late(j);
    } else if (k > n) {
        return EXIT_INFEASIBLE;
    } else {
        *out = (group_shape){n / k, (n + k - 1) / k, (int32_t)k};
    }
    return 0;
}
