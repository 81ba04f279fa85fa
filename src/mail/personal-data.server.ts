import { desc, eq } from 'drizzle-orm'

import type { PersonalData } from '#platform/module/personal-data.ts'

import { forgetMailsTo, moveMails } from './mails.store.server.ts'
import { mails } from './tables.ts'

/** Emails by their recipient. Suppressed addresses are stored as hashes, and stay. */
export const mailPersonalData: PersonalData = {
  tables: { mails: { exported: true, erased: 'deleted', merged: 'left' } },
  exportAddress: {
    emailsSent: (db, email) =>
      db
        .select({ kind: mails.kind, state: mails.state, writtenAt: mails.createdAt })
        .from(mails)
        .where(eq(mails.recipient, email))
        .orderBy(desc(mails.createdAt)),
  },
  eraseAddress: forgetMailsTo,
  moveAddress: moveMails,
}
