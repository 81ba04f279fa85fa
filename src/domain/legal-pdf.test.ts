import { expect, test } from 'vitest'

import { legalPdf, withheldPdfs } from './legal-pdf.ts'

test('only the printing of the present state is linked and served', () => {
  expect(legalPdf('terms', false)).toBe('terms-draft.pdf')
  expect(withheldPdfs(false)).toEqual(['terms.pdf', 'privacy.pdf'])
  expect(legalPdf('terms', true)).toBe('terms.pdf')
  expect(withheldPdfs(true)).toEqual(['terms-draft.pdf', 'privacy-draft.pdf'])
})
