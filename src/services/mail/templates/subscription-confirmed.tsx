import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { InlineLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const SubscriptionConfirmed = ({
  firstName,
  isActive,
  link,
  ...frame
}: MailProps['subscription-confirmed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your subscription">
      {isActive ? 'Your subscription is active' : 'Your subscription has ended'}
    </Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      {isActive
        ? 'You wrote to us about your subscription to Kohue: it is active.'
        : 'You wrote to us about your subscription to Kohue: it has ended. Emails about your own orders still reach you.'}
    </Paragraph>
    <SmallPrint>
      You can change it at any time in <InlineLink href={link}>your account</InlineLink>.
    </SmallPrint>
  </EmailLayout>
)
