import { expect, test } from 'vitest'

import {
  emptyRelease,
  readHours,
  readTexts,
  textsOfRelease,
  typedOf,
} from './typed-release.rules.ts'

const wave = '11111111-1111-4111-8111-111111111111'
const texts = {
  ...{ name: 'Fall', season: 'fall', year: '2026', kind: 'allocated', promise: 'guaranteed' },
  ...{ banner: 'New', announcement: 'Soon', text: 'Two wines', shipsFrom: '2026-11-01' },
  shipsUntil: '2026-12-01',
}
const fields = {
  ...texts,
  year: 2026,
  season: 'fall',
  kind: 'allocated',
  promise: 'guaranteed',
  opensAt: new Date('2026-10-09T16:00:00Z'),
  closesAt: new Date('2026-10-16T16:00:00Z'),
  promiseUntil: new Date('2026-10-14T16:00:00Z'),
  waves: [{ id: wave, name: 'Club', opensAt: new Date('2026-10-10T16:00:00Z') }],
} as const
const hours = {
  ...{ opensAt: '2026-10-09T09:00', closesAt: '2026-10-16T09:00' },
  promiseUntil: '2026-10-14T09:00',
}
const typedWave = { id: wave, name: 'Club', opensAt: '2026-10-10T09:00' }

const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

test('a stored release is typed by the hours of the shop', () => {
  const typed = typedOf({ ...fields, waves: [...fields.waves] }, 'America/Los_Angeles')
  expect(typed).toEqual({ ...texts, ...hours, waves: [typedWave] })
  expect(textsOfRelease(typed)).toEqual(texts)
  const open = { ...fields, waves: [], promise: null, promiseUntil: null }
  expect(
    typedOf({ ...open, shipsFrom: null, shipsUntil: null }, 'America/Los_Angeles'),
  ).toMatchObject({ promise: '', promiseUntil: '', shipsFrom: '', shipsUntil: '', waves: [] })
})

test('a text that is not sent stays as it was shown', () => {
  const { season: _season, kind: _kind, ...sent } = texts
  const base = JSON.stringify({ ...texts, name: 'Earlier' })
  expect(readTexts(formOf({ ...sent, text: 'a\r\nb', base }))).toEqual({ ...texts, text: 'a\nb' })
  expect(readTexts(formOf({ name: 'Fall' }))).toEqual({
    ...{ name: 'Fall', season: '', year: '', kind: '', promise: '', banner: '' },
    ...{ announcement: '', text: '', shipsFrom: '', shipsUntil: '' },
  })
})

const waves = (id: string, more: Record<string, string> = {}) =>
  formOf({
    ...hours,
    'waves.0.id': id,
    'waves.0.name': 'Club',
    'waves.0.opensAt': '2026-10-10T09:00',
    'waves.1.name': ' ',
    'waves.1.id': '',
    ...more,
  })

test('waves are read with their names, new ones without an id', () => {
  expect(readHours(waves(wave))).toEqual({ ...hours, waves: [typedWave] })
  expect(readHours(waves('', { 'waves.1.name': 'Everybody' }))).toEqual({
    ...hours,
    waves: [
      { ...typedWave, id: null },
      { id: null, name: 'Everybody', opensAt: '' },
    ],
  })
})

test.each(['1', `${wave}0`])('a wave of the id %j is refused, also beside others', (id) => {
  expect(readHours(waves(id))).toBeNull()
  expect(readHours(waves(wave, { 'waves.1.name': 'Other', 'waves.1.id': id }))).toBeNull()
})

test('a new release is an allocated one of this fall', () => {
  expect(emptyRelease(2026)).toEqual({
    ...{ name: '', season: 'fall', year: '2026', kind: 'allocated', promise: 'guaranteed' },
    ...{ banner: '', announcement: '', text: '', shipsFrom: '', shipsUntil: '' },
    ...{ opensAt: '', closesAt: '', promiseUntil: '', waves: [] },
  })
})
