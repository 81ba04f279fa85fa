import { away, busy, testAlarms } from '#tests/harness/alarm-limits.ts'

import { adminFigures } from './figures.server.ts'

testAlarms(adminFigures, {
  'database-away': { well: [{ running: away(2.9) }], bad: [{ running: away(3) }] },
  'server-errors': {
    well: [{ running: busy({ serverErrors: 4 }) }],
    bad: [{ running: busy({ serverErrors: 5 }) }],
  },
  'jobs-failed': {
    well: [{ figures: { jobs: { waiting: 9, running: 2, failed: 0 } } }],
    bad: [{ figures: { jobs: { waiting: 0, running: 0, failed: 1 } } }],
  },
  'tasks-repaired': {
    well: [{ figures: { tasks: { open: 9, repaired: 0 } } }],
    bad: [{ figures: { tasks: { open: 0, repaired: 1 } } }],
  },
  'process-busy': {
    well: [{ running: busy({ loopDelay: 1_000 }) }],
    bad: [{ running: busy({ loopDelay: 1_001 }) }],
  },
  'connections-used-up': {
    well: [{ running: busy({ connectionsWaitedFor: 0 }) }],
    bad: [{ running: busy({ connectionsWaitedFor: 1 }) }],
  },
})
