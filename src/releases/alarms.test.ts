import { testAlarms } from '#tests/harness/alarm-limits.ts'

import { releaseFigures } from './figures.server.ts'

testAlarms(releaseFigures, {
  'promises-overdue': {
    well: [{ figures: { promisedUnits: { running: 9, overdue: 0 } } }],
    bad: [{ figures: { promisedUnits: { running: 0, overdue: 1 } } }],
  },
  'promises-differ': {
    well: [{ figures: { differing: { promised: 0, held: 0 } } }],
    bad: [
      { figures: { differing: { promised: 1, held: 0 } } },
      { figures: { differing: { promised: 0, held: 1 } } },
    ],
  },
  'release-unbought': {
    well: [{ figures: { unbought: 0 } }],
    bad: [{ figures: { unbought: 1 } }],
  },
})
