import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { claimList } from './claims/claim-list.store.server.ts'
import { shippingMails } from './emails/mails.rules.ts'
import { shippingFigures } from './figures.server.ts'
import { handoverList } from './handover/handover-list.store.server.ts'
import { shippingJobs } from './jobs.server.ts'
import { shippingLog } from './log.copy.ts'
import { shippingParts } from './parts.rules.ts'
import { shippingPersonalData } from './personal-data.server.ts'
import { pickupMails } from './pickup/mails.rules.ts'
import { pickupList } from './pickup/pickup-list.store.server.ts'
import { shipmentList } from './shipments/shipment-list.store.server.ts'
import { shippingTasks } from './tasks.server.ts'

export const shipping: Module = {
  figures: shippingFigures,
  parts: shippingParts,
  log: shippingLog,
  jobs: shippingJobs,
  tasks: shippingTasks,
  mails: [
    mailsOf(shippingMails, async () => (await import('./emails/mails.tsx')).shipmentEmails),
    mailsOf(pickupMails, async () => (await import('./pickup/mails.tsx')).pickupEmails),
  ],
  lists: [claimList, handoverList, pickupList, shipmentList],
  personalData: shippingPersonalData,
}
