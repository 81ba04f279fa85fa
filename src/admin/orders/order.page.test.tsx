import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Order from './order.page.tsx'

type Props = Parameters<typeof Order>[0]

const at = (day: number, hour = 18) => new Date(Date.UTC(2027, 2, day, hour))
const amounts = { subtotalCents: 135_000, shippingCents: 3_500, taxCents: 13_163 }
const malbec = {
  ...{ productId: 'malbec-2022', description: '2022 Malbec, 3-pack', quantity: 3, returned: 0 },
  unitPriceCents: 45_000,
}
const home = {
  ...{ name: 'Ana Ruiz', address: '1200 Valencia Street', addressExtra: '', gift: null },
  ...{ city: 'San Francisco', state: 'CA', zipCode: '94110', phone: '4155550123' },
  ...{ birthdate: '1980-02-03', rules: '2027-01-01', statement: '', statementShown: null },
}
const order = {
  ...{ id: 'o', number: 1042, name: 'Ana Ruiz', email: 'ana@example.com', userId: 'u', ...amounts },
  ...{ totalCents: 151_663, refundedCents: 0, state: 'paid', channel: 'cart', createdAt: at(1) },
  ...{ shippingMethod: 'ground', shipTo: home, isRehearsal: false, paymentIntentId: 'pi_1' },
}

function page(of: object = {}, change: object = {}, sent?: object) {
  const loaderData = {
    ...{ order: { ...order, ...of }, lines: [malbec], refunds: [], disputes: [], evidence: [] },
    ...{ flags: [], notes: [], refundable: 0, left: { wines: [] }, log: [], today: '2027-03-10' },
    ...{ whyNotRefundable: 'no-payment', mayReturnToAllocation: false, approval: null },
    ...{
      approvalOverCents: null,
      shipments: [],
      forBuyer: { changes: null, payable: null, parts: [] },
    },
    ...{ formKey: 'k', sendsEvidence: false, ...change },
  }
  const actionData = sent && { errors: {}, refusal: null, values: {}, shown: null, ...sent }
  return <Order {...({ loaderData, actionData } as unknown as Props)} />
}
const shown = { ...{ channel: 'cart', at: '2027-03-01T17:59:00Z' } }
const shipTo = (change: object) => ({ shipTo: { ...home, ...change } })
const refund = (id: string, change: object) => ({
  ...{ id, requestedAt: at(3), requestedBy: null, cause: 'staff', purpose: null, reason: '' },
  ...{ state: 'made', failure: null, amountCents: 10_000, ...change },
})
const dispute = (id: string, change: object) => ({
  ...{ id, openedAt: at(4), reason: 'fraudulent', state: 'under-review', respondBy: null },
  ...{ amountCents: 151_663, ...change },
})
const approval = {
  ...{ id: 'a', kind: 'refund', state: 'open', detail: '', amountCents: 90_000, reason: 'Corked' },
  ...{ effects: { stockBack: { 'malbec-2022': 2 }, toAllocation: true }, replaces: null },
  ...{ askedBy: 'bea@kohue.example', askedAt: at(5), isOwn: false, lapsesAt: at(6) },
  ...{ decidedBy: '', decidedAt: null },
}
const toConfirm = {
  ...{ amountCents: 96_526, besidesCents: 0, leftAfterCents: 55_137, needsApproval: false },
  purpose: {
    wines: { 'malbec-2022': { units: 2, wineCents: 90_000, taxCents: 6_526 } },
    goodwillCents: 0,
  },
  ...{ buyer: { name: 'Ana Ruiz', email: 'ana@example.com' }, card: null },
}
const values = { intent: 'review-refund', 'back.malbec-2022': '1', reason: ' Corked ', amount: '' }
const confirm = (change: object, typed: object = {}) =>
  page(
    {},
    { whyNotRefundable: null, refundable: 151_663 },
    {
      ...{ intent: 'review-refund', values: { ...values, ...typed } },
      shown: { ...toConfirm, ...change },
    },
  )

/** An order after a refusal, which its page says once. */
const refused = (of: object) => {
  const answer = { values: {}, errors: {}, shown: null, ...of }
  return { part: page({}, { whyNotRefundable: null, refundable: 151_663 }, answer), answer }
}

test('an order as staff see it', () => {
  expectParts(
    'order-page',
    {
      'paid by a member': page({}, {}),
      'by a guest, a gift, a year ago': page({
        ...{ userId: null, channel: 'offering', createdAt: new Date('2026-03-01T18:00:00Z') },
        ...shipTo({
          gift: { name: 'Zoe Paz', phone: '2125550199', note: 'Happy birthday' },
          ...{ birthdate: null, phone: '', statement: 'I am 21.' },
        }),
      }),
      'a gift without a note, and a statement that was not shown': page(
        shipTo({ gift: { name: 'Zoe', phone: '2125550199', note: '' }, statement: 'I am 21.' }),
      ),
      'its statement was shown': page(shipTo({ statement: 'I am 21.', statementShown: shown })),
      'picked up, a rehearsal, without a payment': page({
        ...{ shippingMethod: 'pickup', isRehearsal: true, paymentIntentId: null },
      }),
      'without an address or a method': page({ shipTo: null, shippingMethod: null }),
      'flagged and disputed, with one note': page(
        { state: 'disputed' },
        {
          flags: [
            { id: 'f1', reason: 'stock-gone' },
            { id: 'f2', reason: 'disputed' },
          ],
          notes: [{ id: 'n1', text: 'Called.', at: at(8), writtenBy: 'bea@kohue.example' }],
          disputes: [
            dispute('d1', { state: 'needs-response', respondBy: at(20) }),
            dispute('d2', { reason: 'check_returned', state: 'won' }),
            dispute('d3', { state: 'lost' }),
            dispute('d4', {}),
          ],
          evidence: [
            { disputeId: 'd1', sentAt: at(7), failure: null },
            { disputeId: 'd2', sentAt: null, failure: 'No such dispute' },
            { disputeId: 'd3', sentAt: null, failure: null },
          ],
        },
      ),
      'disputed, not answered yet': page(
        { state: 'disputed' },
        { disputes: [dispute('d1', { state: 'needs-response', respondBy: at(20) })] },
      ),
      'disputed, and the shop answers by itself': page(
        { state: 'disputed' },
        {
          sendsEvidence: true,
          disputes: [
            dispute('d1', { state: 'needs-response', respondBy: at(20) }),
            dispute('d2', { state: 'needs-response', respondBy: at(20) }),
            dispute('d3', {}),
          ],
          evidence: [{ disputeId: 'd2', sentAt: null, failure: 'No such dispute' }],
        },
      ),
      'refunded in every way, with two notes': page(
        { state: 'refunded', refundedCents: 120_000 },
        {
          lines: [{ ...malbec, returned: 2 }],
          notes: [
            { id: 'n1', text: 'Called.', at: at(8), writtenBy: 'bea@kohue.example' },
            { id: 'n2', text: 'Again.', at: at(9), writtenBy: 'cy@kohue.example' },
          ],
          refunds: [
            refund('r1', { requestedBy: 'bea@kohue.example', purpose: toConfirm.purpose }),
            refund('r2', { cause: 'automatic', amountCents: 151_663, state: 'requested' }),
            refund('r3', { cause: 'provider', state: 'failed', failure: 'declined' }),
          ],
        },
      ),
      'a refund waits for a second person': page({}, { approval, refundable: 151_663 }),
      'a refund was declined': page(
        {},
        {
          approval: { ...approval, state: 'declined', decidedBy: 'cy', decidedAt: at(7) },
        },
      ),
      'another shipment waits for a second person': page(
        {},
        {
          approval: { ...approval, replaces: 2001 },
        },
      ),
      'to confirm: of two cases one returns': confirm({}),
      'to confirm: all, to the allocation, by card': confirm(
        {
          ...{ card: { brand: 'visa', last4: '4242' }, leftAfterCents: 0, besidesCents: 2_000 },
          purpose: { wines: {}, shippingCents: 3_500, goodwillCents: 1_234 },
        },
        { toAllocation: 'on', box: 'comes-back' },
      ),
      'to confirm: needs a second person, the card is not known': confirm(
        { needsApproval: true, card: 'unknown', purpose: null },
        { 'back.malbec-2022': '', toAllocation: 'on', reason: 'Late' },
      ),
      'a refund was refused': refused({ intent: 'refund', values, refusal: 'Refunded meanwhile.' }),
      'a review was refused': refused({ intent: 'resolve-flag', refusal: 'Reviewed meanwhile.' }),
      'a note was too long': page(
        {},
        {},
        {
          ...{ intent: 'add-note', values: { intent: 'add-note', note: 'Long' } },
          errors: { note: 'At most 2,000 characters.' },
        },
      ),
    },
    { asChanges: true },
  )
})
