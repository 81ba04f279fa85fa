import { createHash } from 'node:crypto'

import { privacy, terms } from '../../src/domain/copy/legal.ts'
import { specSheets } from '../../src/domain/copy/spec-sheets.ts'
import { legalPaper } from './legal-paper.ts'
import { specSheetPaper } from './spec-sheet-paper.ts'

/** A PDF of the shop: the words it is made of, and those words set for print. */
export type Paper = { file: string; words: unknown; html: () => Promise<string> }

export const papers: readonly Paper[] = [
  { file: 'terms.pdf', words: terms, html: () => legalPaper(terms) },
  { file: 'privacy.pdf', words: privacy, html: () => legalPaper(privacy) },
  ...specSheets.map((sheet) => ({
    file: `${sheet.id}.pdf`,
    words: sheet,
    html: () => specSheetPaper(sheet),
  })),
]

/** Tells whether a PDF was printed from these words. */
export const digestOf = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
