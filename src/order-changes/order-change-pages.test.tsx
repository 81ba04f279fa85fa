import type { ComponentType } from 'react'
import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Cancel from './cancel.page.tsx'
import Address from './change-address.page.tsx'
import Day from './change-day.page.tsx'
import { ChangeSection } from './change-section.tsx'
import Fewer from './fewer.page.tsx'
import { ForBuyer } from './for-buyer.tsx'
import Give from './give-order.page.tsx'
import Hold from './hold-order.page.tsx'
import Method from './method.page.tsx'
import type { ChangesOfOrder } from './view-changes.actions.server.ts'

const at = (hour: number) => new Date(Date.UTC(2027, 2, 10, hour))

const home = {
  ...{ name: 'Ana Ruiz', address: '1200 Valencia Street', addressExtra: '', city: 'San Francisco' },
  ...{ state: 'CA', zipCode: '94110', country: 'US', phone: '4155550123' },
} as unknown as ChangesOfOrder['to']
const zoe = { name: 'Zoe Paz', phone: '2125550199', note: 'For you' } as ChangesOfOrder['gift']

const changes = (change: Partial<ChangesOfOrder> = {}): ChangesOfOrder => ({
  ...{ number: 1042, page: '/orders/1042', whyNot: null, handedAt: null, seen: 2, isByLink: false },
  ...{ canUndo: false, method: 'ground', cases: 1, isPaidHere: true, refundingCents: 0, to: home },
  refundFailedCents: 0,
  ...{ differences: [], earliest: null, isGift: false, gift: null, isHeld: false, ...change },
})
const paidMore = (refundedCents: number) => ({
  ...{ key: `${refundedCents}`, method: 'overnight' as const, at: at(18), cents: 6_000 },
  refundedCents,
})
const pickup = { method: 'pickup' as const, to: { city: '', state: '' } as ChangesOfOrder['to'] }
const byLink = {
  ...{ isByLink: true, page: '/order/a.b' },
  to: { city: 'Austin', state: 'TX' } as ChangesOfOrder['to'],
}

/** A page of a change, as it is loaded or as it came back. */
const of =
  (Page: ComponentType<never>) =>
  (change: Partial<ChangesOfOrder> = {}, more: object | null = null, sent?: object) => {
    const actionData = sent && { intent: '', errors: {}, refusal: null, values: {}, ...sent }
    const loaderData = { changes: changes(change), formKey: 'k', more }
    const Any = Page as ComponentType<object>
    return <Any {...{ loaderData, actionData }} />
  }

test('what a buyer is offered to change on the page of an order', () => {
  const section = (change: Partial<ChangesOfOrder>) => <ChangeSection changes={changes(change)} />
  expectParts('change-section', {
    nothing: <ChangeSection changes={null} />,
    'one case, not changed yet': section({ seen: 0 }),
    'two cases, paid elsewhere': section({ cases: 2, isPaidHere: false }),
    'two cases, a gift for Zoe, not before a day, on hold': section({
      ...{ cases: 2, isGift: true, gift: zoe, earliest: '2027-04-05', isHeld: true, seen: 1 },
      method: 'overnight',
    }),
    'a gift of nobody named, by the link': section({ ...byLink, isGift: true }),
    'a pickup of one case': section({ ...pickup }),
    'a pickup of three cases, paid elsewhere': section({ ...pickup, cases: 3, isPaidHere: false }),
    'paid more twice, and a refund is being made': section({
      ...{ differences: [paidMore(0), paidMore(1_500)], refundingCents: 48_262 },
    }),
    'a refund of what was paid more did not go through': section({
      ...{ differences: [paidMore(0)], refundFailedCents: 6_000 },
    }),
    'handed over, as it was ordered': section({
      ...{ whyNot: 'handed-over', handedAt: at(20), seen: 0 },
    }),
    'handed over, changed once': section({ whyNot: 'handed-over', handedAt: at(20), seen: 1 }),
    'a pickup that was handed over': section({ ...pickup, whyNot: 'handed-over' }),
    'changed too often': section({ whyNot: 'too-many' }),
    'changed too often, on hold': section({ whyNot: 'too-many', isHeld: true }),
    'in two parts': section({ whyNot: 'split' }),
    'in two parts, paid elsewhere': section({ whyNot: 'split', isPaidHere: false }),
    over: section({ whyNot: 'over', refundingCents: 100 }),
  })
})

test('the pages of changes without money', () => {
  const [address, day, hold, give] = [of(Address), of(Day), of(Hold), of(Give)]
  expectParts('change-pages', {
    'another address': address(),
    'another address of a gift, by the link': address({ ...byLink, isGift: true }),
    'another address, refused': address({}, null, {
      values: { city: 'Reno', statement: '' },
      errors: { city: 'A city, please.', statement: 'Please check this.' },
    }),
    'another address, handed over': address({ whyNot: 'handed-over' }),
    'another day': day(),
    'another day than one': day({ earliest: '2027-04-05' }),
    'another day, refused': day({ earliest: '2027-04-05' }, null, {
      values: { earliest: '2020-01-01' },
      errors: { earliest: 'A day from tomorrow on, please.' },
    }),
    'to hold': hold(),
    held: hold({ isHeld: true }),
    'held, and not to leave before a day, after too many changes': hold({
      ...{ isHeld: true, earliest: '2027-04-05', whyNot: 'too-many' },
    }),
    'to hold, after too many changes': hold({ whyNot: 'too-many' }),
    'to give': give(),
    given: give({ isGift: true, gift: zoe }),
    'given, by the link': give({ ...byLink, isGift: true }),
    'to give, refused': give({}, null, {
      values: { intent: 'give', giftName: 'Zed' },
      errors: { giftPhone: 'A phone number, please.', statement: 'Please check this.' },
    }),
    'to take back, refused': give({ isGift: true, gift: zoe }, null, {
      values: { intent: 'take-back', giftName: 'Zed' },
    }),
  })
})

test('the pages of changes with money', () => {
  const [method, fewer, cancel] = [of(Method), of(Fewer), of(Cancel)]
  const way = (value: string, cents: number) => ({
    value: `${value}=${cents}`,
    method: value,
    cents,
  })
  const keep = (value: string, refundCents: number) => ({
    value,
    label: `Keep ${value}`,
    refundCents,
  })
  expectParts('change-money-pages', {
    'one way, which costs more': method({}, { options: [way('overnight', 6_000)], open: null }),
    'ways that cost less and the same, of which one is being paid': method(
      { method: 'overnight' },
      {
        options: [way('ground', -6_000), way('pickup', 0)],
        open: { cents: 6_500, method: 'overnight', until: at(23) },
      },
    ),
    'no other way': method({}, { options: [], open: null }),
    'a pickup to be delivered, refused': method(
      { ...pickup },
      { options: [way('ground', 3_500)], open: null },
      {
        values: { method: 'ground 1', city: 'Reno' },
        errors: { method: 'The price has changed.', statement: 'Please check this.' },
      },
    ),
    'one fewer': fewer({ cases: 2 }, { options: [keep('1', 48_262)] }),
    'two or one of three': fewer({ cases: 3 }, { options: [keep('2', 48_262), keep('1', 96_524)] }),
    'not fewer': fewer({ cases: 2 }, { options: [] }),
    'fewer, refused': fewer(
      { cases: 3 },
      { options: [keep('2', 48_262), keep('1', 96_524)] },
      { values: { keep: '1' }, errors: { keep: 'Please choose.' } },
    ),
    'to cancel': cancel(
      {},
      {
        ...{ wines: '2 cases of 2022 Malbec', refundCents: 96_524, isForStaff: false },
      },
    ),
    'canceled too often': cancel({}, { wines: 'x', refundCents: 1, isForStaff: true }),
    'canceled from an earlier tab, refused': {
      part: cancel({ ...pickup, whyNot: 'appointment' }),
      answer: { refusal: 'Your order is ready for its pickup. Write or call us to change it.' },
    },
  })
})

test('what staff change for a buyer', () => {
  const nothing = { dearer: [], given: [], wines: [], open: [] }
  const form = (
    change: Partial<ChangesOfOrder> | null,
    payable: object | null = null,
    { parts = [], sent }: { parts?: { value: string; label: string }[]; sent?: object } = {},
  ) => (
    <ForBuyer
      changes={change && changes(change)}
      payable={payable && ({ ...nothing, ...payable } as never)}
      parts={parts}
      formKey="k"
      sent={(sent && { intent: '', errors: {}, refusal: null, ...sent }) as never}
    />
  )
  const parts = [{ value: 'malbec:1', label: '1 × 2022 Malbec' }]
  expectParts(
    'for-buyer',
    {
      'as it was ordered': form({}),
      'nothing to say': form(null),
      'a gift for Zoe, not before a day, on hold, just changed': form(
        {
          ...{ isGift: true, gift: zoe, earliest: '2027-04-05', isHeld: true, canUndo: true },
          differences: [paidMore(0)],
        },
        {},
        { parts },
      ),
      'a gift for Zoe, to be split': form({ isGift: true, gift: zoe }, null, { parts }),
      'a pickup': form(
        { ...pickup },
        { wines: [{ id: 'm', description: 'Malbec', cents: 45_000 }] },
      ),
      'to be sold and given one way, with pages that are open': form(
        {},
        {
          dearer: [{ value: 'overnight=6000', method: 'overnight', cents: 6_000 }],
          given: ['overnight'],
          open: [
            { id: 'a', cents: 6_500, until: at(22) },
            { id: 'b', cents: 51_000, until: at(23) },
          ],
        },
      ),
      'to be sold and given two ways, and to be split': form(
        {},
        {
          dearer: [
            { value: 'overnight=6000', method: 'overnight', cents: 6_000 },
            { value: 'ground=10', method: 'ground', cents: 10 },
          ],
          given: ['ground', 'overnight'],
        },
        { parts },
      ),
      'sold without a word of the buyer': form(
        {},
        {
          dearer: [
            { value: 'overnight=6000', method: 'overnight', cents: 6_000 },
            { value: 'ground=10', method: 'ground', cents: 10 },
          ],
          given: ['ground', 'overnight'],
        },
        {
          sent: {
            values: { intent: 'difference-for-buyer', method: 'ground=10' },
            errors: { onPhone: 'Please check this.' },
          },
        },
      ),
      'given without a reason': form(
        {},
        { given: ['ground', 'overnight'] },
        {
          sent: {
            values: { intent: 'upgrade-for-buyer', method: 'overnight', reason: '' },
            errors: { reason: 'A reason, please.' },
          },
        },
      ),
      'in two parts': form({ whyNot: 'split' }),
      'handed over': form({ whyNot: 'handed-over' }),
      'a day was refused': form({}, null, {
        sent: {
          values: { intent: 'day-for-buyer', earliest: '2020-01-01' },
          errors: { earliest: 'A later day, please.', onPhone: 'Please check this.' },
        },
      }),
    },
    { asChanges: true },
  )
})
