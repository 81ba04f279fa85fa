import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Quoted, Title } from '../paper/elements.tsx'
import { Facts } from '../paper/facts.tsx'
import { Sheet } from '../paper/sheet.tsx'

export const Wildcard = ({
  firstName,
  lastName,
  email,
  subject,
  text,
  ...frame
}: MailProps['wildcard'] & LetterFrame) => (
  <Sheet {...frame} lang="es">
    <Title kicker="Desde la tienda">{subject}</Title>
    <Facts
      rows={[
        { label: 'Nombre', value: `${firstName} ${lastName}`.trim() },
        { label: 'Correo', value: email },
      ]}
    />
    <Quoted>{text}</Quoted>
  </Sheet>
)
