import { shopDates } from '#domain/dates.ts'
import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const PurchaseLink = ({
  firstName,
  link,
  expiresAt,
  ...frame
}: MailProps['purchase-link'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your release">A fresh link</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      This link to the release is yours alone. It opens your purchase on the first device that you
      use it on, until {shopDates(frame.site.timeZone).longMoment(new Date(expiresAt))}.
    </Paragraph>
    <ActionLink href={link}>Go to your release</ActionLink>
    <SmallPrint>If you did not ask for it, there is nothing to do.</SmallPrint>
  </EmailLayout>
)
