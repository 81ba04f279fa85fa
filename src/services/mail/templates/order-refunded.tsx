import type { MailProps } from '#domain/mail.ts'
import { formatAmount } from '#domain/money.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

export const OrderRefunded = ({
  name,
  number,
  totalCents,
  isPart,
  reason,
  ...frame
}: MailProps['order-refunded'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker={`Order K-${number}`}>Your payment has been given back</Title>
    <Paragraph>{greeting(name)}</Paragraph>
    <Paragraph>
      {isPart
        ? `We have returned ${formatAmount(totalCents)} of what you paid for order K-${number}. `
        : `We have returned the ${formatAmount(totalCents)} you paid for order K-${number}. `}
      {reason}
    </Paragraph>
    <SmallPrint>
      It goes to the card you paid with; your bank may take five to ten days to show it. If you have
      a question, answer this letter.
    </SmallPrint>
  </Sheet>
)
