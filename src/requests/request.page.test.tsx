import { expect, test } from 'vitest'

import { partText } from '#tests/harness/what-parts-say.tsx'

import type { RequestForStaff } from './answer-requests.actions.server.ts'
import RequestPage from './request.page.tsx'
import type { RequestKind, RequestState } from './request.rules.ts'
import { requestKinds, requestStates } from './request.rules.ts'

/** What staff are offered to do with a request of that kind and state. */
function offered(kind: RequestKind, state: RequestState): string {
  const productId = kind === 'wine' || kind === 'more' ? 'malbec' : null
  const at = new Date('2027-03-01T18:00:00Z')
  const view = {
    request: {
      ...{ id: 'r', number: 3001, kind, state, productId, wine: productId, userId: 'u', units: 2 },
      ...{ text: '', createdAt: at, queuedAt: at, askedAgainAt: null, version: 1 },
    },
    person: {
      ...{ id: 'u', name: 'Ana', email: 'ana@example.com', membershipLevel: 0, state: 'CA' },
      ...{ isServed: true, subscription: 'active', registeredAt: at },
    },
    facts: { bought: 0, refunds: 0, earlier: 0 },
    ...{ position: null, answers: [], saved: [], log: [] },
    grantable: { free: 3, whyNot: null },
  } as unknown as RequestForStaff
  const page = partText(
    <RequestPage {...({ loaderData: view } as Parameters<typeof RequestPage>[0])} />,
  )
  return page.flatMap((line) => /\[\[.*\]\] intent=(\S+)/.exec(line)?.[1] ?? []).join(', ')
}

test('staff are offered the answers that a request can have', () => {
  const all = requestKinds.map((kind) => [
    kind,
    Object.fromEntries(
      requestStates.flatMap((state) => {
        const answers = offered(kind, state)
        return answers === '' ? [] : [[state, answers]]
      }),
    ),
  ])
  expect(Object.fromEntries(all)).toEqual({
    wine: { open: 'grant, decline', waiting: 'decline' },
    more: { open: 'grant, decline', waiting: 'decline' },
    club: { open: 'grant-club, decline', waiting: 'grant-club, decline' },
    subscription: { open: 'confirm-subscription' },
    other: { open: 'answer, decline', waiting: 'decline' },
  })
})
