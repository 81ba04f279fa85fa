import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Quotation, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const Wildcard = ({
  firstName,
  lastName,
  email,
  subject,
  text,
  ...frame
}: MailProps['wildcard'] & EmailFrame) => (
  <EmailLayout {...frame} lang="es">
    <Title kicker="Desde la tienda">{subject}</Title>
    <Facts
      rows={[
        { label: 'Nombre', value: `${firstName} ${lastName}`.trim() },
        { label: 'Correo', value: email },
      ]}
    />
    <Quotation>{text}</Quotation>
  </EmailLayout>
)
