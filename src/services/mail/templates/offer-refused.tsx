import type { MailProps } from '#domain/emails/mail.ts'
import { formatAmount } from '#domain/money.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

const title = {
  address: 'We can’t ship to this address',
  wine: 'The wine is sold out',
  payment: 'Your payment did not go through',
} as const

const nextStep = {
  address:
    'If you have another shipping address, or would rather pick up your wine, simply reply to this email and we will arrange it.',
  wine: 'If you would like another of our wines, or first word of the next release, simply reply to this email.',
  payment:
    'If you would still like the wine, simply reply to this email and we will sort it out together.',
} as const

export const OfferRefused = ({
  name,
  about,
  reason,
  totalCents,
  ...frame
}: MailProps['offer-refused'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your order">{title[about]}</Title>
    <Paragraph>{greeting(name)}</Paragraph>
    <Paragraph>
      Thank you for your order. {reason} We could not accept it, and you have not been charged: the{' '}
      {formatAmount(totalCents)} that your bank may show as pending will be released.
    </Paragraph>
    <Paragraph>{nextStep[about]}</Paragraph>
    <SmallPrint>Your bank may take a few days to show this.</SmallPrint>
  </EmailLayout>
)
