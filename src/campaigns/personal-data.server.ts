import { eq, sql } from 'drizzle-orm'

import type { PersonalData } from '#platform/module/personal-data.ts'

import { campaignsOf, forgetCampaignEmails } from './campaign/campaign-emails.store.server.ts'
import { campaignEmails } from './campaign/tables.ts'

/** Emails of campaigns. The figures of a campaign stay without the person. */
export const campaignsPersonalData: PersonalData = {
  tables: { campaign_emails: { exported: true, erased: 'blanked', merged: 'moved' } },
  exportAddress: { campaigns: campaignsOf },
  eraseAddress: forgetCampaignEmails,
  async moveAddress(tx, from, to) {
    await tx.execute(sql`
      update campaign_emails as ce set email = ${to} where email = ${from} and not exists (
        select from campaign_emails as had where had.email = ${to}
          and had.campaign_id = ce.campaign_id)`)
    await forgetCampaignEmails(tx, from)
  },
  async merge(tx, { from, into }) {
    await tx.update(campaignEmails).set({ userId: into }).where(eq(campaignEmails.userId, from))
    return {}
  },
  async moveBack(tx, { from, into }) {
    await tx.execute(sql`
      update campaign_emails as ce set user_id = ${from}::uuid from users as u
      where u.id = ${from}::uuid and ce.email = u.email and ce.user_id = ${into}::uuid`)
  },
}
