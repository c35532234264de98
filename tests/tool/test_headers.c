/* Headers tell roles in many languages, whatever their case, blanks and marks; the table of
 * them is as folding leaves it, so that every entry can be found.
 *
 * The file itself is included: its table is nobody else's business. */
#include "lms/headers.c" /* its table is static */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void every_entry_can_be_found_and_is_there_once(void **state) {
    (void)state;
    size_t const n = sizeof synonyms / sizeof *synonyms;
    for (size_t i = 0; i < n; i++) {
        char folded[200];
        const char *const header = synonyms[i].header;
        fold_header((fcap_cell){header, strlen(header)}, folded);
        assert_string_equal(folded, header);
        assert_int_equal(role_of_header(header), synonyms[i].role);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(synonyms[j].header, header);
        }
    }
}

static void headers_are_known_as_systems_write_them(void **state) {
    (void)state;
    const struct {
        const char *header;
        role role;
    } known[] = {
        {"First name", ROLE_FIRST},
        {"LastName", ROLE_LAST},
        {"SIS Login ID", ROLE_LOGIN},
        {"SIS User ID", ROLE_SIS_ID},
        {"canvas_user_id", ROLE_LMS_ID},
        {"OrgDefinedId", ROLE_SIS_ID},
        {"End-of-Line Indicator", ROLE_ADMIN},
        {"E-MAIL-ADRESSE", ROLE_EMAIL},
        {"Numéro d\xe2\x80\x99identification", ROLE_SIS_ID},
        {"PRÉNOM", ROLE_FIRST},
        {"Apellido(s)", ROLE_LAST},
        {"Dirección de correo", ROLE_EMAIL},
        {"Indirizzo email", ROLE_EMAIL},
        {"Endereço de e-mail", ROLE_EMAIL},
        {"Gebruikersnaam", ROLE_LOGIN},
        {"Förnamn", ROLE_FIRST},
        {"Etternavn", ROLE_LAST},
        {"Sähköpostiosoite", ROLE_EMAIL},
        {"Imię", ROLE_FIRST},
        {"Příjmení", ROLE_LAST},
        {"Kullanıcı adı", ROLE_LOGIN},
        {"KİMLİK NUMARASI", ROLE_SIS_ID},
        {"Адрес электронной почты", ROLE_EMAIL},
        {"Ім'я користувача", ROLE_LOGIN},
        {"ΕΠΏΝΥΜΟ", ROLE_LAST},
        {"Keresztnév", ROLE_FIRST},
        {"Nume de utilizator", ROLE_LOGIN},
        {"メールアドレス", ROLE_EMAIL},
        {"电子邮件地址", ROLE_EMAIL},
        {"level of English", ROLE_OTHER},
        {"", ROLE_OTHER},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (role_of_header(known[i].header) != known[i].role) {
            fail_msg("\"%s\" is taken for role %d", known[i].header,
                     (int)role_of_header(known[i].header));
        }
    }
}

static void roles_have_names_that_people_can_type(void **state) {
    (void)state;
    assert_int_equal(role_named("login"), ROLE_LOGIN);
    assert_int_equal(role_named("canvas-id"), ROLE_LMS_ID);
    assert_int_equal(role_named(""), ROLE_END);
    assert_int_equal(role_named("nick"), ROLE_END);
    assert_true(role_tells_who(ROLE_EMAIL) && !role_tells_who(ROLE_SECTION));
}

/* Every character of two bytes, and some of more. */
static void folding_never_makes_a_text_longer(void **state) {
    (void)state;
    for (uint32_t c = 0x80; c < 0x800; c++) {
        char const text[] = {(char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f)), 0};
        char once[8] = "#######";
        char twice[8];
        size_t const size = fold_case((fcap_cell){text, 2}, once);
        assert_true(size <= 2 && size > 0 && once[size] == 0);
        fold_case((fcap_cell){once, size}, twice);
        assert_string_equal(once, twice);
    }
    char out[32];
    fcap_cell const mixed = {"Ann@X.Org \xf0\x9f\x98\x80\xe2\x82\xac", 17};
    assert_int_equal(fold_case(mixed, out), 17);
    assert_string_equal(out, "ann@x.org \xf0\x9f\x98\x80\xe2\x82\xac");
    fcap_cell const cut = {"\xe2", 1}; /* half a character stays half */
    assert_int_equal(fold_case(cut, out), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_can_be_found_and_is_there_once),
        cmocka_unit_test(headers_are_known_as_systems_write_them),
        cmocka_unit_test(roles_have_names_that_people_can_type),
        cmocka_unit_test(folding_never_makes_a_text_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
