/* json_in.c - see json_in.h. */
#include "shard/json_in.h"

#include <faircap/table.h>

#include <math.h>
#include <string.h>

static const char BLANKS[] = " \t\r\n";

int fcap_json_passes(json_place *p, const char *text) {
    if (p->at == NULL) {
        return 0;
    }
    const char *const next = p->at + strspn(p->at, BLANKS);
    size_t const size = strlen(text);
    int const is_next = strncmp(next, text, size) == 0;
    p->at = is_next ? next + size : p->at;
    return is_next;
}

void fcap_json_expect(json_place *p, const char *text) {
    if (!fcap_json_passes(p, text)) {
        p->at = NULL;
    }
}

void fcap_json_key(json_place *p, const char *key) {
    if (!fcap_json_passes_text(p, key)) {
        p->at = NULL;
    }
    fcap_json_expect(p, ":");
}

void fcap_json_next(json_place *p, const char *key) {
    fcap_json_expect(p, ",");
    fcap_json_key(p, key);
}

double fcap_json_number(json_place *p) {
    double value = 0;
    fcap_json_expect(p, "");
    size_t const size = p->at != NULL ? strspn(p->at, "0123456789+-.eE") : 0;
    if (size == 0 || fcap_number_parse(p->at, size, '.', &value) != 1) {
        p->at = NULL;
        return 0;
    }
    p->at += size;
    return value;
}

int64_t fcap_json_count(json_place *p, double below) {
    double const value = fcap_json_number(p);
    if (!(value >= 0 && value < below) || value != floor(value)) {
        p->at = NULL;
        return 0;
    }
    return (int64_t)value;
}

/* The next byte that a text in quotes stands for; -1 at its end, which is passed, and at what
 * no report has: \\u is there for control characters only. */
static int take_byte(json_place *p) {
    int byte = p->at != NULL ? (unsigned char)*p->at : 0;
    if (byte == 0 || byte == '"') {
        p->at = byte == 0 ? NULL : p->at + 1;
        return -1;
    }
    p->at++;
    if (byte == '\\' && *p->at == 'u') {
        static const char digits[] = "0123456789abcdef";
        byte = 0;
        p->at++;
        for (int i = 0; i < 4 && p->at != NULL; i++) {
            const char *const digit = *p->at != 0 ? strchr(digits, *p->at) : NULL;
            byte = digit != NULL ? 16 * byte + (int)(digit - digits) : byte;
            p->at = digit != NULL ? p->at + 1 : NULL;
        }
    } else if (byte == '\\') {
        byte = (unsigned char)*p->at;
        p->at = byte == '"' || byte == '\\' ? p->at + 1 : NULL;
    }
    return p->at != NULL ? byte : -1;
}

static void skip_text(json_place *p) {
    fcap_json_expect(p, "\"");
    while (take_byte(p) >= 0) {
    }
}

int fcap_json_passes_text(json_place *p, const char *text) {
    json_place here = *p;
    fcap_json_expect(&here, "\"");
    for (const char *c = text; here.at != NULL && *c != 0; c++) {
        if (take_byte(&here) != (unsigned char)*c) {
            return 0;
        }
    }
    int const ends = here.at != NULL && take_byte(&here) < 0 && here.at != NULL;
    *p = ends ? here : *p;
    return ends;
}

void fcap_json_skip(json_place *p) {
    int depth = 0;
    do {
        if (fcap_json_passes(p, "[") || fcap_json_passes(p, "{")) {
            depth++;
        } else if (depth > 0 && (fcap_json_passes(p, "]") || fcap_json_passes(p, "}"))) {
            depth--;
        } else if (depth > 0 && (fcap_json_passes(p, ",") || fcap_json_passes(p, ":"))) {
            continue;
        } else if (p->at != NULL && p->at[strspn(p->at, BLANKS)] == '"') {
            skip_text(p);
        } else if (!fcap_json_passes(p, "null") && !fcap_json_passes(p, "true") &&
                   !fcap_json_passes(p, "false")) {
            fcap_json_number(p);
        }
    } while (p->at != NULL && depth > 0);
}
