import { testAlarms } from '#tests/harness/alarm-limits.ts'

import { shippingFigures } from './figures.server.ts'

testAlarms(shippingFigures, {
  'carrier-silent': {
    well: [{ figures: { silence: null } }, { figures: { silence: 86_400 } }],
    bad: [{ figures: { silence: 86_401 } }],
  },
  'carrier-nonsense': {
    well: [{ figures: { invalidResponses: 20 } }],
    bad: [{ figures: { invalidResponses: 21 } }],
  },
})
