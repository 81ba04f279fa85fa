import type { MailProps } from '#domain/mail.ts'
import { formatAmount } from '#domain/money.ts'

import type { LetterFrame } from '../letter-house.ts'
import { Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'

const title = {
  address: 'We can’t send wine to this address',
  wine: 'The wine was gone',
  payment: 'The payment could not be taken',
} as const

const wayOut = {
  address:
    'If you have another address, or would rather pick the wine up, answer this letter and we will find a way together.',
  wine: 'If you would like another of our wines, or to be asked first next time, answer this letter.',
  payment: 'If you would still like the wine, answer this letter and we will find a way together.',
} as const

export const OfferRefused = ({
  name,
  about,
  reason,
  totalCents,
  ...frame
}: MailProps['offer-refused'] & LetterFrame) => (
  <Sheet {...frame}>
    <Title kicker="Your order">{title[about]}</Title>
    <Paragraph>{greeting(name)}</Paragraph>
    <Paragraph>
      Thank you for wanting our wine. {reason} So we have not taken your order, and you have not
      been charged: the {formatAmount(totalCents)} that your bank may show as reserved will be
      released.
    </Paragraph>
    <Paragraph>{wayOut[about]}</Paragraph>
    <SmallPrint>It can take your bank a few days to show the release.</SmallPrint>
  </Sheet>
)
