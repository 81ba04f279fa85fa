import type { ReactNode } from 'react'

import type { EmailSite } from './email-site.ts'
import type { MailDefinitions, MailKind, MailProps } from './mail.rules.ts'

/** A text that is the same in every email of its kind, or made of the email's props. */
type Text<Props> = string | ((props: Props) => string)

export type EmailTemplate<Props extends object> = {
  subject: Text<Props>
  /** The preview line that inboxes show beside the subject. */
  preview: Text<Props>
  /** What the email is about, in small letters above its title. */
  kicker?: Text<Props>
  /** The headline, above the greeting. Without one the body is the whole email. */
  title?: Text<Props>
  body: (props: Props, site: EmailSite) => ReactNode
  /** Props for the preview and for tests. */
  sample: Props
  /** Spanish emails go to the business; a reply goes to the person they are about, if there is one. */
  lang?: 'es'
}

/** The templates of a module's kinds of emails. */
export type TemplatesOf<Mails extends MailDefinitions> = {
  readonly [Kind in keyof Mails & MailKind]: EmailTemplate<MailProps[Kind]>
}

/** Kinds of emails, and their templates, which are imported with the first email: no page needs them. */
export type ModuleMails = { kinds: MailDefinitions; templates: () => Promise<object> }

export const mailsOf = <Mails extends MailDefinitions>(
  kinds: Mails,
  templates: () => Promise<TemplatesOf<Mails>>,
): ModuleMails => ({ kinds, templates })

/** Every email, by its kind. */
export type EmailTemplates = { readonly [Kind in MailKind]: EmailTemplate<MailProps[Kind]> }

export const textFor = <Props>(text: Text<Props>, props: Props): string =>
  typeof text === 'function' ? text(props) : text
