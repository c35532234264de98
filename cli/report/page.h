/* page.h - what all pages of the tool have in common: one file, no script, nothing loaded.
 *
 * Their policy forbids everything but their own style. Names from the file pass through
 * svg_name(), the only way for such text onto a page.
 */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "job.h"
#include "save.h"

/* Up to the title of the document, which the caller writes. */
void page_open(output *out);
/* The rest of the head, with the style. */
void page_body(output *out);
void page_close(output *out);

/* The input without its folders: a heading is a name. The command at the end has it as typed.
 */
void page_file_name(output *out, const job *j);

/* Terms of a list <dl class="made">: the file, the columns of the distance, and what was
 * decided without being asked. */
void page_file(output *out, const job *j);
void page_columns(output *out, const job *j);
void page_notes(output *out, const job *j);
void page_program(output *out);

#endif
