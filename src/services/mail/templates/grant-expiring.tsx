import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { GrantFacts } from './grant-facts.tsx'
import { greeting } from './greeting.ts'

export const GrantExpiring = ({
  firstName,
  link,
  wine,
  units,
  untilAt,
  landedCents,
  unitCents,
  ...frame
}: MailProps['grant-expiring'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your request">It is still kept for you</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>The wine that you asked for is still set aside in your name.</Paragraph>
    <GrantFacts
      {...{ wine, units, untilAt, landedCents, unitCents }}
      timeZone={frame.site.timeZone}
    />
    <ActionLink href={link}>Buy your wine</ActionLink>
    <SmallPrint>If you no longer want it, there is nothing to do.</SmallPrint>
  </EmailLayout>
)
