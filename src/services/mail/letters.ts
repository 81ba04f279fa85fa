import type { ReactNode } from 'react'

import type { MailKind, MailProps } from '#domain/mail.ts'
import { mailSchemas } from '#domain/mail.ts'

import type { LetterFrame } from './letter-house.ts'
import { EmailChangeConfirm } from './templates/email-change-confirm.tsx'
import { EmailChanged } from './templates/email-changed.tsx'
import { Interested } from './templates/interested.tsx'
import { Join } from './templates/join.tsx'
import { OfferRefused } from './templates/offer-refused.tsx'
import { OrderConfirmation } from './templates/order-confirmation.tsx'
import { OrderNotice } from './templates/order-notice.tsx'
import { OrderRefunded } from './templates/order-refunded.tsx'
import { PasswordChanged } from './templates/password-changed.tsx'
import { PasswordRecovery } from './templates/password-recovery.tsx'
import { Register } from './templates/register.tsx'
import { Wildcard } from './templates/wildcard.tsx'

type LetterForm<Kind extends MailKind> = {
  schema: (typeof mailSchemas)[Kind]
  subject: (props: MailProps[Kind]) => string
  /** The words that inboxes show beside the subject. */
  preview: (props: MailProps[Kind]) => string
  template: (props: MailProps[Kind] & LetterFrame) => ReactNode
  /** Spanish letters go to the business; an answer to one goes to whom it is about. */
  lang?: 'es'
}

/** Every letter the house writes, by its kind. */
export const letters: { readonly [Kind in MailKind]: LetterForm<Kind> } = {
  join: {
    schema: mailSchemas.join,
    subject: () => 'You are on the Kohue list',
    preview: () => 'Thank you for your interest in our project.',
    template: Join,
  },
  register: {
    schema: mailSchemas.register,
    subject: () => 'Welcome to Kohue',
    preview: () => 'Your account is open.',
    template: Register,
  },
  interested: {
    schema: mailSchemas.interested,
    subject: ({ wine, firstName, lastName }) => `Quiere adquirir ${wine}: ${firstName} ${lastName}`,
    preview: ({ email }) => email,
    template: Interested,
    lang: 'es',
  },
  wildcard: {
    schema: mailSchemas.wildcard,
    subject: ({ subject }) => subject,
    preview: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    template: Wildcard,
    lang: 'es',
  },
  'order-confirmation': {
    schema: mailSchemas['order-confirmation'],
    subject: ({ number }) => `Your Kohue order K-${number}`,
    preview: () => 'Paid, and in our books. Thank you.',
    template: OrderConfirmation,
  },
  'order-notice': {
    schema: mailSchemas['order-notice'],
    subject: ({ number, name }) => `Nuevo pedido K-${number}: ${name}`,
    preview: ({ lines }) =>
      lines.map((line) => `${line.quantity} × ${line.description}`).join(', '),
    template: OrderNotice,
    lang: 'es',
  },
  'order-refunded': {
    schema: mailSchemas['order-refunded'],
    subject: ({ number }) => `Refund of your Kohue order K-${number}`,
    preview: () => 'We have returned your payment.',
    template: OrderRefunded,
  },
  'offer-refused': {
    schema: mailSchemas['offer-refused'],
    subject: () => 'Your Kohue order could not be taken',
    preview: () => 'You have not been charged.',
    template: OfferRefused,
  },
  'password-recovery': {
    schema: mailSchemas['password-recovery'],
    subject: () => 'Choose a new password for Kohue',
    preview: ({ minutes }) => `The link works for ${minutes} minutes.`,
    template: PasswordRecovery,
  },
  'password-changed': {
    schema: mailSchemas['password-changed'],
    subject: () => 'Your Kohue password has changed',
    preview: () => 'If it was not you, tell us at once.',
    template: PasswordChanged,
  },
  'email-change-confirm': {
    schema: mailSchemas['email-change-confirm'],
    subject: () => 'Confirm your new address for Kohue',
    preview: () => 'Please say that this address is yours.',
    template: EmailChangeConfirm,
  },
  'email-changed': {
    schema: mailSchemas['email-changed'],
    subject: () => 'Your Kohue address has changed',
    preview: () => 'If it was not you, tell us at once.',
    template: EmailChanged,
  },
}
