import { accountEmails } from '#accounts/account/mails.tsx'
import { mailingListEmails } from '#accounts/consent/mails.tsx'
import { signInEmails } from '#accounts/sign-in/mails.tsx'
import { staffEmails } from '#admin/staff/mails.tsx'
import { campaignEmails } from '#campaigns/campaign/mails.tsx'
import { businessEmails } from '#mail/business/mails.tsx'
import type { EmailFrame } from '#mail/email-site.ts'
import type { EmailTemplate, EmailTemplates } from '#mail/email-template.ts'
import type { MailKind, MailProps } from '#mail/mail.rules.ts'
import { renderTemplate } from '#mail/render-email.ts'
import { orderChangeEmails } from '#order-changes/mails.tsx'
import { orderEmails } from '#orders/order/mails.tsx'
import { privacyEmails } from '#privacy/mails.tsx'
import { releaseEmails } from '#releases/mails.tsx'
import { requestEmails } from '#requests/mails.tsx'
import { shipmentEmails } from '#shipping/emails/mails.tsx'
import { waitingEmails } from '#waiting-room/mails.tsx'

import '../modules.server.ts'

/** The templates of all modules. */
export const emailTemplates: EmailTemplates = {
  ...businessEmails,
  ...mailingListEmails,
  ...accountEmails,
  ...signInEmails,
  ...releaseEmails,
  ...orderEmails,
  ...orderChangeEmails,
  ...shipmentEmails,
  ...requestEmails,
  ...waitingEmails,
  ...campaignEmails,
  ...privacyEmails,
  ...staffEmails,
}

/** An email of any kind. Throws when the props do not fit the kind. */
export const renderEmail = <Kind extends MailKind>(kind: Kind, props: unknown, frame: EmailFrame) =>
  renderTemplate(kind, emailTemplates[kind] as EmailTemplate<MailProps[Kind]>, props, frame)
