import { expect, test } from 'vitest'

import { movementKinds } from '#payments/movements.rules.ts'
import { expectParts, pageWith, partHtml, staffWith } from '#tests/harness/what-parts-say.tsx'

import Accounting from './accounting.page.tsx'
import Month from './month.page.tsx'

const at = (day: number) => new Date(Date.UTC(2027, 3, day, 18))
const read = (state: string, of: Date | null = at(2)) => ({ read: { at: of, state } })

test('the months, and when movements were read', () => {
  const closed = { by: 'ana@kohue.example', at: at(3), opening: 12_345, closing: 67_890 }
  const months = [
    { month: '2027-04', closed: null, isOver: false },
    { month: '2027-03', closed: null, isOver: true },
    { month: '2027-02', closed, isOver: true },
  ]
  const page = (change: object) => pageWith(Accounting, { loaderData: { months, ...change } })
  expectParts(
    'accounting-page',
    {
      read: page(read('read')),
      'not read yet': page(read('never', null)),
      'being read for the first time': page(read('reading', null)),
      'the last attempt failed': page(read('failed')),
    },
    { asChanges: true },
  )
})

test('a month: what it holds, and what it needs to be closed', () => {
  const moved = Object.fromEntries(
    movementKinds.map((kind, index) => [
      kind,
      { count: 1_000 + index, amount: 100 + index, fee: 10 + index, net: 90 + index },
    ]),
  )
  const sales = {
    ...{ channel: 'cart', state: 'CA', payments: 3, refunds: 1 },
    sold: { wine: 135_000, shipping: 3_500, tax: 13_163 },
    refunded: { wine: 45_000 },
  }
  const figures = {
    month: '2027-03',
    opening: 12_345,
    closing: 67_890,
    moved,
    sales: [],
    marked: 0,
  }
  const page = (change: object = {}, sent?: object) =>
    pageWith(Month, {
      loaderData: {
        ...{ month: '2027-03', figures, closed: null, whyNot: null, leavesOpen: false },
        ...{ unexplained: [], reconciled: null, ...read('read'), isPreparing: false, seen: 's' },
        ...{ marked: [], mayReopen: false, ...change },
      },
      actionData: sent && { errors: {}, refusal: null, values: {}, shown: null, ...sent },
    })
  const compared = (differences: number, isWhole = true) => ({
    reconciled: { differences, isWhole, at: at(4) },
  })
  const closed = {
    whyNot: null,
    closed: {
      ...{ at: at(5), by: 'ana@kohue.example' },
      hashes: { lines: 'aa', sums: 'bb', summary: 'cc' },
    },
  }
  const mark = (order: number | null, kind: string) => ({
    ...{ at: at(1), order, amount: 4_800, mark: { kind, month: '2027-02' } },
  })
  const marked = {
    figures: { ...figures, marked: 2 },
    marked: [mark(1042, 'late'), mark(null, 'of')],
  }
  expectParts(
    'month-page',
    {
      'can be closed': page(compared(0)),
      'can be closed, and leaves an earlier one open': page({ ...compared(0), leavesOpen: true }),
      running: page({ ...compared(0), whyNot: 'not-over', leavesOpen: true }),
      'not read': page({ whyNot: 'not-read' }),
      'not read, the last attempt failed': page({ whyNot: 'not-read', ...read('failed') }),
      'being read': page({ whyNot: 'not-read', isPreparing: true }),
      'read, and being compared': page({ whyNot: 'not-reconciled', isPreparing: true }),
      'before the first movement': page({ whyNot: 'before-first' }),
      'not compared': page({ whyNot: 'not-reconciled' }),
      'being read again, out of order': page({ whyNot: 'another-first', isPreparing: true }),
      'one difference, one order without a movement': page({
        ...{ whyNot: 'unexplained', ...compared(1) },
        unexplained: [{ kind: 'order-without-movement', order: 1042 }],
      }),
      'two differences, not all compared': page({ whyNot: 'unexplained', ...compared(2, false) }),
      'with sales and lines of other months, to those who may open orders': {
        viewer: staffWith(['owner'], '/admin/orders'),
        part: page({ ...marked, figures: { ...marked.figures, sales: [sales] } }),
      },
      'lines of other months, to others': page(marked),
      'the first lines of other months': page({
        ...{ ...marked, figures: { ...figures, marked: 1_003 } },
      }),
      closed: page(closed),
      'closed, and may be opened again': page({ ...closed, mayReopen: true }),
      'opening it was refused': page(
        { ...closed, mayReopen: true },
        { values: { reason: 'x' }, errors: { reason: 'A reason, please.' } },
      ),
    },
    { asChanges: true },
  )
  // Only what stands in the way of closing it interrupts a screen reader.
  const interrupts = (change: object) => partHtml(page(change)).includes('role="alert"')
  expect([interrupts({ whyNot: 'not-over' }), interrupts({ whyNot: 'unexplained' })]).toEqual([
    ...[false, true],
  ])
})
