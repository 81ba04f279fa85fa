import { test } from 'vitest'

import { expectParts, listView, pageWith } from '#tests/harness/what-parts-say.tsx'

import Acquire from './acquire.page.tsx'
import { DeleteSubscriberDialog } from './delete-subscriber.tsx'
import JoinMailingList from './ex-join.page.tsx'
import Join from './join.page.tsx'
import Rejoin from './rejoin.page.tsx'
import JoinedList from './subscriber-list.page.tsx'
import { subscriberList } from './subscriber-list.store.server.ts'
import SubscriberPage from './subscriber.page.tsx'
import UnsubscribeSubscriber from './unsubscribe-subscriber.page.tsx'
import Unsubscribe from './unsubscribe.page.tsx'

const on = (day: number) => new Date(Date.UTC(2027, 2, day, 20))
const signedIn = { viewer: { role: 'member' } } as const
const left = { at: on(3), source: 'one-click' }

test('how one joins the list', () => {
  const loaderData = { shownAt: 1_000 }
  const sent = (values: object, errors: object = {}, refusal: string | null = null) => ({
    part: pageWith(JoinMailingList, {
      loaderData,
      actionData: { values, errors, refusal },
    }),
  })
  const typed = { fullname: 'Ana', email: 'ana@' }
  expectParts('join', {
    'with the way to an account': pageWith(Join, { loaderData }),
    'signed in': { part: pageWith(Join, { loaderData }), ...signedIn },
    'on a page of its own': pageWith(JoinMailingList, { loaderData }),
    'with fields at fault': sent(typed, { fullname: 'Too short', email: 'Not an email' }),
    'with an empty field': sent({ ...typed, email: ' ' }, { email: 'Please enter your email' }),
    refused: sent(typed, {}, 'Too many requests.'),
    'refused, of the page to join': sent({ ...typed, onJoin: 'yes' }, {}, 'Too many requests.'),
    'before one acquires': pageWith(Acquire, {}),
    'before one acquires, signed in': { part: pageWith(Acquire, {}), ...signedIn },
  })
})

test('how one leaves the list, and comes back', () => {
  const leaving = (subscription: unknown) =>
    pageWith(Unsubscribe, { loaderData: { subscription, contact: 'hello@kohue.example' } })
  const back = (rejoin: object | null) => pageWith(Rejoin, { loaderData: { rejoin } })
  const email = 'ana@example.com'
  expectParts('leaving', {
    'who is on it': leaving({ email, subscribed: true, left: null }),
    'who has left': leaving({ email, subscribed: false, left }),
    'who has left before it was noted how': leaving({ email, subscribed: false, left: null }),
    'whose record is gone': leaving('gone'),
    'by a link that is not known': leaving(null),
    'to come back': back({ email, isBack: false }),
    'who is back': back({ email, isBack: true }),
    'by a link that is over': back(null),
  })
})

test('what staff read of subscribers, and may change', () => {
  const row = (id: string, change: object = {}) => ({
    ...{ id, firstName: 'Ana', lastName: id, email: `${id}@example.com`, byEmail: true },
    ...{ unsubscribedAt: null, ...change },
  })
  const rows = [
    row('Ruiz'),
    row('Sosa', { byEmail: false }),
    row('Vega', { unsubscribedAt: on(4) }),
    row('Paz', { isInactive: true }),
    row('Luna', { firstName: '', lastName: '' }),
  ]
  const fields = {
    ...{ fullname: 'Ana Ruiz', firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com' },
    ...{ phone: '3055550142', country: 'US', address: '12 Vine Street', addressExtra: 'Apt 3' },
    ...{ city: 'Napa', state: 'CA', zipCode: '94558' },
  }
  const consent = { at: on(1), source: 'join', wording: 'Yes, write to me.' }
  const page = (subscriber: object | null, data: object = {}, shown: object | null = null) => ({
    part: pageWith(SubscriberPage, {
      loaderData: {
        subscriber: subscriber && {
          ...{ id: 's1', version: 2, fields, consent, leftAt: null, ...subscriber },
        },
        ...{ left: null, log: [], backTo: '/joinedadmin?page=2', ...data },
      },
      actionData: shown ? { shown } : undefined,
      params: { id: 's1' },
    }),
    at: '/joinedadmin/s1',
  })
  const gone = { problem: 'gone', values: { ...fields, city: 'Reno' }, errors: {}, now: null }
  const named = { id: 's1', name: 'Ana Ruiz', email: 'ana@example.com' }
  expectParts('subscriber-list', {
    some: {
      part: pageWith(JoinedList, {
        loaderData: { list: listView('joined', subscriberList.shape, rows), isStale: false },
      }),
      at: '/joinedadmin?page=1',
    },
    'to delete one over it': (
      <DeleteSubscriberDialog open subscriber={named} to="/joinedadmin" onEnd={() => {}} />
    ),
    'to take one off it': pageWith(UnsubscribeSubscriber, {
      loaderData: { ...named, version: 4 },
    }),
  })
  expectParts(
    'subscriber',
    {
      'on the list': page({}),
      'who has left': page({ leftAt: on(2) }, { left }),
      'without a full name': page({ fields: { ...fields, fullname: '', firstname: 'Anna' } }),
      'without a name': page({ fields: { ...fields, fullname: '', firstname: '', lastname: '' } }),
      'deleted meanwhile': page(null, {}, gone),
      gone: page(null),
    },
    { asChanges: true },
  )
})
