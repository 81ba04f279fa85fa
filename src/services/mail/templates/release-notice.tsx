import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { releaseNotices } from '#domain/copy/business-emails.ts'

export const ReleaseNotice = ({
  event,
  name,
  wines,
  ...frame
}: MailProps['release-notice'] & EmailFrame) => (
  <EmailLayout {...frame} lang="es">
    <Title kicker="Desde la tienda">{releaseNotices[event].title}</Title>
    <Paragraph>{releaseNotices[event].text(name)}</Paragraph>
    <Facts
      rows={wines.map(({ title, sold, stock }) => ({
        label: title,
        value: stock === null ? `${sold} vendidas` : `${sold} de ${stock} vendidas`,
      }))}
    />
  </EmailLayout>
)
