// zip.mjs - workbooks made by hand: a zip of the parts that a test gives.
import {deflateRawSync} from 'node:zlib';

function header(signature, method, name, packed, bytes) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(method, 4);
  // The checksum stays 0: nobody looks at it, since unpacking finds damage by itself.
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return Buffer.concat([Buffer.from(signature), fields]);
}

/** {path: text} -> bytes; `stored` parts are not packed. */
export function zip(parts, stored = false) {
  const locals = [], central = [];
  let at = 0;
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path), bytes = Buffer.from(text);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const method = stored ? 0 : 8;
    const local = Buffer.concat([header('PK\x03\x04', method, name, packed, bytes), name, packed]);
    const about = Buffer.alloc(14);
    about.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]),
      header('', method, name, packed, bytes), about, name]));
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(central), end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const relations = (list) => `<?xml version="1.0"?><Relationships>${list.map(([id, type, target]) =>
  `<Relationship Id="${id}" Type="${TYPE}${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** sheets: [{name, state, rows: '<row>...'}]. */
export function workbook({sheets, strings = [], styles = '', about = ''}, stored) {
  const parts = {
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="x">${about}<sheets>${sheets.map(({name, state}, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"${state ? ` state="${state}"` : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...sheets.map((_, i) => [`s${i}`, 'worksheet', `worksheets/sheet${i + 1}.xml`]),
      ['str', 'sharedStrings', '/xl/sharedStrings.xml'], ['sty', 'styles', 'styles.xml']]),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
  };
  sheets.forEach(({rows}, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  });
  return zip(parts, stored);
}
