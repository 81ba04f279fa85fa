import { expect, test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { clientLoader } from './release-day.page.tsx'
import { ReleaseDay } from './release-day.tsx'
import type { ReleaseDay as Day } from './view-release-day.actions.server.ts'

const at = new Date('2027-03-10T18:00:00Z')
const wave = (id: string, name: string, ms: number, figure: number) => ({
  ...{ id, name, opensAt: new Date(at.getTime() + ms) },
  figures: { invited: figure, visited: figure - 1, bought: figure - 2, units: figure + 1_000 },
})
const wine = (title: string, stock: number | null, held: number, sold: number, promised: number) =>
  ({ id: title, title, subtitle: '3-pack of 750ml', stock, held, sold, promised }) // prettier-ignore

const day = (change: object = {}, service: object = {}, processes: object = {}) =>
  ({
    ...{ id: 'r', name: 'Spring', phase: 'open', version: 5, pauseReason: '', at },
    ...{ closesAt: new Date('2027-03-26T18:00:00Z'), line: null, warnings: [] },
    wines: [
      wine('Malbec', 40, 3, 7, 11),
      wine('Blend', 30, 0, 30, 0),
      wine('Tannat', 12, 2, 4, 6),
      wine('Rosé', null, 1, 2, 0),
    ],
    waves: [wave('w1', 'The Andes Society', 0, 22), wave('w2', 'Earlier buyers', 1, 33)],
    sales: { orders: 26, lastMinute: 2, lastFiveMinutes: 6, units: 53, wineCents: 2_754_050 },
    service: {
      ...{ paymentPagesOpen: 4, receiptsWaiting: null, emailsLeft: 1_005, ...service },
      processes: {
        ...{ ready: 2, notReady: 0, missing: 0, slowest: null, providerFailures: 8 },
        ...processes,
      },
    },
    ...change,
  }) as unknown as Day

test('what is kept while the shop can’t be reached is shown for its own release alone', async () => {
  const unreachable = new Error('fetch failed')
  const shown = (id: string, answer: object | Error) =>
    clientLoader({
      params: { id },
      serverLoader: async () => {
        if (answer instanceof Error) throw answer
        return answer
      },
    } as never)
  const spring = day({ id: 'spring' })
  expect(await shown('spring', { day: spring })).toEqual({ day: spring, isStale: false })
  expect(await shown('spring', unreachable)).toEqual({ day: spring, isStale: true })
  await expect(shown('autumn', unreachable)).rejects.toThrow(unreachable)
  const autumn = day({ id: 'autumn' })
  expect(await shown('autumn', { day: autumn })).toEqual({ day: autumn, isStale: false })
})

test('a release while it sells, as it is read from across the cellar', () => {
  expectParts(
    'release-day',
    {
      'all is well': <ReleaseDay day={day()} isStale={false} />,
      'the shop can’t be reached': <ReleaseDay day={day()} isStale />,
      'paused, with the line open': (
        <ReleaseDay
          isStale={false}
          day={day({
            ...{ phase: 'paused', pauseReason: 'A moment, please.', warnings: ['paused'] },
            line: {
              ...{ waiting: 320, inside: 40, reserved: 2, capacity: 60, fixedCapacity: null },
              ...{ pace: 12.4, why: 'staff', isPaused: true, opensAt: null, turnsLost: 3 },
            },
          })}
        />
      ),
      'pages of almost a second, of one process of three': (
        <ReleaseDay
          isStale={false}
          day={day(
            { waves: [], warnings: ['process-missing'] },
            { receiptsWaiting: -0.4 },
            { ready: 1, notReady: 1, missing: 1, slowest: { route: '/wines', p95: 999 } },
          )}
        />
      ),
      'pages of a second, receipts of a minute and a half': (
        <ReleaseDay
          isStale={false}
          day={day(
            { warnings: ['pages-slow', 'receipts-wait'] },
            { receiptsWaiting: 89.6 },
            { slowest: { route: '/wines', p95: 1_000 } },
          )}
        />
      ),
    },
    { asChanges: true },
  )
})
