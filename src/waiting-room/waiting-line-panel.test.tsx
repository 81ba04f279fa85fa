import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import type { ViewedLine } from './steer-line.actions.server.ts'
import { WaitingLine } from './waiting-line-panel.tsx'

const line: ViewedLine = {
  ...{ waiting: 1_250, inside: 80, reserved: 15, version: 7, why: 'shoppers', isPaused: false },
  isHeld: false,
  ...{ capacity: 100, fixedCapacity: null, mostPerMinute: null, pace: 24.6, turnsLost: 3 },
  opensAt: null,
}

const panel = (change: Partial<ViewedLine> | null, sent?: object) => (
  <WaitingLine
    line={change && { ...line, ...change }}
    releaseId="spring"
    sent={sent as Parameters<typeof WaitingLine>[0]['sent']}
  />
)

test('what staff read of the waiting line, and how they steer it', () => {
  expectParts('waiting-line-panel', {
    closed: panel(null),
    'open, as many came': panel({}),
    'opened before the release, at a fixed pace': panel({
      ...{ why: 'staff', fixedCapacity: 100, mostPerMinute: 30, pace: 0, waiting: 1 },
      opensAt: new Date('2027-03-10T18:00:00Z'),
    }),
    'paused, as the shop was slow': panel({ why: 'load', isPaused: true, waiting: 20 }),
    'opened before the release, which is paused at its hour': panel({
      ...{ why: 'staff', isHeld: true, pace: 0, waiting: 7 },
      opensAt: new Date('2027-03-10T18:00:00Z'),
    }),
    'a pace that was refused, as it was typed': panel(
      { mostPerMinute: 30 },
      {
        ...{ intent: 'change-line', refusal: null, shown: null },
        values: { change: 'pace', capacity: 'many', perMinute: '30' },
        errors: { capacity: 'Please enter a whole number from 1 to 100,000.' },
      },
    ),
  })
})
