/* attributes.c - the texts of the protected columns as groups, numbered in bytewise order.
 *
 * A combination of columns is one column whose texts are those of its parts, one after another
 * with a 0 between: no cell has a 0 in it, so different combinations stay different. What they
 * are called is in shown_names.h.
 */
#include "table/shown_names.h"

#include <string.h>

/* Appends a text and a 0 to a key. */
static size_t append(char *key, size_t at, const char *text, size_t size) {
    memcpy(key + at, text, size);
    key[at + size] = 0;
    return at + size + 1;
}

/* The protected columns as one; a row with a missing part is in no group. */
static fcap_status combine(encoding *e, protected_column *out, const char **name) {
    int32_t const parts = e->o.protect.n;
    size_t room = 1;
    size_t names = 1;
    for (int32_t a = 0; a < parts; a++) {
        size_t longest = 0;
        for (int32_t id = 0; id < e->protect[a].texts.n; id++) {
            size_t const size = e->protect[a].texts.entry[id].size;
            longest = size > longest ? size : longest;
        }
        room += longest + 1;
        names += strlen(e->table->name[e->protect[a].column]) + 1;
    }
    char *const key = arena_array(&e->run->mem, char, room > names ? room : names);
    out->id = arena_array(&e->run->mem, int32_t, e->table->n_rows);
    if (key == NULL || out->id == NULL) {
        return fcap_encoding_no_memory(e);
    }
    for (int64_t i = 0; i < e->out->n; i++) {
        size_t at = 0;
        int known = 1;
        for (int32_t a = 0; a < parts && known; a++) {
            const protected_column *const p = &e->protect[a];
            known = p->id[i] >= 0;
            if (known) {
                const dictionary_entry *const t = &p->texts.entry[p->id[i]];
                at = append(key, at, t->text, t->size);
            }
        }
        out->id[i] =
            known ? fcap_dictionary_add(&e->run->mem, &out->texts, (fcap_cell){key, at - 1})
                  : -1;
        if (known && out->id[i] < 0) {
            return fcap_encoding_no_memory(e);
        }
    }
    size_t at = 0;
    for (int32_t a = 0; a < parts; a++) {
        const char *const part = e->table->name[e->protect[a].column];
        at = append(key, at, part, strlen(part));
    }
    *name = fcap_shown_title(e->out, key, at - 1);
    return *name == NULL ? fcap_encoding_no_memory(e) : FCAP_OK;
}

static fcap_status add_attribute(encoding *e, const protected_column *p, const char *title) {
    fcap_dataset *const ds = e->out;
    int32_t *rank;
    int32_t *const group = arena_array(&ds->run.mem, int32_t, ds->n);
    const char **const name = arena_array(&ds->run.mem, const char *, p->texts.n);
    if (!fcap_dictionary_rank(&e->run->mem, &p->texts, &rank) || group == NULL ||
        name == NULL) {
        return fcap_encoding_no_memory(e);
    }
    for (int32_t id = 0; id < p->texts.n; id++) {
        const dictionary_entry *const text = &p->texts.entry[id];
        name[rank[id]] = fcap_shown_group(ds, text->text, text->size);
        if (name[rank[id]] == NULL) {
            return fcap_encoding_no_memory(e);
        }
    }
    for (int64_t i = 0; i < ds->n; i++) {
        group[i] = p->id[i] < 0 ? -1 : rank[p->id[i]];
    }
    int32_t const a = ds->n_attributes++;
    ds->attribute[a] = (fcap_attribute){group, p->texts.n, {0, 1}};
    ds->attribute_name[a] = title;
    ds->group_name[a] = name;
    return FCAP_OK;
}

fcap_status fcap_encoding_attributes(encoding *e) {
    fcap_dataset *const ds = e->out;
    ds->attribute = arena_array(&ds->run.mem, fcap_attribute, e->n_protect);
    ds->attribute_name = arena_array(&ds->run.mem, const char *, e->n_protect);
    ds->group_name = arena_array(&ds->run.mem, const char **, e->n_protect);
    if (ds->attribute == NULL || ds->attribute_name == NULL || ds->group_name == NULL) {
        return fcap_encoding_no_memory(e);
    }
    int32_t first = 0;
    if (e->o.intersectional && e->o.protect.n > 0) {
        protected_column combined = {.column = -1};
        const char *title = NULL;
        TRY(combine(e, &combined, &title));
        TRY(add_attribute(e, &combined, title));
        first = e->o.protect.n;
    }
    for (int32_t a = first; a < e->n_protect; a++) {
        const char *const header = e->table->name[e->protect[a].column];
        const char *const title = fcap_shown_title(ds, header, strlen(header));
        if (title == NULL) {
            return fcap_encoding_no_memory(e);
        }
        TRY(add_attribute(e, &e->protect[a], title));
    }
    int const named = fcap_shown_titles(ds, first > 0, e->protect + first);
    return named ? FCAP_OK : fcap_encoding_no_memory(e);
}
