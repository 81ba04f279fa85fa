import { expect, test } from 'vitest'

import { legalPdf, withheldPdfs } from './legal-pdf.rules.ts'

test('drafts are linked and served until the texts are approved, then the final texts', () => {
  expect(legalPdf('terms', false)).toBe('terms-draft.pdf')
  expect(withheldPdfs(false)).toEqual(['terms.pdf', 'privacy.pdf'])
  expect(legalPdf('terms', true)).toBe('terms.pdf')
  expect(withheldPdfs(true)).toEqual(['terms-draft.pdf', 'privacy-draft.pdf'])
})
