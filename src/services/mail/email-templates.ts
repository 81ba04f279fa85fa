import type { ReactNode } from 'react'

import { alarmEmails, alarmTitle, alarmTodo } from '#domain/copy/alarms.ts'
import type { MailKind, MailProps } from '#domain/emails/mail.ts'
import { lineInSpanish, releaseNotices } from '#domain/copy/business-emails.ts'
import { mailSchemas } from '#domain/emails/mail.ts'

import type { EmailFrame } from './email-site.ts'
import { ClubWelcome } from './templates/club-welcome.tsx'
import { Campaign } from './templates/campaign.tsx'
import { LoginLink } from './templates/login-link.tsx'
import { PurchaseLink } from './templates/purchase-link.tsx'
import { PersonalDataLink } from './templates/personal-data-link.tsx'
import { AccountsMerged } from './templates/accounts-merged.tsx'
import { ErasureConfirmed } from './templates/erasure-confirmed.tsx'
import { ConfirmSubscription } from './templates/confirm-subscription.tsx'
import { EmailChangeApprove } from './templates/email-change-approve.tsx'
import { EmailChangeConfirm } from './templates/email-change-confirm.tsx'
import { EmailChangeWaiting } from './templates/email-change-waiting.tsx'
import { EmailChanged } from './templates/email-changed.tsx'
import { EmailConfirm } from './templates/email-confirm.tsx'
import { GrantExpiring } from './templates/grant-expiring.tsx'
import { Interested } from './templates/interested.tsx'
import { Join } from './templates/join.tsx'
import { OfferRefused } from './templates/offer-refused.tsx'
import { OrderConfirmation } from './templates/order-confirmation.tsx'
import { OrderNotice } from './templates/order-notice.tsx'
import { OperationsAlert } from './templates/operations-alert.tsx'
import { ReleaseNotice } from './templates/release-notice.tsx'
import { OrderRefunded } from './templates/order-refunded.tsx'
import { StaffInvited } from './templates/staff-invited.tsx'
import { SecondFactorLocked } from './templates/second-factor-locked.tsx'
import { SecondFactorOff } from './templates/second-factor-off.tsx'
import { PasskeyAdded, PasskeyRemoved } from './templates/passkeys.tsx'
import { PasswordChanged } from './templates/password-changed.tsx'
import { PasswordRecovery } from './templates/password-recovery.tsx'
import { Register } from './templates/register.tsx'
import { Rejoin } from './templates/rejoin.tsx'
import { RequestAnswered } from './templates/request-answered.tsx'
import { RequestClosed } from './templates/request-closed.tsx'
import { RequestDeclined } from './templates/request-declined.tsx'
import { RequestGranted } from './templates/request-granted.tsx'
import { SubscriptionConfirmed } from './templates/subscription-confirmed.tsx'
import { Wildcard } from './templates/wildcard.tsx'
import { shippingEmailTemplates } from './shipping-email-templates.ts'

export type EmailTemplate<Kind extends MailKind> = {
  schema: (typeof mailSchemas)[Kind]
  subject: (props: MailProps[Kind]) => string
  /** The preview line that inboxes show beside the subject. */
  preview: (props: MailProps[Kind]) => string
  template: (props: MailProps[Kind] & EmailFrame) => ReactNode
  /** Spanish emails go to the business; a reply goes to the person they are about. */
  lang?: 'es'
}

/** `1 case`, `3 cases` */
const cases = (units: number): string => (units === 1 ? '1 case' : `${units} cases`)

/** The email where no name is known. */
const nameOf = (person: { firstName: string; lastName: string; email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email

/** Every email, by its kind. */
export const emailTemplates: { readonly [Kind in MailKind]: EmailTemplate<Kind> } = {
  join: {
    schema: mailSchemas.join,
    subject: () => 'You are on the Kohue list',
    preview: () => 'You will hear of each release first.',
    template: Join,
  },
  rejoin: {
    schema: mailSchemas.rejoin,
    subject: () => 'Would you like to be on the Kohue list again?',
    preview: () => 'Confirm, and you are back on the list.',
    template: Rejoin,
  },
  'confirm-subscription': {
    schema: mailSchemas['confirm-subscription'],
    subject: ({ asked }) =>
      asked === 'again'
        ? 'Would you like to be on the Kohue list again?'
        : 'Please confirm that Kohue may write to you',
    preview: () => 'Confirm, and you are on the list.',
    template: ConfirmSubscription,
  },
  'personal-data-link': {
    schema: mailSchemas['personal-data-link'],
    subject: () => 'What Kohue keeps about you',
    preview: ({ minutes }) => `Your link works once, within ${minutes} minutes.`,
    template: PersonalDataLink,
  },
  'accounts-merged': {
    schema: mailSchemas['accounts-merged'],
    subject: ({ isUndone }) =>
      isUndone ? 'Your Kohue accounts are two again' : 'Your two Kohue accounts are one now',
    preview: ({ email }) => `What it means for you, and for ${email}.`,
    template: AccountsMerged,
  },
  'erasure-confirmed': {
    schema: mailSchemas['erasure-confirmed'],
    subject: () => 'Your data at Kohue has been erased',
    preview: () => 'What is gone, and what the law requires us to keep.',
    template: ErasureConfirmed,
  },
  register: {
    schema: mailSchemas.register,
    subject: () => 'Welcome to Kohue',
    preview: () => 'Your account is ready.',
    template: Register,
  },
  interested: {
    schema: mailSchemas.interested,
    subject: ({ wine, ...person }) => `Quiere adquirir ${wine}: ${nameOf(person)}`,
    preview: ({ email }) => email,
    template: Interested,
    lang: 'es',
  },
  wildcard: {
    schema: mailSchemas.wildcard,
    subject: ({ subject, ...person }) => `${subject}: ${nameOf(person)}`,
    preview: ({ email }) => email,
    template: Wildcard,
    lang: 'es',
  },
  'order-confirmation': {
    schema: mailSchemas['order-confirmation'],
    subject: ({ number }) => `Your Kohue order K-${number}`,
    preview: () => 'Thank you. Here is your receipt.',
    template: OrderConfirmation,
  },
  'release-notice': {
    schema: mailSchemas['release-notice'],
    subject: ({ event, name }) => `${releaseNotices[event].title}: ${name}`,
    preview: ({ event, name }) => releaseNotices[event].text(name),
    template: ReleaseNotice,
  },
  'operations-alert': {
    schema: mailSchemas['operations-alert'],
    subject: ({ event, cause }) => `${alarmEmails[event]}: ${alarmTitle(cause)}`,
    preview: ({ cause }) => alarmTodo(cause),
    template: OperationsAlert,
  },
  'order-notice': {
    schema: mailSchemas['order-notice'],
    subject: ({ number, name }) => `Nuevo pedido K-${number}: ${name}`,
    preview: ({ lines }) =>
      lines.map((line) => `${line.quantity} × ${lineInSpanish(line.description)}`).join(', '),
    template: OrderNotice,
    lang: 'es',
  },
  'order-refunded': {
    schema: mailSchemas['order-refunded'],
    subject: ({ number }) => `Your refund for Kohue order K-${number}`,
    preview: () => 'It goes back to the card you paid with.',
    template: OrderRefunded,
  },
  'offer-refused': {
    schema: mailSchemas['offer-refused'],
    subject: () => 'We could not accept your Kohue order',
    preview: () => 'You have not been charged.',
    template: OfferRefused,
  },
  'password-recovery': {
    schema: mailSchemas['password-recovery'],
    subject: () => 'Choose a new password for Kohue',
    preview: ({ minutes }) => `The link works for ${minutes} minutes.`,
    template: PasswordRecovery,
  },
  'login-link': {
    schema: mailSchemas['login-link'],
    subject: () => 'Your link to log in to Kohue',
    preview: ({ minutes }) => `It works once, within ${minutes} minutes.`,
    template: LoginLink,
  },
  'purchase-link': {
    schema: mailSchemas['purchase-link'],
    subject: () => 'A fresh link to your Kohue release',
    preview: () => 'It opens your purchase on the device on which you press it first.',
    template: PurchaseLink,
  },
  campaign: {
    schema: mailSchemas.campaign,
    subject: ({ subject }) => subject,
    preview: ({ preheader }) => preheader,
    template: Campaign,
  },
  'campaign-test': {
    schema: mailSchemas['campaign-test'],
    subject: ({ subject }) => subject,
    preview: ({ preheader }) => preheader,
    template: Campaign,
  },
  'password-changed': {
    schema: mailSchemas['password-changed'],
    subject: () => 'Your Kohue password was changed',
    preview: () => 'If this was not you, let us know right away.',
    template: PasswordChanged,
  },
  'passkey-added': {
    schema: mailSchemas['passkey-added'],
    subject: () => 'A passkey was added to your Kohue account',
    preview: () => 'If this was not you, remove it right away.',
    template: PasskeyAdded,
  },
  'passkey-removed': {
    schema: mailSchemas['passkey-removed'],
    subject: () => 'A passkey of your Kohue account was removed',
    preview: () => 'If this was not you, let us know right away.',
    template: PasskeyRemoved,
  },
  'staff-invited': {
    schema: mailSchemas['staff-invited'],
    subject: () => 'You are invited to the admin of Kohue',
    preview: ({ hours }) => `The link works once, for ${hours} hours.`,
    template: StaffInvited,
  },
  'second-factor-locked': {
    schema: mailSchemas['second-factor-locked'],
    subject: () => 'Wrong codes were entered for your Kohue account',
    preview: () => 'If that was not you, someone else knows your password.',
    template: SecondFactorLocked,
  },
  'second-factor-off': {
    schema: mailSchemas['second-factor-off'],
    subject: ({ email }) => `The second factor of ${email} was removed`,
    preview: () => 'If you do not know why, let the others know right away.',
    template: SecondFactorOff,
  },
  'email-confirm': {
    schema: mailSchemas['email-confirm'],
    subject: () => 'Confirm your email for Kohue',
    preview: () => 'One press confirms that this address is yours.',
    template: EmailConfirm,
  },
  'email-change-approve': {
    schema: mailSchemas['email-change-approve'],
    subject: () => 'Approve the new email of your Kohue account',
    preview: ({ newEmail }) => `Your account will use ${newEmail}. Please approve the change.`,
    template: EmailChangeApprove,
  },
  'email-change-waiting': {
    schema: mailSchemas['email-change-waiting'],
    subject: () => 'The email of your Kohue account will change',
    preview: () => 'If this was not you, you can stop it.',
    template: EmailChangeWaiting,
  },
  'email-change-confirm': {
    schema: mailSchemas['email-change-confirm'],
    subject: () => 'Confirm your new email for Kohue',
    preview: () => 'Please confirm that it is yours.',
    template: EmailChangeConfirm,
  },
  'email-changed': {
    schema: mailSchemas['email-changed'],
    subject: () => 'Your Kohue email was changed',
    preview: () => 'If this was not you, let us know right away.',
    template: EmailChanged,
  },
  'request-granted': {
    schema: mailSchemas['request-granted'],
    subject: ({ wine, units }) => `Yes: ${cases(units)} of ${wine} for you`,
    preview: () => 'It is kept for you until the time in this email.',
    template: RequestGranted,
  },
  'grant-expiring': {
    schema: mailSchemas['grant-expiring'],
    subject: ({ wine }) => `Not for long: ${wine} is still kept for you`,
    preview: () => 'This email says until when.',
    template: GrantExpiring,
  },
  'request-declined': {
    schema: mailSchemas['request-declined'],
    subject: ({ wine }) => (wine ? `Your request for ${wine}` : 'Your request to Kohue'),
    preview: ({ keepsPlace }) =>
      keepsPlace ? 'You keep your place in line.' : 'Our answer, and what you can do next.',
    template: RequestDeclined,
  },
  'request-answered': {
    schema: mailSchemas['request-answered'],
    subject: () => 'Your request to Kohue',
    preview: () => 'Our answer to what you asked.',
    template: RequestAnswered,
  },
  'request-closed': {
    schema: mailSchemas['request-closed'],
    subject: ({ wine }) => (wine ? `Your request for ${wine}` : 'Your request to Kohue'),
    preview: () => 'It has ended, and we did not want to leave you without an answer.',
    template: RequestClosed,
  },
  'club-welcome': {
    schema: mailSchemas['club-welcome'],
    subject: () => 'Welcome to The Andes Society',
    preview: ({ level }) => `Your level is ${level}.`,
    template: ClubWelcome,
  },
  'subscription-confirmed': {
    schema: mailSchemas['subscription-confirmed'],
    subject: () => 'Your Kohue subscription',
    preview: ({ isActive }) => (isActive ? 'It is active.' : 'It has ended.'),
    template: SubscriptionConfirmed,
  },
  ...shippingEmailTemplates,
}
