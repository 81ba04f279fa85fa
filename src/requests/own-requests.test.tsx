import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import type { OwnRequest } from './own-requests.actions.server.ts'
import { OwnRequests } from './own-requests.tsx'
import type { RequestKind, RequestState } from './request.rules.ts'
import { requestStates } from './request.rules.ts'

const at = (day: number) => new Date(Date.UTC(2027, 2, day, 18))

const request = (kind: RequestKind, more: Partial<OwnRequest> = {}): OwnRequest => ({
  ...{ number: 3001, kind, productId: null, wine: null, units: 1, text: '', state: 'open' },
  ...{ createdAt: at(1), version: 1, position: null, answer: null, kept: null },
  ...((kind === 'wine' || kind === 'more') && { productId: 'malbec', wine: '2022 Malbec' }),
  ...(kind === 'other' && { text: 'May I visit?' }),
  ...more,
})
const shown = (...requests: OwnRequest[]) => <OwnRequests requests={requests} sent={undefined} />

const sent = (of: object) =>
  ({ intent: '', errors: {}, refusal: null, shown: null, ...of }) as Parameters<
    typeof OwnRequests
  >[0]['sent']

const granted = {
  state: 'granted',
  units: 3,
  answer: { text: 'Enjoy.', until: at(4) },
} as const satisfies Partial<OwnRequest>

const inEachState = (kind: RequestKind) =>
  requestStates.map(
    (state: RequestState) => [`${kind}, ${state}`, shown(request(kind, { state }))] as const,
  )

test('what customers read of their requests, and can do about them', () => {
  expectParts('own-requests', {
    none: shown(),
    'of the subscription': shown(request('subscription')),
    'more, granted': shown(request('more', { ...granted, kept: { units: 1, until: at(4) } })),
    ...Object.fromEntries((['wine', 'club', 'other'] as const).flatMap(inEachState)),
    'in line': shown(request('wine', { position: { place: 1, of: 1 }, units: 2, text: 'Please' })),
    'granted and kept': shown(request('wine', { ...granted, kept: { units: 2, until: at(4) } })),
    'granted and over': shown(request('wine', granted)),
    lapsed: shown(request('wine', { ...granted, state: 'lapsed' })),
    'closed with its queue': shown(
      request('wine', { state: 'lapsed', answer: { text: '', until: null } }),
    ),
    'a change refused, as it was typed, of one of two': (
      <OwnRequests
        requests={[request('wine', { number: 3002 }), request('other')]}
        sent={sent({
          values: { intent: 'change', number: '3002', units: '3', text: 'Please' },
          errors: { units: 'At most 2, please.' },
        })}
      />
    ),
    'a question refused, as it was typed': (
      <OwnRequests
        requests={[]}
        sent={sent({ values: { intent: 'ask', text: '?' }, errors: { text: 'A few words more.' } })}
      />
    ),
    'two of them': shown(request('other', { number: 3002 }), request('club')),
  })
})
