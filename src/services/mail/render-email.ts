import type { FunctionComponent } from 'react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { emailAddress } from '#domain/email-address.ts'
import { headerText } from '#domain/emails/header-text.ts'
import type { MailKind, MailProps } from '#domain/emails/mail.ts'
import { firstWord } from '#domain/people/person-name.ts'

import type { EmailFrame } from './email-site.ts'
import { emailTemplates } from './email-templates.ts'
import type { Email, EmailFields } from './transport.ts'
import { emailDocument } from './layout/document.ts'
import { imagesIn } from './layout/pictures.tsx'
import { plainText } from './layout/plain-text.ts'

export type RenderedEmail = Pick<
  Email,
  'kind' | 'subject' | 'text' | 'html' | 'images' | 'fields' | 'replyTo'
>

/** Subject, HTML with its pictures, and plain text. Throws when the props do not fit the kind. */
export function renderEmail<Kind extends MailKind>(
  kind: Kind,
  given: unknown,
  frame: EmailFrame,
): RenderedEmail {
  const { schema, subject, preview, template, lang } = emailTemplates[kind]
  const props = schema.parse(given) as MailProps[Kind]
  const element = createElement(template as FunctionComponent<object>, { ...props, ...frame })
  const title = headerText(subject(props))
  // A reply of the business goes to the person the email is about; a person's, to the business.
  const replyAddress = lang !== 'es' ? frame.site.email : 'email' in props ? props.email : ''
  const replyTo = emailAddress(replyAddress)
  const html = emailDocument({
    title,
    preview: preview(props),
    lang: lang ?? 'en',
    content: renderToStaticMarkup(element),
  })
  return {
    kind,
    subject: title,
    text: plainText(element),
    html,
    images: imagesIn(html),
    fields: fieldsOf(props, title),
    ...(replyTo && { replyTo }),
  }
}

/** The payload of section 7, from the props. */
function fieldsOf(props: object, subject: string): EmailFields {
  const given = props as Partial<Record<string, unknown>>
  const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '')
  const name = text('name')
  return {
    firstname: text('firstName') || firstWord(name),
    lastname: text('lastName') || name.slice(firstWord(name).length).trim(),
    client_email: text('email') || text('newEmail'),
    subject,
    text: text('text'),
  }
}
