/* sentences.js - what the core says, in words of the page.
 *
 * The tool's messages name options where a teacher at a page has fields and files.
 */
'use strict';

const PAGE_WORDS = [
  // what would help
  [/^--diverse '?(.*?)'? instead of --balance spreads it/, 'wishing groups diverse in $1, instead of a mix, spreads it'],
  [/--similar '?(.*?)'? makes groups of equals, --diverse .* spreads them evenly/, 'similar in $1 makes groups of equals, diverse in $1 spreads them evenly'],
  [/^--balance '?(.*?)'?=(\d+)\/(\d+) (would|may) do/, 'a mix by $1 of at least $2 to $3 $4 do'],
  [/ \(--size \d+-\d+\)/, ''],
  [/; --size (\d+)-(\d+) (would|may) do/, '; groups of $1 to $2 $3 do'],
  [/; --groups (\d+) (would|may) do/, '; $1 groups $2 do'],
  [/more --effort or another --seed may find some/, 'more effort or another seed may find some'],
  [/say how large the groups are: --size 3-4; or how many there are: --groups 12/, 'say how large the groups are, or how many there are'],
  [/say either --size or --groups, not both/, 'say how large the groups are or how many there are, not both'],
  [/nobody moves: --groups cannot be (\d+)/, 'nobody moves, so there cannot be $1'],
  [/give a file that faircap group wrote/, 'choose the table with all columns that you can download here'],
  [/; name both columns: --join-by .*$/, '; say which columns do'],
  [/; name the columns that hold the same identifiers: --join-by COL=COL2/, '; say which columns hold the same identifiers'],
  [/--join FILE adds/, 'a second file adds'],
  [/--join needs a file with a header; say --header if (.*) has one/, 'a second file can be added to one with a header; say so if $1 has one'],
  [/say which one does \(--role [^)]*\), or add a file that has one \(--join\)/, 'say which one does, or add a second file that has one'],
  [/: name the column of the ids with --id, or give a result with "row" and "cluster"/, ': they need an e-mail address, a login or an ID in both'],
  [/; name the column of the ids with --id(, so that the order is of no importance)?/, '; an e-mail address, a login or an ID would tell them apart'],
  [/; use its number \(from 1\)/, '; give each a name of its own'],
  [/it is no student \(--as-is keeps it\)/, 'it looks like a sum or an average, no student; "Take every row and cell as it is" below keeps it'],
  [/ \(--as-is keeps it\)/, ' (reading the file as it is keeps it)'],
  [/ to match its rows by \(--id\)/, ' to match its rows by'],
  [/ \(\((?:together|apart|start)\), line \d+\)/g, ''],
  [/, say --(no-)?header/, ', say so'],
  [/, say --skip, and if it is data, --no-header/, ', say so'],
  [/(,| and) say --delimiter (tab|\$?'[^']*')/, '$1 say so'],
  [/; it has as many with another delimiter: use one in the whole file/, '; it has as many with another character between the cells: use one in the whole file'],
  [/ say --na ('[^']*'|\S+)/, ' empty the cells with $1'],
  [/; the header lacks a name \(R .*\), or it is a title/, ''],
  [/; a line before the header is left out with --skip 1/, '; remove the lines before the header'],
  [/; lines that begin with # are left out with --skip \d+/, '; remove the lines that begin with #'],
  [/; --skip 1 begins below it/, ''],
  // files for an LMS
  [/needs the short name of the course, as Moodle shows it in the course settings: --course SHORTNAME/,
    'needs the short name of the course, as Moodle shows it in the course settings'],
  [/; needs --course$/, ''],
  [/--to student makes one to show/, 'The list for students can be shown'],
  [/--to takes FORMAT or FORMAT:FILE, not (".*"); the formats are$/, 'there is no file of the kind $1'],
  // which option it is about
  [/^--to [a-z-]+: /, ''],
  [/^--to /, ''],
  [/^--role takes ROLE=COL, where ROLE is/, 'a column can be'],
  [/^--[a-z-]+: /, ''],
];

const BEGINNINGS = /^(a|an|any|both|no|nobody|only|say|the|there|these|this|two|what|who)\b/;

/** A sentence with a capital where it begins with a word of ours, not of the roster, and with a full stop. */
function sentence(said) {
  const words = PAGE_WORDS.reduce((text, [from, to]) => text.replace(from, to), said);
  const begun = BEGINNINGS.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
  return /[.?!:]$/.test(begun) ? begun : `${begun}.`;
}
