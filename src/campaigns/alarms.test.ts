import { testAlarms } from '#tests/harness/alarm-limits.ts'

import { campaignFigures } from './figures.server.ts'

testAlarms(campaignFigures, {
  'campaign-silent': {
    well: [{ figures: { silence: 600 } }],
    bad: [{ figures: { silence: 601 } }],
  },
})
