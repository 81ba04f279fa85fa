import type { MailProps } from '#domain/emails/mail.ts'
import { formatAmount } from '#domain/money.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { OrderNumber, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const OrderRefunded = ({
  name,
  number,
  totalCents,
  isPart,
  reason,
  ...frame
}: MailProps['order-refunded'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your refund is on its way</Title>
    <Paragraph>{greeting(name)}</Paragraph>
    <Paragraph>
      {isPart
        ? `We have refunded ${formatAmount(totalCents)} of your payment`
        : `We have refunded your payment of ${formatAmount(totalCents)}`}{' '}
      for order <OrderNumber number={number} />. {reason}
    </Paragraph>
    <SmallPrint>
      The money goes back to the card you paid with; your bank may take five to ten days to show it.
      If you have a question, simply reply to this email.
    </SmallPrint>
  </EmailLayout>
)
