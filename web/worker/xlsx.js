/* xlsx.js - the first sheet of a workbook that has data, as CSV. */
'use strict';
