import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const Join = ({ firstName, ...frame }: MailProps['join'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Mailing list">Welcome to the list</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Thank you for your interest in Kohue. We release our wines twice a year, in spring and in
      fall, and the people on this list hear of them first. Between releases we write only when
      there is news worth sharing.
    </Paragraph>
    <ActionLink href={frame.site.winesUrl}>Discover the wines</ActionLink>
  </EmailLayout>
)
