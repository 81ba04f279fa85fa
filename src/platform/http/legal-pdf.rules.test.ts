import { expect, test } from 'vitest'

import { legalFiles, legalPdf } from './legal-pdf.rules.ts'

test('drafts are linked and served until the texts are approved, then the final texts', () => {
  expect(legalPdf('terms', false)).toBe('terms-draft.pdf')
  expect(legalFiles(false)).toEqual({
    '/pdf/terms.pdf': 'terms-draft.pdf',
    '/pdf/terms-draft.pdf': 'terms-draft.pdf',
    '/pdf/privacy.pdf': 'privacy-draft.pdf',
    '/pdf/privacy-draft.pdf': 'privacy-draft.pdf',
  })
  expect(legalPdf('terms', true)).toBe('terms.pdf')
  expect(legalFiles(true)).toEqual({
    '/pdf/terms.pdf': 'terms.pdf',
    '/pdf/terms-draft.pdf': null,
    '/pdf/privacy.pdf': 'privacy.pdf',
    '/pdf/privacy-draft.pdf': null,
  })
})
