import { maxQuantity } from '#domain/cart/cart.ts'
import { inWords } from '#domain/copy/number-words.ts'
import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import {
  ActionLink,
  Paragraph,
  Quotation,
  SmallPrint,
  Title,
} from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { GrantFacts } from './grant-facts.tsx'
import { greeting } from './greeting.ts'

export const RequestGranted = ({
  firstName,
  text,
  link,
  wine,
  units,
  untilAt,
  landedCents,
  unitCents,
  ...frame
}: MailProps['request-granted'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your request">Yes, it is yours</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You asked for {wine}, and we have set {units === 1 ? 'a case' : `${units} cases`} aside in
      your name.
    </Paragraph>
    {text && <Quotation>{text}</Quotation>}
    <GrantFacts
      {...{ wine, units, untilAt, landedCents, unitCents }}
      timeZone={frame.site.timeZone}
    />
    <ActionLink href={link}>Buy your wine</ActionLink>
    <SmallPrint>
      {units > maxQuantity &&
        `An order holds up to ${inWords(maxQuantity)} cases; you can place several. `}
      Once that time has passed, it is no longer kept for you.
    </SmallPrint>
  </EmailLayout>
)
