import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const Interested = ({
  firstName,
  lastName,
  email,
  wine,
  ...frame
}: MailProps['interested'] & EmailFrame) => (
  <EmailLayout {...frame} lang="es">
    <Title kicker="Desde la tienda">Quiere adquirir un vino</Title>
    <Paragraph>Un cliente quiere adquirir un vino que no está a la venta.</Paragraph>
    <Facts
      rows={[
        { label: 'Vino', value: wine },
        { label: 'Nombre', value: `${firstName} ${lastName}`.trim() },
        { label: 'Correo', value: email },
      ]}
    />
  </EmailLayout>
)
