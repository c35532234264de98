"""The five data sets of the paper: where they come from, how a file is known to be the published one, how it is read.

Nothing here is a record of a person. `printed` is the row of the paper's Table 1; a checksum is of the file as its
publisher hands it out. PISA's extract has no DOI; of MOOC's file of 2014 no checksum is known.
"""
from dataclasses import dataclass

OULAD_SAMPLE = "studentInfo-4000.csv"


@dataclass(frozen=True)
class Printed:
    """A row of the paper's table of data sets."""
    instances: int
    attributes: int
    protected: str
    groups: tuple  # (value, count), (value, count)
    balance: str


@dataclass(frozen=True)
class Source:
    """A file: its folder below DATA_DIR (or DATA_DIR itself), and the checksum of the published one."""
    folder: str
    name: str
    sha256: str = ""
    md5: str = ""  # where the publisher states only this


@dataclass(frozen=True)
class Dataset:
    name: str
    title: str
    citation: str
    identifier: str  # DOI, or what there is instead of one
    link: str
    sources: tuple  # alternatives, the first that is there counts; each a tuple of the files it needs
    options: tuple  # data options of the tool
    printed: Printed
    obtain: str


def student(name, title, sha256, printed):
    return Dataset(
        name, title, "P. Cortez and A. Silva, FUBUTEC 2008; UCI Machine Learning Repository", "10.24432/C5TG7T",
        "https://doi.org/10.24432/C5TG7T", ((Source("student-performance", name + ".csv", sha256),),), ("-p", "sex"),
        printed, f"Download the archive from the DOI and put {name}.csv into DATA_DIR/student-performance.")


DATASETS = (
    student("student-mat", "UCI student performance, Mathematics",
            "e47f9ee225e1ee6e69b7564e6dac7123e80b8486677fe111f351964cef5dec80",
            Printed(395, 33, "sex", (("F", 208), ("M", 187)), "0.899")),
    student("student-por", "UCI student performance, Portuguese",
            "a7594a11d7771c0efe1a740824e0e833da9c4cad07c39a9766a874575563fb3f",
            Printed(649, 33, "sex", (("F", 383), ("M", 266)), "0.695")),
    Dataset("pisa", "PISA test scores", "H. Fleischman et al., NCES 2011-004; U.S. public-use data of PISA 2009",
            "no DOI (NCES 2011-038)", "https://nces.ed.gov/pubsearch/pubsinfo.asp?pubid=2011038",
            ((Source("pisa2009", "pisa2009train.csv",
                     "8b15954f0d7757a3d6cd40fb2b2abc224556f4c54a6661a6005ba6bc9c555254"),
              Source("pisa2009", "pisa2009test.csv",
                     "571a8be9785877b6ada0e56476737b72024722030f2014c496ee1fdec42aaf63")),),
            ("-p", "male", "--missing", "drop"),
            Printed(3404, 24, "male", (("1", 1697), ("0", 1707)), "0.994"),
            "Put pisa2009train.csv and pisa2009test.csv (the extract of the course 15.071x) into DATA_DIR/pisa2009."),
    Dataset("oulad", "OULAD", "J. Kuzilek, M. Hlosta and Z. Zdrahal, Scientific Data 4:170171, 2017",
            "10.1038/sdata.2017.171", "https://doi.org/10.1038/sdata.2017.171",
            ((Source("oulad", OULAD_SAMPLE, "11483f52bd6194e35ece5d5b4ddd6815abfc002d9e49858bd5b194bd685e758b"),),
             (Source("oulad", "studentInfo.csv", "7e6f3e474a5eee00639d2a414a6c7e928745823c2d2c2563ca1780145f99b0d6"),)),
            ("-p", "gender", "-x", "id_student"),
            Printed(4000, 12, "gender", (("F", 2000), ("M", 2000)), "1"),
            "Download the data set from https://analyse.kmi.open.ac.uk/open_dataset and put studentInfo.csv into "
            "DATA_DIR/oulad."),
    Dataset("mooc", "MOOC", "HarvardX-MITx Person-Course, academic year 2013, de-identified", "10.7910/DVN/26147",
            "https://doi.org/10.7910/DVN/26147",
            ((Source("mooc", "HMXPC13_DI_v2_5-14-14.csv"),),
             (Source("mooc", "HXPC13_DI_v3_11-13-2019.csv", md5="53419b486c3b19c14d2f06612980f630"),),
             (Source("mooc", "HXPC13_DI_v3_11-13-2019.tab"),)),
            ("-p", "gender"),
            Printed(4000, 21, "gender", (("F", 2000), ("M", 2000)), "1"),
            "Its records may not be passed on. Accept the publisher's terms at the DOI, download "
            "HMXPC13_DI_v2_5-14-14.csv (the version of 2014, which the paper cites) or HXPC13_DI_v3_11-13-2019.csv (the "
            "present one, HarvardX only), put it into DATA_DIR/mooc and run this again: all other results stay."),
)
