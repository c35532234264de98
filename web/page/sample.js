// sample.js - a made-up class to try the page with, in the reader's language.
import { fileOfText } from './file_in.js';
import { t } from './i18n.js';

// Name, f or m, points in the last test, a letter for the favourite time (morning, noon, evening),
// and how much was programmed before (0 never, 1 a little, 2 a lot). Nobody of them exists.
const CLASS = [
    'Ada Sommer f 78 m 2',
    'Ben Okafor m 64 n 1',
    'Carla Rossi f 91 e 1',
    'Deniz Kaya m 55 e 0',
    'Elif Aydin f 83 m 2',
    'Finn Larsen m 47 n 0',
    'Greta Holm f 69 m 1',
    'Hugo Petit m 72 e 2',
    'Ida Novak f 58 n 0',
    'Jonas Weber m 88 m 2',
    'Kim Nguyen f 74 n 1',
    'Leo Marino m 39 e 0',
    'Mia Fischer f 95 m 2',
    'Noah Adeyemi m 61 n 1',
    'Olga Petrova f 52 e 0',
    'Paul Dubois m 80 m 1',
    'Quirin Maier m 67 n 2',
    'Rosa Jimenez f 44 e 0',
    'Sami Haddad m 76 m 1',
    'Tara Singh f 86 e 2',
    'Uwe Krause m 50 n 0',
    'Vera Costa f 63 n 1',
    'Wim Janssen m 71 e 1',
    'Yuki Tanaka f 82 m 1',
    'Zoran Ilic m 57 e 0',
    'Alma Berg f 66 n 1',
    'Bruno Silva m 90 m 2',
    'Clara Brandt f 48 e 0',
];

export function sampleFile() {
    const kinds = {
        f: t('sample.female'),
        m: t('sample.male'),
        times: { m: t('sample.morning'), n: t('sample.noon'), e: t('sample.evening') },
        levels: [t('sample.never'), t('sample.little'), t('sample.much')],
    };
    const head = ['name', 'email', 'gender', 'points', 'time', 'level'].map(key => t(`sample.column.${key}`));
    const lines = CLASS.map(text => {
        const [first, last, gender, points, time, level] = text.split(' ');
        return [
            `${first} ${last}`,
            `${first}.${last}@school.example`.toLowerCase(),
            kinds[gender],
            points,
            kinds.times[time],
            kinds.levels[level],
        ].join(',');
    });
    return fileOfText(t('sample.file'), `${[head.join(','), ...lines].join('\n')}\n`);
}
