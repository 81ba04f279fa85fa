import type { Module } from '#platform/module/module.ts'

import { cardRoutes } from './card/card.api.ts'
import { customerRoutes } from './card/customer.api.ts'
import { checkoutRoutes } from './checkout.api.ts'
import { checkoutFigures } from './figures.server.ts'
import { checkoutJobs } from './jobs.server.ts'
import { checkoutPersonalData } from './personal-data.server.ts'
import { webhookRoute } from './webhook.api.ts'

export const checkout: Module = {
  figures: checkoutFigures,
  jobs: checkoutJobs,
  personalData: checkoutPersonalData,
  calls: [
    { routes: webhookRoute, isWebhook: true },
    { routes: cardRoutes },
    { routes: checkoutRoutes },
    { routes: customerRoutes },
  ],
  limited: {
    calls: [
      'POST /create-checkout-session',
      // Leads to the form with the address, which asks to confirm.
      'POST /directlink-create-checkout-session',
    ],
  },
}
