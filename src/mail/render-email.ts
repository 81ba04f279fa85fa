import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { rehearsalNotice } from '#platform/layout/rehearsal.copy.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import { firstWord, isGreetable } from '#platform/text/person-name.rules.ts'

import type { EmailFrame } from './email-site.ts'
import type { EmailTemplate } from './email-template.ts'
import { textFor } from './email-template.ts'
import { headerText } from './header-text.rules.ts'
import { emailDocument } from './layout/document.ts'
import { EmailLayout } from './layout/layout.tsx'
import { imagesIn } from './layout/pictures.tsx'
import { plainText } from './layout/plain-text.ts'
import type { MailKind, MailProps } from './mail.rules.ts'
import { mailRule } from './mail.rules.ts'
import type { Email, EmailFields } from './transports/transport.ts'

export type RenderedEmail = Pick<
  Email,
  'kind' | 'subject' | 'text' | 'html' | 'images' | 'fields' | 'replyTo'
>

/** Subject, HTML with its pictures, and plain text. Throws when the props do not fit the kind. */
export function renderTemplate<Kind extends MailKind>(
  kind: Kind,
  template: EmailTemplate<MailProps[Kind]>,
  given: unknown,
  frame: EmailFrame,
): RenderedEmail {
  const props = mailRule(kind).props.parse(given) as MailProps[Kind]
  const { lang = 'en', kicker = '', title = '' } = template
  const heading = {
    kicker: textFor(kicker, props),
    title: textFor(title, props),
    greeted: lang === 'en' && title ? greetedBy(props) : null,
  }
  const body = template.body(props, frame.site)
  const wines = 'ordered' in props ? props.ordered : []
  const element = createElement(EmailLayout, { ...frame, ...heading, wines, lang }, body)
  const mark = frame.site.isRehearsal ? `${rehearsalNotice}. ` : ''
  const subject = headerText(mark + textFor(template.subject, props))
  const replyTo = emailAddress(lang === 'es' && 'email' in props ? props.email : frame.site.email)
  const html = emailDocument({
    title: subject,
    preview: textFor(template.preview, props),
    lang,
    content: renderToStaticMarkup(element),
  })
  return {
    kind,
    subject,
    text: plainText(element),
    html,
    images: imagesIn(html),
    fields: fieldsOf(props, subject),
    ...(replyTo && { replyTo }),
  }
}

/** The name in an email to a person; null where its props have none. */
const greetedBy = (props: MailProps[MailKind]): string | null =>
  'firstName' in props ? props.firstName : 'name' in props ? props.name : null

const greetable = (name: string): string => (isGreetable(name) ? name : '')

/** The payload of section 7, from the props; templates at the provider greet by it. */
function fieldsOf(props: object, subject: string): EmailFields {
  const given = props as Partial<Record<string, unknown>>
  const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '')
  const name = text('name')
  return {
    firstname: greetable(text('firstName') || firstWord(name)),
    lastname: greetable(text('lastName') || name.slice(firstWord(name).length).trim()),
    client_email: text('email') || text('newEmail'),
    subject,
    text: text('text'),
  }
}
