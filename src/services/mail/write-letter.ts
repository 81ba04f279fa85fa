import type { FunctionComponent } from 'react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { emailAddress } from '#domain/email-address.ts'
import { headerText } from '#domain/header-text.ts'
import type { MailKind, MailProps } from '#domain/mail.ts'
import { firstWord } from '#domain/person-name.ts'

import type { LetterFrame } from './letter-house.ts'
import { letters } from './letters.ts'
import type { Letter, LetterFields } from './mail.ts'
import { letterDocument } from './paper/document.ts'
import { plainText } from './paper/plain-text.ts'

export type WrittenLetter = Pick<
  Letter,
  'kind' | 'subject' | 'text' | 'html' | 'fields' | 'replyTo'
>

/** Subject, HTML and plain text of a letter. Throws when the props are not what its kind needs. */
export function writeLetter<Kind extends MailKind>(
  kind: Kind,
  given: unknown,
  frame: LetterFrame,
): WrittenLetter {
  const { schema, subject, preview, template, lang } = letters[kind]
  const props = schema.parse(given) as MailProps[Kind]
  const element = createElement(template as FunctionComponent<object>, { ...props, ...frame })
  const title = headerText(subject(props))
  // An answer goes to whom a letter to the business is about; from anybody else, to the house.
  const answerTo = lang !== 'es' ? frame.house.email : 'email' in props ? props.email : ''
  const replyTo = emailAddress(answerTo)
  return {
    kind,
    subject: title,
    text: plainText(element),
    html: letterDocument({
      title,
      preview: preview(props),
      lang: lang ?? 'en',
      sheet: renderToStaticMarkup(element),
    }),
    fields: fieldsOf(props, title),
    ...(replyTo && { replyTo }),
  }
}

/** The names that section 7 gives to what a letter is about. */
function fieldsOf(props: object, subject: string): LetterFields {
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
