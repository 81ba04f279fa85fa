import { expect, test } from 'vitest'

import { readTypedSheet, sheetWordsOf } from './typed-sheet.rules.ts'

const labels = {
  variety: 'Variety',
  vintage: 'Vintage',
  place: 'Place',
  alcohol: 'Alcohol',
  elevage: 'Élevage',
  harvest: 'Harvest',
  bottles: 'Bottles made',
  bottled: 'Bottled',
  format: 'Format',
  notes: 'Notes',
}

test('a sheet says how the wine was made, as staff typed it', () => {
  const typed = {
    variety: 'Malbec',
    elevage: '12 months in old oak',
    harvest: 'March 2023',
    bottles: '3,200',
    bottled: 'June 2024',
  }
  const { facts } = sheetWordsOf(readTypedSheet(typed), { vintage: '2023', labels })
  expect(facts).toEqual([
    ['Variety', 'Malbec'],
    ['Vintage', '2023'],
    ['Place', ''],
    ['Alcohol', ''],
    ['Élevage', '12 months in old oak'],
    ['Harvest', 'March 2023'],
    ['Bottles made', '3,200'],
    ['Bottled', 'June 2024'],
    ['Format', ''],
  ])
})

test('a sheet that was typed before those fields has them empty', () => {
  const typed = { variety: 'Malbec', place: '', alcohol: '14 %', format: '', notes: '' }
  const { facts } = sheetWordsOf(typed, { vintage: '2023', labels })
  expect(Object.fromEntries(facts)).toMatchObject({ Alcohol: '14 %', Élevage: '', Bottled: '' })
})

test('a text is cut where its field ends, and keeps its lines', () => {
  const { notes, variety, place } = readTypedSheet({
    ...{ notes: `Dark\r\n${'x'.repeat(400)}`, variety: 'y'.repeat(81), place: 'z'.repeat(61) },
  })
  expect(notes).toBe(`Dark\n${'x'.repeat(395)}`)
  expect([variety, place].map(({ length }) => length)).toEqual([80, 60])
})
