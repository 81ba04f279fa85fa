import { test } from 'vitest'

import { staffRelease } from '#tests/harness/staff-release.ts'
import { expectParts, staffWith } from '#tests/harness/what-parts-say.tsx'

import Check from './release-check.page.tsx'
import type { CheckId, CheckLine } from './release-check.rules.ts'

type Props = Parameters<typeof Check>[0]

const line = (id: CheckId, level: CheckLine['level'], change: Partial<CheckLine> = {}) => ({
  ...{ id, level, count: 0, names: [], ...change },
})
const sendAt = new Date('2027-03-09T17:00:00Z')
const endedAt = new Date('2027-03-09T19:30:00Z')
const campaign = (state: string) =>
  ({
    ...{ campaign: { id: 'c1', name: 'Spring is here', state, sendAt, endedAt } },
  }) as unknown as Partial<CheckLine>

const lines = [
  line('wines', 'red'),
  line('stock', 'red', { count: 2, names: ['Malbec', 'Blend'] }),
  line('price', 'red', { count: 1, names: ['Cabernet'] }),
  line('picture', 'yellow', { count: 1, names: ['Blend'] }),
  line('sheet', 'yellow', { count: 1, names: ['Malbec'] }),
  line('sum', 'red', { count: 1_200, names: ['Malbec: 1,240 of 40'] }),
  line('allocations', 'yellow'),
  line('address', 'yellow', { count: 1 }),
  line('state', 'yellow', { count: 1_002 }),
  line('birthdate', 'good'),
  line('emails', 'yellow', { count: 2 }),
  line('campaign', 'yellow'),
  line('reconciliation', 'yellow'),
  line('mail', 'yellow'),
  line('ready', 'red', { count: 1, names: ['migrations missing'] }),
  line('hours', 'red'),
]
const owner = staffWith(['owner'], '/admin/requests')
const wine = (id: string, title: string, free: number | null, requests: number, asked: number) => ({
  ...{ id, title, subtitle: '3-pack of 750ml', free, requests, asked },
})

function page(change: object = {}, sent: object | null = null) {
  const loaderData = {
    ...{ release: staffRelease(), lines: [line('hours', 'good')], rehearsals: 0, formKey: 'k' },
    ...{ approval: null, endNeedsApproval: false, leftovers: null, ...change },
  }
  const actionData = sent && { errors: {}, refusal: null, shown: null, ...sent }
  return <Check {...({ loaderData, actionData } as unknown as Props)} />
}
const before = staffRelease({ phase: 'before', state: 'scheduled' })
const open = staffRelease({ phase: 'open', state: 'scheduled' })
const closed = (state: 'scheduled' | 'ended') => staffRelease({ phase: 'closed', state })

test('what a release lacks, and what may be done with it', () => {
  expectParts(
    'release-check',
    {
      'a draft that lacks nothing': page(),
      'a draft that lacks everything, to an owner': { part: page({ lines }), viewer: owner },
      'and to staff who may mend nothing of it': page({ lines }),
      'its campaign is scheduled, people have allocations': {
        part: page({
          lines: [
            line('campaign', 'good', campaign('scheduled')),
            line('allocations', 'good', { count: 64 }),
          ],
        }),
        viewer: owner,
      },
      'its campaign is sent': page({ lines: [line('campaign', 'good', campaign('sent'))] }),
      'its campaign is a draft': page({ lines: [line('campaign', 'yellow', campaign('draft'))] }),
      'scheduled, with a rehearsal': page({
        release: before,
        rehearsals: 1,
        lines: [line('sheet', 'yellow', { names: ['Malbec'] })],
      }),
      'open, with rehearsals; its end needs a second person': page({
        ...{ release: open, rehearsals: 2, endNeedsApproval: true },
      }),
      'its end is asked for': page({
        release: open,
        approval: {
          ...{ id: 'a', kind: 'end-release', state: 'open', detail: 'Spring', amountCents: null },
          ...{ reason: '', effects: [], replaces: null, askedBy: 'bea@kohue.example' },
          ...{ askedAt: sendAt, isOwn: false, lapsesAt: endedAt, decidedBy: '', decidedAt: null },
        },
      }),
      'its end is declined': page({
        release: open,
        approval: {
          ...{ id: 'a', kind: 'end-release', state: 'declined', detail: '', amountCents: null },
          ...{ reason: '', effects: [], replaces: null, askedBy: 'bea@kohue.example' },
          ...{ askedAt: sendAt, isOwn: false, lapsesAt: endedAt, decidedBy: 'cy@kohue.example' },
          decidedAt: sendAt,
        },
      }),
      'its name is typed wrong': page(
        { release: open },
        { values: { intent: 'end', name: 'Sprung' }, errors: { name: 'Its name, please.' } },
      ),
      'another form was refused': page(
        { release: open },
        { values: { intent: 'schedule', name: 'Sprung' } },
      ),
      'its closing time has come': page({ release: closed('scheduled'), leftovers: [] }),
      'ended: nobody waits': page({
        release: closed('ended'),
        leftovers: [wine('malbec', '2023 Malbec', 0, 0, 0)],
      }),
      'ended: customers wait': {
        viewer: owner,
        part: page({
          release: closed('ended'),
          leftovers: [
            wine('malbec', '2023 Malbec', 1, 1, 2),
            wine('cabernet', '2023 Cabernet Sauvignon', 0, 2, 3),
            wine('blend', '2023 Blend', null, 5, 1),
            wine('rose', '2024 Rosé', 1_300, 0, 0),
          ],
        }),
      },
      'ended: customers wait, to staff who may not open their queue': page({
        release: closed('ended'),
        leftovers: [wine('malbec', '2023 Malbec', 1, 1, 2)],
      }),
    },
    { asChanges: true },
  )
})
