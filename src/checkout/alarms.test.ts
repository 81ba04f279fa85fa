import { busy, testAlarms } from '#tests/harness/alarm-limits.ts'

import { checkoutFigures } from './figures.server.ts'

testAlarms(checkoutFigures, {
  'events-unsettled': {
    well: [{ figures: { unsettledEvents: 0 } }],
    bad: [{ figures: { unsettledEvents: 1 } }],
  },
  'provider-failing': {
    well: [{ running: busy({ providerFailures: 2 }) }],
    bad: [{ running: busy({ providerFailures: 3 }) }],
  },
  'holds-unpaid': {
    well: [
      { figures: { holds: 9, ordersByChannel: {} } },
      { figures: { holds: 10, ordersByChannel: { cart: 0, offering: 1 } } },
    ],
    bad: [{ figures: { holds: 10, ordersByChannel: { cart: 0 } } }],
  },
})
