/* formats.c - see formats.h. */
#include "table/formats.h"

#include <string.h>

const char *fcap_other_format(const input *in) {
    static const struct {
        const char *bytes;
        size_t size;
        const char *said;
    } format[] = {
        {"PK\003\004", 4,
         "this is a workbook (.xlsx, .ods) or another zip file; export the sheet as CSV "
         "(Excel: "
         "\"CSV UTF-8\")"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8,
         "this is a workbook of an older Excel (.xls); export the sheet as CSV (Excel: \"CSV "
         "UTF-8\")"},
        {"\xfd"
         "7zXZ\0",
         6, "the file is packed with xz; unpack it"},
        {"\x28\xb5\x2f\xfd", 4, "the file is packed with zstd; unpack it"},
        {"7z\xbc\xaf\x27\x1c", 6, "the file is packed with 7-Zip; unpack it"},
        {"PAR1", 4, "this is a Parquet file; export it as CSV"},
        {"%PDF-", 5, "this is a PDF; export the table as CSV"},
        {"\x89PNG\r\n\x1a\n", 8, "this is a picture (PNG), no table"},
        {"\xff\xd8\xff", 3, "this is a picture (JPEG), no table"},
        {"GIF89a", 6, "this is a picture (GIF), no table"},
        {"SQLite format 3", 16, "this is a database of SQLite; export the table as CSV"},
        {"\x89HDF\r\n\x1a\n", 8, "this is an HDF5 file; export the table as CSV"},
        {"ARROW1\0\0", 8, "this is a Feather or Arrow file; export it as CSV"},
        {"FEA1", 4, "this is a Feather file; export it as CSV"},
        {"RDX2\n", 5, "this is a file of R; write the table with write.csv()"},
        {"RDX3\n", 5, "this is a file of R; write the table with write.csv()"},
        {"X\n\0\0\0", 5, "this is a file of R; write the table with write.csv()"},
        {"Rar!\x1a\x07", 6, "the file is packed with RAR; unpack it"},
        {"\x1f\x8b", 2, "the file is packed with gzip twice; unpack it"},
        {"\x1f\x9d", 2, "the file is packed with compress; unpack it"},
    };
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        if (in->size >= format[i].size &&
            memcmp(in->bytes, format[i].bytes, format[i].size) == 0) {
            return format[i].said;
        }
    }
    int const bzip2 = in->size >= 10 && memcmp(in->bytes, "BZh", 3) == 0 &&
                      memcmp(in->bytes + 4, "1AY&SY", 6) == 0;
    return bzip2 ? "the file is packed with bzip2; unpack it" : NULL;
}

/* The next byte that is no blank and no line end, as a small letter; 0 at the end. */
static char next_letter(const input *in, size_t *at) {
    while (*at < in->size && strchr(" \t\r\n", in->bytes[*at]) != NULL && in->bytes[*at] != 0) {
        ++*at;
    }
    char const c = *at < in->size ? in->bytes[(*at)++] : 0;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int begins_as(const input *in, const char *letters) {
    size_t at = 0;
    while (*letters != 0 && next_letter(in, &at) == *letters) {
        letters++;
    }
    return *letters == 0;
}

const char *fcap_other_text(const input *in) {
    static const struct {
        const char *letters;
        const char *said;
    } format[] = {
        {"<?xml", "this is XML, whatever the file is called; export the table as CSV"},
        {"<!doctypehtml", "this is a web page (HTML), whatever the file is called; open it in "
                          "a spreadsheet and save the table as CSV"},
        {"<html", "this is a web page (HTML), whatever the file is called; open it in a "
                  "spreadsheet and save the table as CSV"},
        {"<table", "this is a web page (HTML), whatever the file is called; open it in a "
                   "spreadsheet and save the table as CSV"},
        {"{\"", "this is JSON; export the table as CSV"},
        {"[{", "this is JSON; export the table as CSV"},
        {"[\"", "this is JSON; export the table as CSV"},
        {"{\\rtf", "this is a document (RTF); save the table as CSV"},
    };
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        if (begins_as(in, format[i].letters)) {
            return format[i].said;
        }
    }
    return NULL;
}
