import type { EmailTemplates } from '#mail/email-template.ts'
import { accountEmails } from '#accounts/account/mails.tsx'
import { businessEmails } from '#mail/business/mails.tsx'
import { campaignEmails } from '#campaigns/campaign/mails.tsx'
import { mailingListEmails } from '#accounts/consent/mails.tsx'
import { orderEmails } from '#orders/order/mails.tsx'
import { requestEmails } from '#requests/mails.tsx'
import { shipmentEmails } from '#shipping/emails/mails.tsx'
import { signInEmails } from '#accounts/sign-in/mails.tsx'
import { staffEmails } from '#admin/staff/mails.tsx'

export const emailTemplates: EmailTemplates = {
  ...mailingListEmails,
  ...accountEmails,
  ...signInEmails,
  ...orderEmails,
  ...shipmentEmails,
  ...requestEmails,
  ...campaignEmails,
  ...businessEmails,
  ...staffEmails,
}
