import { testAlarms } from '#tests/harness/alarm-limits.ts'

import { mailFigures } from './figures.server.ts'

testAlarms(mailFigures, {
  'emails-overdue': {
    well: [{ figures: { overdue: 600 } }],
    bad: [{ figures: { overdue: 601 } }],
  },
})
