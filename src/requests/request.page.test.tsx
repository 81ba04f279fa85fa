import { expect, test } from 'vitest'

import { expectParts, partText } from '#tests/harness/what-parts-say.tsx'

import type { RequestForStaff } from './answer-requests.actions.server.ts'
import RequestPage from './request.page.tsx'
import type { RequestKind, RequestState } from './request.rules.ts'
import { requestKinds, requestStates } from './request.rules.ts'

/** The page of a request of that kind and state. */
function page(
  kind: RequestKind,
  state: RequestState,
  { request = {}, person = {}, ...more }: Record<string, object> = {},
  sent?: object,
) {
  const productId = kind === 'wine' || kind === 'more' ? 'malbec' : null
  const at = new Date('2027-03-01T18:00:00Z')
  const view = {
    request: {
      ...{ id: 'r', number: 3001, kind, state, productId, wine: productId, userId: 'u', units: 2 },
      ...{ text: '', createdAt: at, queuedAt: at, askedAgainAt: null, version: 1 },
      ...request,
    },
    person: {
      ...{ id: 'u', name: 'Ana', email: 'ana@example.com', membershipLevel: 0, state: 'CA' },
      ...{ isServed: true, subscription: 'active', registeredAt: at },
      ...person,
    },
    facts: { bought: 0, refunds: 0, earlier: 0 },
    ...{ position: null, answers: [], saved: [], log: [] },
    grantable: { free: 3, whyNot: null },
    ...more,
  } as unknown as RequestForStaff
  const actionData = sent && { errors: {}, refusal: null, shown: null, ...sent }
  const props = { loaderData: view, actionData }
  return <RequestPage {...(props as Parameters<typeof RequestPage>[0])} />
}

/** What staff are offered to do with it. */
function offered(kind: RequestKind, state: RequestState): string {
  return partText(page(kind, state))
    .flatMap((line) => /\[\[.*\]\] intent=(\S+)/.exec(line)?.[1] ?? [])
    .join(', ')
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

test('a request, who asks, and what they were answered', () => {
  const day = (of: number) => new Date(Date.UTC(2027, 2, of, 18))
  const answer = (id: string, change: object) => ({
    ...{ id, at: day(2), byEmail: 'bea@kohue.example', verdict: 'granted', units: null, text: '' },
    ...{ until: null, ...change },
  })
  expectParts(
    'request-page',
    {
      'of a wine': page('wine', 'open'),
      'of one case, asked again, in line, with words': page('wine', 'open', {
        request: { units: 1, text: 'For a wedding', askedAgainAt: day(5) },
        position: { place: 2, of: 7 },
        grantable: { free: 0, whyNot: null },
      }),
      'of a member without a name, whose state is not served': page('wine', 'open', {
        person: { name: '', membershipLevel: 12, state: 'UT', isServed: false },
        facts: { bought: 1, refunds: 2, earlier: 3 },
        grantable: { free: 1, whyNot: null },
      }),
      'of a wine without stock, and nobody’s address': page('more', 'open', {
        person: { state: '' },
        grantable: { free: null, whyNot: 'no-stock' } as object,
      }),
      'answered in every way': page('wine', 'granted', {
        answers: [
          answer('a', { units: 1, until: day(4), text: 'Enjoy.' }),
          answer('b', { verdict: 'declined', byEmail: null }),
          answer('c', { verdict: 'waiting' }),
          answer('d', { verdict: 'closed' }),
          answer('e', { verdict: 'reopened' }),
          answer('f', { verdict: 'reopened', byEmail: null }),
        ],
      }),
      'to subscribe again': page('subscription', 'open', { request: { text: 'active' } }),
      'to unsubscribe': page('subscription', 'taken', { request: { text: 'inactive' } }),
      'of the club': page('club', 'open'),
      'of the club, kept for later': page('club', 'waiting'),
      'of something else': page('other', 'open', { request: { text: 'May I visit?' } }),
      'a grant refused': page(
        'wine',
        'open',
        {},
        {
          ...{ intent: 'grant', values: { units: '9', hours: '1', text: 'Hi' } },
          errors: { units: 'At most 2, please.' },
        },
      ),
      'declined without a word': page(
        'wine',
        'open',
        {},
        {
          ...{ intent: 'decline', values: { text: '', keepsPlace: 'on' } },
          errors: { text: 'Please fill this in.' },
        },
      ),
      'a level refused': page(
        'club',
        'open',
        {},
        {
          ...{ intent: 'grant-club', values: { level: '6' }, errors: { level: 'Choose, please.' } },
        },
      ),
      'an answer refused': page(
        'other',
        'open',
        {},
        {
          ...{ intent: 'answer', values: { text: 'Yes' }, errors: { text: 'Too short.' } },
        },
      ),
    },
    { asChanges: true },
  )
})
