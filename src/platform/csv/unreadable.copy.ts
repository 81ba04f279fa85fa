import type { ReadTable } from './csv-reader.rules.ts'
import { csvFileLimits } from './csv.rules.ts'

/** Why a file of staff could not be read. */
export function unreadable(read: Extract<ReadTable<string>, { ok: false }>): string {
  switch (read.reason) {
    case 'not-csv':
    case 'too-wide':
      return 'This could not be read as CSV. A quotation mark may be missing.'
    case 'too-many':
      return `At most ${csvFileLimits.rows.toLocaleString('en-US')} rows.`
    case 'empty':
      return 'There are no rows in the file.'
    case 'missing-columns': {
      const columns = read.columns.map((name) => `“${name}”`).join(' and ')
      return read.columns.length === 1
        ? `The column ${columns} is missing.`
        : `The columns ${columns} are missing.`
    }
    case 'column-twice':
      return `The column “${read.column}” is there twice.`
  }
}
