import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { waitingRoomLog } from './log.copy.ts'
import { waitingMails } from './mails.rules.ts'

declare module '#platform/services/services.ts' {
  interface ShopSettings {
    /** Shoppers at once at which the waiting line opens; 0: it opens by staff alone. */
    waitingCapacity: number
  }
}

export const waitingRoomModule: Module = {
  log: waitingRoomLog,
  mails: [mailsOf(waitingMails, async () => (await import('./mails.tsx')).waitingEmails)],
  // It is kept until the line closes: minutes.
  personalData: {
    tables: { waiting_wishes: { exported: false, erased: 'deleted', merged: 'left' } },
  },
}
