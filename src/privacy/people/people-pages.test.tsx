import { test } from 'vitest'

import { expectParts, listView, pageWith } from '#tests/harness/what-parts-say.tsx'

import PersonPage from './person.page.tsx'
import UsersList from './user-list.page.tsx'
import { userList } from './user-list.store.server.ts'
import { UsersOrders } from './user-orders.tsx'
import UserPage from './user.page.tsx'

const on = (day: number) => new Date(Date.UTC(2027, 2, day, 18))
const left = { at: on(3), source: 'staff' }

const order = (number: number, change: object = {}) => ({
  ...{ number, state: 'paid', refundedCents: 0, createdAt: on(number % 28), subtotalCents: 90_000 },
  lines: [{ productId: 'a', description: '2022 Malbec', quantity: 2, unitPriceCents: 45_000 }],
  ...change,
})
const mixed = order(1042, {
  ...{ state: 'partly-refunded', refundedCents: 48_263, subtotalCents: 130_000 },
  lines: [
    { productId: 'a', description: '2022 Malbec', quantity: 2, unitPriceCents: 45_000 },
    { productId: 'b', description: '2021 Blend', quantity: 1, unitPriceCents: 40_000 },
  ],
})

test('what staff read of a user’s orders', () => {
  const orders = (list: object[], page = 1, hasMore = false) => ({
    part: <UsersOrders history={{ orders: list, page, hasMore } as never} />,
    at: `/usersadmin/u1?page=4${page > 1 ? `&orders=${page}` : ''}`,
  })
  expectParts('user-orders', {
    none: orders([]),
    'of two wines, refunded in part': orders([mixed], 1, true),
    'the second page': orders([order(1041)], 2, true),
    'the third page, which is the last': orders([order(1040, { state: 'disputed' })], 3),
    'a page past the last': orders([], 4),
  })
})

const nobody = {
  ...{ name: 'Ana Ruiz', email: 'ana@example.com', userId: 'u1', subscriberId: null },
  ...{ unconfirmed: null, whyNot: null, left: null, consents: [], orders: [], allocations: [] },
  ...{ requests: [], dataRequests: [], mails: [], campaigns: [], linkTo: [], sessions: 0 },
  ...{ secondAddresses: [], merges: [], log: [] },
  summary: { spentCents: 0, lastOrderAt: null, phone: '', allocationLeft: 0 },
}

test('what staff read of a person', () => {
  const page = (change: object) => ({
    part: pageWith(PersonPage, { loaderData: { person: { ...nobody, ...change }, key: 'k' } }),
    at: '/usersadmin/u1/person',
  })
  const merge = (day: number, change: object) => ({
    ...{ id: `m${day}`, at: on(day), by: 'bea@kohue.example', email: `old${day}@example.com` },
    ...{ moved: { orders: 1, requests: 0, allocations: 2 }, undoneAt: null, mayUndo: false },
    ...{ undoUntil: on(day + 14), ...change },
  })
  const campaign = (id: string, change: object) => ({
    ...{ id, name: `Campaign ${id}`, outcome: 'sent', reason: null, settledAt: on(5) },
    ...{ enteredAt: null, orderedAt: null, ...change },
  })
  const consent = (day: number, change: object = {}) => ({
    ...{ at: on(day), kind: 'email', verdict: 'yes', source: 'form', wording: `Wording ${day}` },
    ...{ page: '/join', by: null, counts: true, ...change },
  })
  const request = (number: number, change: object) => ({
    ...{ number, kind: 'export', askedAt: on(number), doneAt: null, outcome: null },
    ...{ outcomeNote: '', ...change },
  })
  expectParts(
    'person',
    {
      'of whom nothing is there': page({}),
      'a subscriber who may not be emailed': page({
        ...{ userId: null, subscriberId: 's1', whyNot: 'left', left },
      }),
      'both, who bought': page({
        ...{ subscriberId: 's1', orders: [mixed], sessions: 2 },
        summary: {
          ...{ spentCents: 91_237, lastOrderAt: on(9), phone: '3055550142', allocationLeft: 1 },
        },
      }),
      'with two cases left': page({ summary: { ...nobody.summary, allocationLeft: 2 } }),
      'beside a record that is not confirmed': page({ unconfirmed: { subscriberId: 's2' } }),
      'a record beside an account that is not confirmed': page({
        ...{ userId: null, subscriberId: 's1', unconfirmed: { userId: 'u2' } },
      }),
      'what they agreed to': page({
        consents: [
          consent(4),
          consent(5, { verdict: 'no', source: 'staff', by: 'bea@kohue.example', kind: 'calls' }),
          consent(6, { counts: false, source: 'account' }),
        ],
      }),
      'allocations, in a release and outside one': page({
        allocations: [
          { id: 'a', release: 'Spring', wine: '2022 Malbec', units: 4, bought: 1, held: 2 },
          { id: 'b', release: null, wine: '2021 Blend', units: 3, bought: 0, held: 0 },
        ],
      }),
      'requests for wine': page({
        requests: [{ number: 7, kind: 'wine', state: 'open', createdAt: on(7) }],
      }),
      'campaigns, and two links': page({
        campaigns: [
          campaign('one', { enteredAt: on(6), orderedAt: on(7) }),
          campaign('three', { outcome: 'rejected' }),
          campaign('two', { outcome: 'suppressed', reason: 'left', settledAt: null }),
        ],
        linkTo: [
          { id: 'r1', name: 'Spring' },
          { id: 'r2', name: 'Fall' },
        ],
      }),
      'one link': page({ linkTo: [{ id: 'r1', name: 'Spring' }] }),
      'emails, one in an unknown state': page({
        mails: [
          { kind: 'order', name: 'Order confirmation', state: 'suppressed', at: on(8) },
          { kind: 'join', name: 'Welcome', state: 'lost', at: on(9) },
        ],
      }),
      'requests for data': page({
        dataRequests: [
          request(4, {}),
          request(5, {
            ...{ kind: 'erasure', doneAt: on(6), outcome: 'other', outcomeNote: 'By post.' },
          }),
        ],
      }),
      'merged twice': page({
        secondAddresses: [{ email: 'old8@example.com' }, { email: 'old9@example.com' }],
        merges: [merge(9, { mayUndo: true }), merge(8, { undoneAt: on(10), email: null })],
      }),
    },
    { asChanges: true },
  )
})

const fields = {
  ...{ firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com', phone: '3055550142' },
  ...{ birthdate: '1980-02-01', byEmail: true, byPhone: false, optionalText: 'Ring twice.' },
  ...{ address: '12 Vine Street', addressExtra: '', city: 'Napa', state: 'CA', zipCode: '94558' },
  ...{ xfirstname: '', xlastname: '', xaddress: '', xaddressExtra: '', xcity: '', xstate: '' },
  ...{ xzipCode: '', billDifThanShip: false, membership: false, membershipLevel: '' },
  ...{ membershipText2022: '', membershipText2023: '', membershipText2024: '6 bottles' },
  ...{ membershipText2025: '', membershipTextA: '', membershipTextB: '' },
}
const facts = {
  ...{ role: 'member', emailVerified: true, stripeCustomerId: 'cus_1', subscription: 'active' },
  ...{ registeredAt: on(1), lastOrderAt: on(9) },
}

test('what staff read of a user, and may change', () => {
  const page = (change: object, shown: object | null = null) => {
    const { user = {}, ...data } = change as { user?: object | null }
    const loaderData = {
      user: user && { ...{ id: 'u1', version: 3, savedAt: on(2), fields, facts }, ...user },
      ...{ whyNot: null, left: null, history: { orders: [], page: 1, hasMore: false }, log: [] },
      ...{ backTo: '/usersadmin?page=2', isSelf: false, ...data },
    }
    const actionData = shown ? { shown } : undefined
    return {
      part: pageWith(UserPage, { loaderData, actionData, params: { id: 'u1' } }),
      at: '/usersadmin/u1',
    }
  }
  const came = (change: object) => ({
    problem: 'invalid',
    values: fields,
    errors: {},
    now: null,
    ...change,
  })
  const own = { billDifThanShip: true, xfirstname: 'Bea', xlastname: 'Sosa', xstate: 'NV' }
  expectParts(
    'user',
    {
      'a customer': page({}),
      'oneself, a member of staff without orders': page({
        ...{ isSelf: true, whyNot: 'inactive', left },
        user: {
          facts: {
            ...{ ...facts, role: 'staff', emailVerified: false, stripeCustomerId: 'none' },
            ...{ subscription: 'inactive', lastOrderAt: null },
          },
        },
      }),
      'without a name, a club member billed elsewhere': page({
        user: {
          fields: {
            ...{ ...fields, ...own, firstname: '', lastname: '', membership: true },
            membershipLevel: '12',
          },
        },
      }),
      'a level that is missing': page(
        {},
        came({
          values: { ...fields, membership: true, phone: '12' },
          errors: { membershipLevel: 'Please choose a level' },
        }),
      ),
      'another email': page({}, came({ values: { ...fields, email: 'new@example.com' } })),
      'saved by a colleague': page(
        {},
        came({
          problem: 'saved-elsewhere',
          values: { ...fields, city: 'Reno' },
          now: {
            ...{ version: 4, fields: { ...fields, city: 'Sonoma', membershipLevel: '6' } },
            by: 'bea@kohue.example',
            conflicts: [
              {
                ...{ field: 'city', was: 'Napa', theirs: 'Sonoma', yours: 'Reno' },
                isContested: true,
              },
              {
                ...{ field: 'birthdate', was: '1980-02-01', theirs: '', yours: '1981-03-04' },
                isContested: true,
              },
              {
                ...{ field: 'membershipLevel', was: '', theirs: '6', yours: '' },
                isContested: false,
              },
            ],
          },
        }),
      ),
      'deleted meanwhile': page({ user: null, history: null }, came({ problem: 'gone' })),
      gone: page({ user: null, history: null }),
    },
    { asChanges: true },
  )
})

test('what the list of users says of each', () => {
  const user = (id: string, change: object = {}) => ({
    ...{ id, firstName: 'Ana', lastName: id, email: `${id}@example.com`, phone: '3055550142' },
    ...{ membershipLevel: 0, stripeCustomerId: null, subscription: null, optionalText: '' },
    ...{ byEmail: false, byPhone: false, ...change },
  })
  const page = (rows: object[]) => ({
    part: pageWith(UsersList, {
      loaderData: { list: listView('users', userList.shape, rows), isStale: false },
    }),
    at: '/usersadmin',
  })
  expectParts('user-list', {
    some: page([
      user('Ruiz'),
      user('Sosa', { membershipLevel: 12, stripeCustomerId: 'cus_2', subscription: 'inactive' }),
      user('Vega', { byEmail: true, byPhone: true, subscription: 'active' }),
      user('Luna', { byEmail: true, optionalText: 'Ring twice.' }),
      user('', { byPhone: true, firstName: '' }),
    ]),
  })
})
