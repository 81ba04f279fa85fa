import { expect, test } from 'vitest'

import { printedNotes, readTyped } from './typed-fields.rules.ts'

const lucia = { giftName: 'Lucía Ferrer', giftPhone: '(415) 555-0142', giftNote: 'With love' }
const gift = { name: 'Lucía Ferrer', phone: '4155550142', note: 'With love' }

test('a cart is a gift once any of its fields is filled in', () => {
  expect(readTyped({})).toEqual({ ok: true, kept: {} })
  expect(readTyped({ giftName: ' ', giftPhone: ' ', giftNote: ' ' })).toEqual({
    ...{ ok: true, kept: {} },
  })
  expect(readTyped({ giftNote: 'With love' })).toEqual({
    ...{ ok: false, reason: 'gift-incomplete' },
    errors: { giftName: 'At least 2 letters please', giftPhone: 'At least 9 number for phones' },
  })
  expect(readTyped(lucia)).toEqual({ ok: true, kept: { gift } })
})

test('the slip prints the note of a gift, where there is one', () => {
  expect(printedNotes({ gift })).toEqual([{ heading: 'A note for you', text: 'With love' }])
  expect(printedNotes({ gift: { ...gift, note: '' } })).toEqual([])
  expect(printedNotes({})).toEqual([])
})
