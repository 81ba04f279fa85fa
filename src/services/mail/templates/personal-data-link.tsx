import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const PersonalDataLink = ({
  firstName,
  link,
  minutes,
  ...frame
}: MailProps['personal-data-link'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your data">What we keep about you</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      With this link you can see what we keep about you, correct your name, download it, leave the
      list or have it erased. It works once, within {minutes} minutes.
    </Paragraph>
    <ActionLink href={link}>See my data</ActionLink>
    <SmallPrint>If you did not ask for it, there is nothing to do.</SmallPrint>
  </EmailLayout>
)
