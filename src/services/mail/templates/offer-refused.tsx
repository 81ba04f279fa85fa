import type { MailProps } from '#domain/mail.ts'
import { formatAmount } from '#domain/money.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const OfferRefused = ({
  name,
  reason,
  totalCents,
  ...frame
}: MailProps['offer-refused'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your order">We can’t send wine to this address</Title>
    <Paragraph>{greeting(name)}</Paragraph>
    <Paragraph>
      Thank you for wanting our wine. {reason} So we have not taken your order, and you have not
      been charged: the {formatAmount(totalCents)} that your bank may show as reserved will be
      released.
    </Paragraph>
    <Paragraph>
      If you have another address, or would rather pick the wine up, answer this letter and we will
      find a way together.
    </Paragraph>
    <SmallPrint>It can take your bank a few days to show the release.</SmallPrint>
  </Sheet>
)
