import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Licence from './licence.page.tsx'

type Props = Parameters<typeof Licence>[0]

const typed = {
  ...{ holder: 'business', state: 'OH', kind: 'S-2 permit', number: '4471120' },
  ...{
    from: '2026-06-01',
    until: '2027-05-31',
    reportsEvery: '',
    reportsDueDay: '',
    coveredBy: '',
  },
}
const standing = { daysLeft: 100, hasBegun: true, isSuspending: false, isUnfollowed: true }
const licence = { ...typed, ...standing, id: 'l', version: 3, fields: typed, documentSha256: '' }

function page(change: object | null, sent?: object) {
  const loaderData = {
    licence: change && { ...licence, ...change },
    states: ['OH', 'TX'],
    log: [],
  }
  const actionData = sent && { intent: 'save', values: {}, errors: {}, refusal: null, ...sent }
  return <Licence {...({ loaderData, actionData } as unknown as Props)} />
}

const shown = (change: object) => ({
  shown: { problem: 'invalid', values: typed, errors: {}, now: null, ...change },
})

test('a license, its document, and why what was typed is not saved', () => {
  expectParts(
    'licence-page',
    {
      valid: page({}),
      'with a document and reports': page({
        documentSha256: 'a',
        fields: { ...typed, reportsEvery: 'quarter', reportsDueDay: '20' },
      }),
      ended: page({ daysLeft: -1, isSuspending: true }),
      gone: page(null),
      'a wrong day': page(
        {},
        shown({ errors: { until: 'Its last day is before its first day.' } }),
      ),
      'saved by a colleague': page(
        {},
        shown({
          problem: 'saved-elsewhere',
          now: {
            ...{ version: 4, fields: typed, by: 'ana@kohue.example' },
            conflicts: [
              {
                field: 'holder',
                was: 'business',
                theirs: 'shipper',
                yours: 'business',
                isContested: true,
              },
            ],
          },
        }),
      ),
      'no PDF': page({}, { intent: 'document', errors: { file: 'This is not a PDF.' } }),
    },
    { asChanges: true },
  )
})
