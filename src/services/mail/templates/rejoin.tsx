import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const Rejoin = ({ firstName, email, link, ...frame }: MailProps['rejoin'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Mailing list">Would you like to come back?</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You left our mailing list a while ago, and {email} has just been entered to join it again. If
      that was you, please confirm within three days.
    </Paragraph>
    <ActionLink href={link}>Put me back on the list</ActionLink>
    <SmallPrint>If this was not you, there is nothing to do: you stay off the list.</SmallPrint>
  </EmailLayout>
)
