import { z } from 'zod'

import { link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

import { allocatedWine, blockSchema } from './content.rules.ts'

const campaign = z.object({
  subject: text,
  preheader: text,
  blocks: z.array(blockSchema),
  wines: z.array(allocatedWine),
  keptUntil: text,
  link,
  firstName: text,
})

export const campaignMails = {
  /** In the outbox it has the campaign's id, the facts of its person and their link instead. */
  campaign: {
    name: 'Campaign',
    props: campaign,
    urgency: 2,
    limit: 'staff',
    keep: ['campaignId'],
    list: true,
  },
  /** A campaign as a test, to the member of staff who writes it. */
  'campaign-test': { name: 'Test of a campaign', props: campaign, urgency: 1, limit: 'staff' },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof campaignMails> {}
}
