import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const Register = ({ firstName, email, ...frame }: MailProps['register'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Welcome to Kohue</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Your account is ready. You will find the current release there, along with your orders and
      your shipping details.
    </Paragraph>
    <ActionLink href={frame.site.accountUrl}>Go to your account</ActionLink>
    <SmallPrint>
      You log in with {email}. If you did not open this account, reply to this email and we will
      close it.
    </SmallPrint>
  </EmailLayout>
)
