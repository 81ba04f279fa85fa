import { expect, test } from 'vitest'

import type { TypedRelease } from './release-form.rules.ts'
import { checkRelease } from './release-form.rules.ts'

const good: TypedRelease = {
  name: 'Spring release',
  season: 'spring',
  year: '2027',
  banner: 'SPRING RELEASE 2027',
  announcement: 'Opens on Friday.',
  text: 'First paragraph.\r\n\r\nSecond.',
  kind: 'allocated',
  promise: 'guaranteed',
  opensAt: '2027-03-05T09:00',
  closesAt: '2027-03-19T17:00',
  promiseUntil: '2027-03-12T17:00',
  shipsFrom: '2027-03-22',
  shipsUntil: '',
  waves: [
    { id: null, name: 'Club', opensAt: '2027-03-05T09:00' },
    { id: null, name: 'List', opensAt: '2027-03-08T09:00' },
  ],
}
const facts = { timeZone: 'America/Los_Angeles', now: new Date('2027-01-10T12:00:00Z') }
const checked = (change: Partial<TypedRelease>) => checkRelease({ ...good, ...change }, facts)

const wavesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: null, name: `Wave ${at}`, opensAt: '2027-03-05T09:00' },
  }))

test.each<[Partial<TypedRelease>, object]>([
  [
    { name: 'x'.repeat(60), banner: 'x'.repeat(60), announcement: 'x'.repeat(120) },
    { name: 'x'.repeat(60) },
  ],
  [{ text: 'x'.repeat(1_000), year: ' 2027 ' }, { year: 2027 }],
  [{ promiseUntil: good.closesAt }, { promiseUntil: new Date('2027-03-20T00:00:00Z') }],
  [
    { promiseUntil: ' ', shipsFrom: '' },
    { promiseUntil: null, shipsFrom: null },
  ],
  [{ shipsUntil: ' 2027-03-22 ' }, { shipsUntil: '2027-03-22' }],
  [{ waves: wavesOf(10) }, {}],
  [
    { waves: [{ id: 'w', name: ` ${'x'.repeat(60)} `, opensAt: '2027-03-05T09:00' }] },
    { waves: [{ id: 'w', name: 'x'.repeat(60), opensAt: new Date('2027-03-05T17:00:00Z') }] },
  ],
  // 400 days after now.
  [{ closesAt: '2028-02-14T04:00' }, {}],
])('reads %j', (change, fields) => {
  expect(checked(change)).toMatchObject({ ok: true, fields })
})

test('reads a release with its hours in the shop’s time zone', () => {
  const release = checked({})
  expect(release).toMatchObject({
    ok: true,
    fields: {
      text: 'First paragraph.\n\nSecond.',
      promise: 'guaranteed',
      opensAt: new Date('2027-03-05T17:00:00Z'),
      promiseUntil: new Date('2027-03-13T01:00:00Z'),
      shipsUntil: null,
    },
  })
})

test.each<[Partial<TypedRelease>, object]>([
  [{ name: ' ' }, { name: 'required' }],
  [{ name: 'x'.repeat(61) }, { name: 'too-long' }],
  [{ announcement: 'x'.repeat(121) }, { announcement: 'too-long' }],
  [{ banner: 'x'.repeat(61) }, { banner: 'too-long' }],
  [{ text: 'x'.repeat(1_001) }, { text: 'too-long' }],
  [{ season: 'winter' }, { season: 'not-offered' }],
  [{ kind: 'secret' }, { kind: 'not-offered' }],
  [{ opensAt: ' ' }, { opensAt: 'required' }],
  [{ shipsFrom: '2027-02-30' }, { shipsFrom: 'not-a-day' }],
  [{ shipsUntil: 'soon' }, { shipsUntil: 'not-a-day' }],
  [{ closesAt: '2027-03-05T09:00' }, { closesAt: 'closing-before-opening' }],
  [{ closesAt: '2027-03-08T09:00' }, { closesAt: 'closing-before-last-wave' }],
  // The last wave by its hour, wherever it stands.
  [
    { closesAt: '2027-03-08T09:00', waves: good.waves.toReversed() },
    { closesAt: 'closing-before-last-wave' },
  ],
  [{ promiseUntil: '2027-03-08T09:00' }, { promiseUntil: 'promise-before-last-wave' }],
  [{ promiseUntil: '2027-03-19T17:01' }, { promiseUntil: 'promise-after-closing' }],
  [{ closesAt: '2028-02-14T04:01' }, { closesAt: 'too-far-ahead' }],
  [
    { waves: [{ id: null, name: ' ', opensAt: '2027-03-05T09:00' }] },
    { 'waves.0.name': 'required' },
  ],
  [
    { waves: [{ id: null, name: 'x'.repeat(61), opensAt: '' }] },
    { 'waves.0.name': 'too-long', 'waves.0.opensAt': 'required' },
  ],
  [{ waves: wavesOf(11) }, { waves: 'too-many-waves' }],
  [{ year: 'next' }, { year: 'not-a-year' }],
  [{ promise: '' }, { promise: 'not-offered' }],
  [{ opensAt: '2027-03-14T02:30' }, { opensAt: 'skipped' }],
  [{ closesAt: '2027-03-07T09:00' }, { closesAt: 'closing-before-last-wave' }],
  [{ closesAt: '2028-03-07T09:00' }, { closesAt: 'too-far-ahead' }],
  [{ promiseUntil: '2027-03-20T09:00' }, { promiseUntil: 'promise-after-closing' }],
  [{ waves: [] }, { waves: 'no-wave' }],
  [
    { waves: [{ id: null, name: 'Club', opensAt: '2027-03-05T08:59' }] },
    { 'waves.0.opensAt': 'wave-before-opening' },
  ],
  [
    { waves: [good.waves[0]!, { ...good.waves[1]!, name: 'Club' }] },
    { 'waves.1.name': 'same-name' },
  ],
  [
    { waves: [good.waves[0]!, { ...good.waves[1]!, name: 'CLUB ' }] },
    { 'waves.1.name': 'same-name' },
  ],
  [{ shipsUntil: '2027-03-01' }, { shipsUntil: 'shipping-until-before-from' }],
])('refuses %j at its place', (change, errors) => {
  expect(checked(change)).toMatchObject({ ok: false, errors })
})

test('an open release has no promise', () => {
  expect(checked({ kind: 'open', promise: '', promiseUntil: '' })).toMatchObject({
    ok: true,
    fields: { promise: null, promiseUntil: null },
  })
})
