import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const RequestClosed = ({
  firstName,
  wine,
  link,
  ...frame
}: MailProps['request-closed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your request">{wine ? `About ${wine}` : 'Your request has ended'}</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      {wine
        ? `The list of requests for ${wine} is closed, and yours has ended with it. Thank you for asking; we are sorry that there was not enough for everyone.`
        : 'Your request has ended. Thank you for asking.'}
    </Paragraph>
    <ActionLink href={link}>See the current release</ActionLink>
  </EmailLayout>
)
