/* attributes.c - the texts of the protected columns as groups, numbered in bytewise order. */
#include "table/encoding.h"

#include <string.h>

fcap_status fcap_encoding_attributes(encoding *e) {
    fcap_dataset *const ds = e->out;
    ds->n_attributes = e->o.protect.n;
    ds->attribute = arena_array(&ds->run.mem, fcap_attribute, ds->n_attributes);
    ds->group_name = arena_array(&ds->run.mem, const char **, ds->n_attributes);
    if (ds->attribute == NULL || ds->group_name == NULL) {
        return fcap_encoding_no_memory(e);
    }
    for (int32_t a = 0; a < ds->n_attributes; a++) {
        const protected_column *const p = &e->protect[a];
        int32_t *rank;
        int32_t *const group = arena_array(&ds->run.mem, int32_t, ds->n);
        const char **const name = arena_array(&ds->run.mem, const char *, p->texts.n);
        if (!fcap_dictionary_rank(&e->run->mem, &p->texts, &rank) || group == NULL ||
            name == NULL) {
            return fcap_encoding_no_memory(e);
        }
        for (int32_t id = 0; id < p->texts.n; id++) {
            const dictionary_entry *const text = &p->texts.entry[id];
            char *const copy = arena_array(&ds->run.mem, char, text->size + 1);
            if (copy == NULL) {
                return fcap_encoding_no_memory(e);
            }
            name[rank[id]] = memcpy(copy, text->text, text->size);
        }
        for (int64_t i = 0; i < ds->n; i++) {
            group[i] = p->id[i] < 0 ? -1 : rank[p->id[i]];
        }
        ds->attribute[a] = (fcap_attribute){group, p->texts.n, {0, 1}};
        ds->group_name[a] = name;
    }
    return FCAP_OK;
}
