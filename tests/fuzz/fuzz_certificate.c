/* fuzz_certificate.c - any bytes as a certificate that `faircap check` reads: no crash, exit 0
 * or 6, text that is safe for a terminal; and none that claims more than the optimum is
 * accepted, however it is made.
 *
 *   byte 0 odd:  the rest is the file
 *   byte 0 even: the rest is a bound (8 bytes, a double) and multipliers (2 bytes each, in
 *                hundredths), written as a certificate of this request with its checksums right
 */
#include "fuzz/require.h"
#include "fuzz/tool.h"
#include "verify.h"

#include <faircap/table.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    N = 8,
    K = 2,
    MOST = 5,
    ROOM = 4096
};

/* Not in tidy halves, so that multipliers matter. */
static const char points[] = "x,y,g\n0,0,a\n1,0,b\n0,2,a\n1,1,b\n5,4,a\n3,6,b\n4,4,a\n3,3,b\n";
static const char answer[] = "row,cluster\n1,1\n2,1\n3,1\n4,1\n5,2\n6,2\n7,2\n8,2\n";
static const double x[N * 2] = {0, 0, 1, 0, 0, 2, 1, 1, 5, 4, 3, 6, 4, 4, 3, 3};
static const int32_t group[N] = {0, 1, 0, 1, 0, 1, 0, 1};
static const char *const rules[] = {"-k", "2",   "-q",      "5",    "-p",        "g",
                                    "-t", "1/2", "--scale", "none", "--threads", "1"};
enum {
    RULES = sizeof rules / sizeof *rules
};

/* All divisions into two clusters. */
static double least_cost(void) {
    double least = INFINITY;
    for (unsigned set = 1; set < 1u << (N - 1); set++) {
        int32_t label[N];
        for (int i = 0; i < N; i++) {
            label[i] = (int32_t)(set >> i & 1);
        }
        verified const v = verify(x, N, 2, group, 2, 1, 2, label, K);
        if (v.is_partition && v.largest <= MOST && v.balanced && v.cost < least) {
            least = v.cost;
        }
    }
    return least;
}

/* `faircap FIRST... RULES... LAST...`, each ended by NULL. */
static told ask(const char *const *first, const char *const *last) {
    const char *word[40] = {"faircap"};
    int n = 1;
    for (; *first != NULL; first++) {
        word[n++] = *first;
    }
    for (int i = 0; i < RULES; i++) {
        word[n++] = rules[i];
    }
    for (; *last != NULL; last++) {
        word[n++] = *last;
    }
    return tool_tell(word);
}

/* The lines before "bound", from a certificate that the tool makes itself. */
static char head[ROOM];

static void make_head(const char *file) {
    const char *const first[] = {"cluster", file, NULL};
    const char *const last[] = {"-o", "/dev/null", "--certificate", "-", "--quiet", NULL};
    told t = ask(first, last);
    char *const bound = strstr(t.out, "bound ");
    REQUIRE(t.code == 0 && bound != NULL && bound - t.out < ROOM, "no certificate: %s", t.err);
    memcpy(head, t.out, (size_t)(bound - t.out));
    told_free(&t);
}

static size_t write_certificate(const unsigned char *data, size_t size, char *text) {
    double bound = 0;
    char number[FCAP_NUMBER_SIZE];
    memcpy(&bound, data, sizeof bound);
    fcap_number_print(bound, number);
    int at = snprintf(text, ROOM, "%sbound %s\nmultipliers\n", head, number);
    for (size_t i = 8; i + 1 < size && i < 8 + 2 * 2 * N; i += 2) {
        int16_t hundredths;
        memcpy(&hundredths, data + i, sizeof hundredths);
        fcap_number_print(hundredths / 100.0, number);
        at += snprintf(text + at, (size_t)(ROOM - at), "%s\n", number);
    }
    uint64_t sum = 14695981039346656037u;
    for (int i = 0; i < at; i++) {
        sum = (sum ^ (unsigned char)text[i]) * 1099511628211u;
    }
    return (size_t)(at +
                    snprintf(text + at, (size_t)(ROOM - at), "checksum %016" PRIx64 "\n", sum));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static double optimum;
    static char text[ROOM];
    const char *const file = tool_file(0, points, sizeof points - 1);
    const char *const result = tool_file(1, answer, sizeof answer - 1);
    if (optimum == 0) {
        optimum = least_cost();
        make_head(file);
    }
    if (size < 1 || size > ROOM - 1 || (data[0] % 2 == 0 && size < 9)) {
        return 0;
    }
    size_t n = size - 1;
    if (data[0] % 2 == 0) {
        n = write_certificate(data + 1, size - 1, text);
    } else {
        memcpy(text, data + 1, n);
        text[n] = 0;
    }
    const char *const proof = tool_file(2, text, n);
    const char *const first[] = {"check", file, result, NULL};
    const char *const last[] = {"--certificate", proof, NULL};
    told t = ask(first, last);
    REQUIRE(t.code == 0 || t.code == 6, "exit %d: %s", t.code, t.err);
    REQUIRE(is_safe_text(t.err, t.err_size) && is_safe_text(t.out, t.out_size), "unsafe text");
    if (t.code == 0) {
        const char *const claim = strstr(text, "\nbound ");
        REQUIRE(claim != NULL, "accepted without a bound:\n%s", text);
        REQUIRE(strtod(claim + 7, NULL) <= optimum * (1 + 1e-9), "accepted above %.17g:\n%s",
                optimum, text);
    }
    told_free(&t);
    return 0;
}
