import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import { claimList } from './claim-list.store.server.ts'
import Claims from './claims.page.tsx'

type Props = Parameters<typeof Claims>[0]

const now = new Date('2027-03-10T18:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const box = (number: number, state: string, claim: object | null, change: object = {}) => ({
  ...{ id: `s${number}`, number, orderNumber: number - 1_000, state, name: 'Ana Ruiz' },
  ...{ carrier: 'ups', claim, ...change },
})
const claim = (openedAt: Date, change: object = {}) => ({
  ...{ version: 3, openedAt, closedAt: null, claimNumber: 'C-7', amountCents: 45_050 },
  ...{ paidOn: null, refusedOn: null, refusal: '', ...change },
})

function page(rows: readonly object[], sent?: object) {
  const loaderData = { list: listView('claims', claimList.shape, rows), isStale: false, now }
  const actionData = sent && { intent: 'save', refusal: null, shown: null, ...sent }
  return <Claims {...({ loaderData, actionData } as unknown as Props)} />
}
const paid = claim(ago(500), { closedAt: ago(2), paidOn: '2027-03-09' })

test('what is claimed for boxes, and what came of it', () => {
  expectParts('claims-page', {
    none: page([]),
    'not claimed, of no carrier': page([box(2001, 'lost', null, { carrier: null })]),
    'open for hours, a day and days': page([
      box(2001, 'lost', claim(ago(23))),
      box(2002, 'damaged', claim(ago(24), { claimNumber: '', amountCents: null })),
      box(2003, 'lost', claim(ago(48))),
    ]),
    'paid, and refused': page([
      box(2001, 'lost', paid),
      box(2002, 'damaged', {
        ...claim(ago(600), { refusedOn: '2027-03-08', refusal: 'No photo', closedAt: ago(48) }),
      }),
    ]),
    'paid, and its change refused as it was typed': page(
      [box(2001, 'lost', paid), box(2002, 'lost', null)],
      {
        values: { number: '2001', claimNumber: 'C-8', amount: 'lots' },
        errors: { amount: 'An amount such as 12.50, please.' },
      },
    ),
  })
})
