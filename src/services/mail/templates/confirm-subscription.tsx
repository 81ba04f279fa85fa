import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

const says = {
  again: {
    title: 'Would you like to come back?',
    text: (email: string) =>
      `You asked us to stop writing a while ago, and ${email} has just been entered to join our mailing list again. If that was you, please confirm within three days.`,
    action: 'Put me back on the list',
  },
  new: {
    title: 'Would you like to join the list?',
    text: (email: string) =>
      `${email} has just been entered to join our mailing list. If that was you, please confirm within three days.`,
    action: 'Put me on the list',
  },
  'in-writing': {
    title: 'Shall we write to you?',
    text: (email: string) =>
      `We have noted that you asked us in writing to send news of our releases to ${email}. Please confirm within three days.`,
    action: 'Put me on the list',
  },
} as const

export const ConfirmSubscription = ({
  firstName,
  email,
  link,
  asked,
  ...frame
}: MailProps['confirm-subscription'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Mailing list">{says[asked].title}</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>{says[asked].text(email)}</Paragraph>
    <ActionLink href={link}>{says[asked].action}</ActionLink>
    <SmallPrint>If this was not you, there is nothing to do: you stay off the list.</SmallPrint>
  </EmailLayout>
)
