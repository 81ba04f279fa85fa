import type { MailProps } from '#domain/mail.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, Title } from '../paper/elements.tsx'
import { Facts } from '../paper/facts.tsx'
import { Sheet } from '../paper/sheet.tsx'

export const Interested = ({
  firstName,
  lastName,
  email,
  wine,
  ...frame
}: MailProps['interested'] & LetterFrame) => (
  <Sheet {...frame} lang="es">
    <Title kicker="Desde la tienda">Pedido de compra</Title>
    <Paragraph>Un miembro quiere adquirir un vino que no está a la venta.</Paragraph>
    <Facts
      rows={[
        { label: 'Vino', value: wine },
        { label: 'Nombre', value: `${firstName} ${lastName}`.trim() },
        { label: 'Correo', value: email },
      ]}
    />
  </Sheet>
)
