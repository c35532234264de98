/* shell_word.h - a word as a shell takes it, for commands and options that are shown.
 *
 * It is quoted where a shell would read it otherwise: 'with spaces', 'it'\''s'. What cannot be
 * seen (control characters, marks that turn text around, bytes that are no text) is spelled
 * out, $'\033', so that what is copied is what was meant, and nothing else.
 */
#ifndef CLI_SHELL_WORD_H
#define CLI_SHELL_WORD_H

/* Yours to free. */
char *shell_word(const char *word);

#endif
