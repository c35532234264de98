#!/usr/bin/env python3
"""Makes the fixtures of this folder: rows of nobody, in the exact shape of each export.

Run it after changing it; the files are kept, because what is read should be seen in a review. The headers are those of the
systems, in the language that the name of the file ends with (English where it has none).
"""
import csv
import io
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

# first name, last name, login, ID number, Canvas' number, section, gender, level
PEOPLE = [
    ("Ann", "Lee", "alee", "20001", "9101", "Lab A", "F", "3"),
    ("Bruno", "Díaz", "bdiaz", "20002", "9102", "Lab A", "M", "1"),
    ("Chloé", "Martin", "cmartin", "20003", "9103", "Lab B", "F", "2"),
    ("Dirk", "Müller", "dmuller", "20004", "9104", "Lab B", "M", "4"),
    ("Ewa", "Żak", "ezak", "20005", "9105", "Lab A", "F", "5"),
    ("Фёдор", "Иванов", "fivanov", "20006", "9106", "Lab A", "M", "2"),
    ("Gao", "王", "gwang", "20007", "9107", "Lab B", "F", "4"),
    ("Henrik", "Åberg", "haberg", "20008", "9108", "Lab B", "M", "3"),
    ("Inès", "O'Brien", "iobrien", "20009", "9109", "Lab A", "F", "1"),
    ("João", "da Silva", "jdasilva", "00010", "9110", "Lab A", "M", "5"),
    ("Kim", "Smith, Jr.", "ksmith", "20011", "9111", "Lab B", "F", "2"),
    ("Lars", "Nielsen", "lnielsen", "20012", "9112", "Lab B", "M", "4"),
]


def email(person):
    return person[2] + "@example.edu"


def score(i, worth=10):
    return (7 * i * i + 3 * i) % (worth + 1)


def write(name, rows, delimiter=",", encoding="utf-8", end="\n", quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    (HERE / name).write_bytes(text.getvalue().encode(encoding))


def moodle_participants(name, header):
    write(name, [header] + [(p[0], p[1], email(p), p[3], "Tutorial 1" if i % 3 == 0 else "")
                            for i, p in enumerate(PEOPLE)])


def moodle_grades(name, header, point=".", delimiter=",", time="1767225600"):
    def shown(value):
        return f"{value:.2f}".replace(".", point)

    def row(i, p):
        real = "-" if i == 4 else shown(score(i))
        share = "-" if i == 4 else shown(10.0 * score(i)) + " %"
        return (p[0], p[1], p[3], "", "Physics", email(p), real, share, "ABCDF"[score(i) % 5], shown(3.5 * score(i)), time)

    write(name, [header] + [row(i, p) for i, p in enumerate(PEOPLE)], delimiter)


def moodle_groups(name, header, no_group):
    rows = [("Set 1", "Red" if i % 2 else "Blue", p[0], p[1], email(p)) for i, p in enumerate(PEOPLE)]
    rows += [("Set 2", "North", p[0], p[1], email(p)) for p in PEOPLE[:3]]
    rows.append((no_group, "Late", "Mia", "Neu", "mneu@example.edu"))
    write(name, [header] + rows)


def canvas_groups(name, header):
    write(name, [header] + [(f"{p[0]} {p[1]}", p[4], p[3], p[2], p[5], "") for p in PEOPLE])


def canvas_gradebook(name, separate, delimiter, encoding):
    names = ("LastName", "FirstName") if separate else ("Student",)
    header = names + ("ID", "SIS User ID", "SIS Login ID", "Section", "Essay (4001)", "Quiz (4002)", "Final Score")
    blank = ("",) * (len(names) + 4)
    rows = [header, blank + ("Manual Posting", "", ""),
            ("    Points Possible",) + blank[1:] + ("10", "20", "(read only)")]
    for i, p in enumerate(PEOPLE):
        who = (p[1], p[0]) if separate else (f"{p[1]}, {p[0]}",)
        if i == 2 and not separate:
            who = ('="=Martin, Chloé"',)
        essay = "EX" if i == 5 else "N/A" if i == 6 else str(score(i))
        rows.append(who + (p[4], p[3], p[2], p[5], essay, str(score(i, 20)), f"{4.5 * score(i):.2f}"))
    test = ("Student", "Test") if separate else ("Student, Test",)
    rows.append(test + ("9199", "", "0123456789abcdef0123456789abcdef01234567", "Lab A", "", "", "0.00"))
    write(name, rows, delimiter, encoding, "\r\n")


def blackboard(name, header, delimiter, encoding, state):
    rows = [header]
    for i, p in enumerate(PEOPLE):
        essay = state if i == 3 else str(score(i))
        rows.append((p[1], p[0], p[2], p[3], "2026-02-01 10:00:00", "Yes", str(4 * score(i)), essay))
    rows.append(("Hall_PreviewUser", "Ms", "mhall_previewuser", "", "", "Yes", "", ""))
    write(name, rows, delimiter, encoding, "\r\n", csv.QUOTE_ALL)


def brightspace():
    header = ("OrgDefinedId", "Username", "Last Name", "First Name", "Email",
              "Essay Points Grade <Numeric MaxPoints:10>", "End-of-Line Indicator")
    write("brightspace-grades.csv", [header] + [("#" + p[3], "#" + p[2], p[1], p[0], email(p), str(score(i)), "#")
                                                for i, p in enumerate(PEOPLE)], end="\r\n")


def main():
    moodle_participants("moodle-participants.csv", ("First name", "Last name", "Email address", "ID number", "Groups"))
    moodle_participants("moodle-participants-de.csv", ("Vorname", "Nachname", "E-Mail-Adresse", "ID-Nummer", "Gruppen"))
    moodle_participants("moodle-participants-fr.csv", ("Prénom", "Nom", "Adresse de courriel", "Numéro d’identification", "Groupes"))
    moodle_participants("moodle-participants-es.csv", ("Nombre", "Apellido(s)", "Dirección de correo", "Número de ID", "Grupos"))
    moodle_participants("moodle-participants-ja.csv", ("名", "姓", "メールアドレス", "IDナンバー", "グループ"))
    moodle_grades("moodle-grades.csv", ("First name", "Last name", "ID number", "Institution", "Department", "Email address",
                                        "Quiz: Fractions (Real)", "Quiz: Fractions (Percentage)", "Assignment: Essay (Letter)",
                                        "Course total (Real)", "Last downloaded from this course"))
    moodle_grades("moodle-grades-de.csv", ("Vorname", "Nachname", "ID-Nummer", "Institution", "Abteilung", "E-Mail-Adresse",
                                           "Test: Brüche (Punkte)", "Test: Brüche (Prozentsatz)", "Aufgabe: Aufsatz (Buchstabe)",
                                           "Kurs gesamt (Punkte)", "Zuletzt aus diesem Kurs geladen"), point=",")
    moodle_groups("moodle-groups-overview.csv", ("Grouping", "Group", "First name", "Last name", "Email address"), "[No grouping]")
    moodle_groups("moodle-groups-overview-fr.csv", ("Groupement", "Groupe", "Prénom", "Nom de famille", "Adresse de courriel"),
                  "[Aucun groupement]")
    canvas_groups("canvas-groups.csv", ("name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"))
    canvas_groups("canvas-groups-es.csv", ("nombre", "canvas_user_id", "user_id", "login_id", "secciones", "group_name"))
    canvas_groups("canvas-groups-de.csv", ("Bezeichnung", "canvas_user_id", "user_id", "login_id", "Abschnitte", "group_name"))
    canvas_gradebook("canvas-gradebook.csv", False, ",", "utf-8")
    canvas_gradebook("canvas-gradebook-semicolon.csv", True, ";", "utf-8-sig")
    blackboard("blackboard-gradebook.xls", ("Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability",
                                            "Total [Total Pts: 40] |1001", "Essay [Total Pts: 10 Score] |1002"), "\t", "utf-16",
               "In Progress(2026-02-01)")
    blackboard("blackboard-gradebook-fr.csv", ("Nom", "Prénom", "Nom d'utilisateur", "ID d'étudiant", "Dernier accès",
                                               "Disponibilité", "Total [Nbre total de pts : 40] |1001",
                                               "Essai [Nbre total de pts : 10 Score] |1002"), ",", "utf-8", "Needs Grading(8.00)")
    brightspace()
    write("survey.csv", [("Timestamp", "E-mail", "gender", "level", "hours")]
          + [(f"2026-01-10 09:{i:02}:17", email(p).upper() if i == 3 else email(p), p[6], p[7], f"{1.5 * int(p[7]):.1f}")
             for i, p in enumerate(PEOPLE) if i != 7]
          + [("2026-01-11 17:30:00", "stranger@example.edu", "F", "1", "1.5")])


if __name__ == "__main__":
    main()
