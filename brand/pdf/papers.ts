import { createHash } from 'node:crypto'

import { specSheets } from '../../src/catalogue/sheets/spec-sheets.copy.ts'
import { legalPdf } from '../../src/platform/http/legal-pdf.rules.ts'
import { legalDay, legalStatus, privacy, termsOn } from '../../src/site/pages/legal.copy.ts'
import { legalPaper } from './legal-paper.ts'
import { specSheetPaper } from './spec-sheet-paper.ts'

/** A PDF of the shop: the words it is made of, and those words set for print. */
export type Paper = {
  file: string
  words: unknown
  html: () => Promise<string>
  /** Its first page is shown as a picture, too. */
  isLegal?: boolean
}

/** Each legal text is printed twice, with the mark of a draft and without it. */
function legalText(name: 'terms' | 'privacy', approved: boolean): Paper {
  const text = name === 'terms' ? termsOn(legalDay) : privacy
  const status = legalStatus(approved)
  return {
    file: legalPdf(name, approved),
    words: { ...text, status },
    html: () => legalPaper(text, status),
    isLegal: true,
  }
}

export const papers: readonly Paper[] = [
  ...[false, true].flatMap((approved) => [
    legalText('terms', approved),
    legalText('privacy', approved),
  ]),
  ...specSheets.map((sheet) => ({
    file: `${sheet.id}.pdf`,
    words: sheet,
    html: () => specSheetPaper(sheet),
  })),
]

/** Tells whether a PDF was printed from these words. */
export const digestOf = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
