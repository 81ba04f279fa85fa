import { test } from 'vitest'

import { expectParts, staffWith } from '#tests/harness/what-parts-say.tsx'

import Queue from './queue.page.tsx'

type Props = Parameters<typeof Queue>[0]

const person = (number: number, change: object = {}) => ({
  ...{ requestId: `r${number}`, number, place: number - 3_000, units: 2, firstName: 'Ana' },
  ...{ lastName: `Ruiz ${number}`, email: `ana${number}@example.com`, level: 0, bought: 5 },
  ...{ askedAt: new Date('2027-03-01T18:00:00Z'), hasGrant: false, state: 'CA', isServed: true },
  ...change,
})
const settings = {
  ...{ isOpen: true, order: 'first-asked', showsPosition: true, mostPerPerson: 2 },
  ...{ isAutomatic: false, version: 4 },
}

function page(change: object = {}, sent?: object) {
  const view = {
    ...{ wine: { id: 'malbec', title: '2023 Malbec' }, queue: settings, saved: [], mark: 'm' },
    ...{ waiting: 0, asked: 0, free: 4, whyNotGrantable: null, waitingForLater: 0 },
    ...{ otherWines: [], line: { people: [], page: 1, pages: 1 }, ...change },
  }
  const actionData = sent && { intent: '', errors: {}, refusal: null, shown: null, ...sent }
  return <Queue {...({ loaderData: view, actionData } as unknown as Props)} />
}
const three = {
  ...{ waiting: 1_003, asked: 6 },
  line: {
    ...{ page: 2, pages: 3 },
    people: [
      person(3001, { level: 12, hasGrant: true }),
      person(3002, { firstName: '', lastName: '', state: 'UT', isServed: false }),
      person(3003, { state: '' }),
    ],
  },
}
const preview = (shown: object, values: object = {}) => ({
  ...{ intent: 'preview', values: { cases: '3', most: '1', skipsGranted: 'on', ...values } },
  shown: {
    people: [],
    leftOut: { notServed: 0, granted: 0 },
    sum: 0,
    free: 4,
    mark: 'p',
    ...shown,
  },
})

test('who waits for a wine, and how the line is answered', () => {
  expectParts(
    'queue-page',
    {
      nobody: page(),
      'one, for one case': page({
        ...{ waiting: 1, asked: 1, line: { people: [person(3001)], page: 1, pages: 1 } },
      }),
      many: page(three),
      'closed, to members first, a grant goes on by itself': page({
        queue: {
          ...{ isOpen: false, order: 'rules-first', showsPosition: false, mostPerPerson: 1 },
          ...{ isAutomatic: true, version: 5 },
        },
      }),
      'one waits for a later vintage': page({
        waitingForLater: 1,
        otherWines: [{ id: 'm24', title: '2024 Malbec', subtitle: '3-pack' }],
      }),
      'two wait for a later vintage': page({ waitingForLater: 2 }),
      'without stock, to those who may set it': {
        part: page({ ...three, free: null, whyNotGrantable: 'no-stock' }),
        viewer: staffWith(['owner'], '/admin/wines'),
      },
      'without stock, to others': page({ ...three, free: null, whyNotGrantable: 'no-stock' }),
      'tried: nobody would get any': page(
        three,
        preview({ leftOut: { notServed: 2, granted: 1 } }),
      ),
      'tried: one would': page(
        three,
        preview({ people: [person(3001)], sum: 1, leftOut: { notServed: 1, granted: 0 } }),
      ),
      'tried: two would get as much as there is': page(
        three,
        preview({
          ...{ people: [person(3001), person(3002, { firstName: '', lastName: '' })], sum: 4 },
          leftOut: { notServed: 0, granted: 3 },
        }),
      ),
      'tried: one case is missing': page(three, preview({ people: [person(3001)], sum: 5 })),
      'to be declined, refused': page(three, {
        ...{ intent: 'decline', values: { all: 'on', keepsPlace: 'on', text: 'Sorry' } },
        errors: { text: 'Too long.' },
      }),
      'settings refused': page(
        {},
        {
          ...{ intent: 'save', errors: { mostPerPerson: 'From 1 to 6, please.' } },
          values: { order: 'rules-first', mostPerPerson: '0', isAutomatic: 'on' },
        },
      ),
    },
    { asChanges: true },
  )
})
