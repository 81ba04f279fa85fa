import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import CloseAccount from '../deletion/close-account.page.tsx'
import DeleteSubscriber from '../deletion/delete-subscriber.page.tsx'
import DeleteUser from '../deletion/delete-user.page.tsx'
import AskForData from './ask-for-data.page.tsx'
import DataRequests from './data-requests.page.tsx'
import SubscriberData from './subscriber-data.page.tsx'

const on = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const sent = (values: object, errors: object = {}, refusal: string | null = null) => ({
  ...{ intent: '', values, errors, refusal, shown: null },
})

test('how one asks for what is kept', () => {
  const page = (isKnown: boolean, answer?: object) => ({
    part: pageWith(AskForData, {
      loaderData: { isKnown, contact: 'hello@kohue.example' },
      actionData: answer,
    }),
    answer,
  })
  expectParts('ask-for-data', {
    'by a link that is known': page(true),
    'a link was sent': page(true, { ...sent({}), shown: { isSent: true } }),
    'too many were asked for': page(true, sent({}, {}, 'Too many links.')),
    'by a link that is not known': page(false),
  })
})

test('what subscribers read of their data', () => {
  const fields = {
    ...{ email: 'ana@example.com', fullname: 'Ana Ruiz', phone: '3055550142', state: 'CA' },
    ...{ address: '12 Vine Street', addressExtra: '', city: 'Napa', zipCode: '94558' },
  }
  const subscriber = {
    ...{ fields, leftAt: null, consent: { at: on(3), wording: 'Yes, write to me.' } },
  }
  const left = { at: on(8), source: 'form' }
  const page = (view: object, actionData?: object) =>
    pageWith(SubscriberData, { loaderData: { view }, actionData })
  const open = (change: object, answer?: object) =>
    page({ state: 'open', subscriber, left: null, ...change }, answer)
  expectParts(
    'subscriber-data',
    {
      'all of it': open({}),
      'an email alone': open({
        subscriber: {
          ...subscriber,
          fields: {
            ...fields,
            fullname: '',
            phone: '',
            address: '',
            city: '',
            state: '',
            zipCode: '',
          },
        },
      }),
      'who has left': open({ left }),
      'who has left before it was noted how': open({
        subscriber: { ...subscriber, leftAt: on(2) },
      }),
      'a name that is refused': open(
        {},
        sent({ fullname: 'x'.repeat(9) }, { fullname: 'No more than 60 letters' }),
      ),
      'erased without a check': open({}, sent({}, { sure: 'Please check the box first.' })),
      'a link that was not used yet': page({ state: 'unused' }),
      'a link that works no more': page({ state: 'none' }),
    },
    { asChanges: true },
  )
})

test('what staff read of requests for data', () => {
  const request = (number: number, change: object = {}) => ({
    ...{ number, kind: 'export', email: `${number}@example.com`, askedAt: on(number) },
    ...{ isOverdue: false, ...change },
  })
  const page = (requests: object[], closing: object | null = null, answer?: object) => {
    const loaderData = { requests, closing }
    return { part: pageWith(DataRequests, { loaderData, actionData: answer }), answer }
  }
  const erasure = request(5, { kind: 'erasure', isOverdue: true })
  expectParts(
    'data-requests',
    {
      'two, one of them late': page([request(4), erasure]),
      none: page([]),
      'one is closed': page([erasure], erasure),
      'one without an address is closed': page([request(4)], request(4, { email: '' })),
      'one to see data is closed without saying how': page([request(4)], request(4), {
        ...sent({ number: '4', outcome: 'other', note: '' }, { note: 'Please say in your words' }),
        intent: 'done',
      }),
      'one to erase is closed too early': page([erasure], erasure, {
        ...sent({ number: '5', outcome: 'erased' }, {}, 'An account still has this address.'),
        intent: 'done',
      }),
      'a new one is refused': page([], null, {
        ...sent({ kind: 'erasure', email: 'ana@' }, { email: 'This is not a valid email' }),
        intent: 'add',
      }),
    },
    { asChanges: true },
  )
})

test('what is asked before someone is deleted', () => {
  const closing = (isListed: boolean, answer?: object) => ({
    part: pageWith(CloseAccount, {
      loaderData: { email: 'ana@example.com', isListed },
      actionData: answer,
    }),
    answer,
  })
  const wrong = 'That is not your current password.'
  const user = { name: 'Ana Ruiz', email: 'ana@example.com' }
  const deleting = (person: object | null) =>
    pageWith(DeleteUser, { loaderData: { person, to: '/admin/users?page=2' } })
  expectParts(
    'close-account',
    {
      'one’s account, and the record of the list': closing(true),
      'one’s account': closing(false),
      'a wrong password, and the record stays': closing(true, sent({}, {}, wrong)),
      'a wrong password, and the record goes': closing(true, sent({ list: 'yes' }, {}, wrong)),
    },
    { asChanges: true },
  )
  expectParts('deleting', {
    'a user': deleting(user),
    'a user who is gone': deleting(null),
    'a subscriber': pageWith(DeleteSubscriber, {
      loaderData: { subscriber: { id: 's1', ...user }, to: '/admin/joined-list?page=3' },
    }),
  })
})
