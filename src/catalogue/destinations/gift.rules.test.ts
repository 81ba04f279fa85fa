import { expect, test } from 'vitest'

import { readGift, recipientOf } from './gift.rules.ts'

const lucia = { name: 'Lucía Ferrer', phone: '4155550142', note: 'With love' }

test.each([
  [lucia, lucia],
  [{ ...lucia, name: ' Lucía  Ferrer ' }, lucia],
  [
    { ...lucia, phone: '+1 (415) 555-0142' },
    { ...lucia, phone: '14155550142' },
  ],
  // As phones copy it, with directional marks, a no-break space and no-break hyphens.
  [
    { ...lucia, phone: '\u202a+1\u00a0(415) 555\u20110142\u202c' },
    { ...lucia, phone: '14155550142' },
  ],
  [
    { ...lucia, note: 'a\r\nb' },
    { ...lucia, note: 'a\nb' },
  ],
  [
    { name: 'Li', phone: '123456789', note: '' },
    { name: 'Li', phone: '123456789', note: '' },
  ],
])('%j is read', (typed, gift) => {
  expect(readGift(typed)).toEqual({ ok: true, gift })
})

test('texts may be as long as they fit', () => {
  const long = { name: 'n'.repeat(60), phone: '1'.repeat(15), note: 'n'.repeat(200) }
  expect(readGift(long)).toEqual({ ok: true, gift: long })
})

test.each([
  [{ name: 'L' }, { name: 'At least 2 letters please' }],
  [{ name: 'n'.repeat(61) }, { name: 'No more than 60 letters' }],
  [{ phone: 'call me' }, { phone: 'Only numbers!' }],
  [{ phone: '12345678' }, { phone: 'At least 9 number for phones' }],
  [{ phone: '1'.repeat(16) }, { phone: 'No more than 15 letters' }],
  [{ note: 'n'.repeat(201) }, { note: 'No more than 200 letters' }],
])('%j is refused at its field', (change, errors) => {
  expect(readGift({ ...lucia, ...change })).toEqual({ ok: false, errors })
})

test('the label names the recipient of a gift, else the buyer', () => {
  const buyer = { name: 'Eva Marsh', phone: '5125550123' }
  expect(recipientOf(buyer)).toEqual(buyer)
  expect(recipientOf({ ...buyer, gift: lucia })).toEqual({
    ...{ name: 'Lucía Ferrer', phone: '4155550142' },
  })
})
