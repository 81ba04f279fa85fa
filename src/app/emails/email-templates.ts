import type { EmailFrame } from '#mail/email-site.ts'
import type { EmailTemplate, EmailTemplates } from '#mail/email-template.ts'
import type { MailKind, MailProps } from '#mail/mail.rules.ts'
import { renderTemplate } from '#mail/render-email.ts'

import { modules } from '../modules.server.ts'

const ofModules = modules.flatMap(({ mails = [] }) => mails.map(({ templates }) => templates()))

/** The templates of all modules. */
export const emailTemplates = Object.assign({}, ...(await Promise.all(ofModules))) as EmailTemplates

/** An email of any kind. Throws when the props do not fit the kind. */
export const renderEmail = <Kind extends MailKind>(kind: Kind, props: unknown, frame: EmailFrame) =>
  renderTemplate(kind, emailTemplates[kind] as EmailTemplate<MailProps[Kind]>, props, frame)
