import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'
import { trackingFacts } from './order-on-its-way.tsx'

const identification = 'Whoever picks it up needs a photo ID that shows they are 21 or older.'

export const OrderAttempted = ({
  firstName,
  number,
  orderUrl,
  place,
  lastDay,
  carrier,
  parcels,
  ...frame
}: MailProps['order-attempted'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Nobody could sign for your wine</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The carrier tried to deliver your order and found no adult to sign for it. On the carrier’s
      page you can choose another day, or pick up the box. {identification}
    </Paragraph>
    <Facts
      rows={[
        ...(place ? [{ label: 'Where', value: place }] : []),
        { label: 'Last day', value: lastDay },
        ...trackingFacts({ carrier, parcels }),
      ]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
    <SmallPrint>After that day, the box comes back to us.</SmallPrint>
  </EmailLayout>
)

export const OrderAtDepot = ({
  firstName,
  number,
  orderUrl,
  place,
  lastDay,
  isReminder,
  carrier,
  parcels,
  ...frame
}: MailProps['order-at-depot'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>
      {isReminder
        ? 'Your wine is waiting for one more day'
        : 'Your wine is waiting to be picked up'}
    </Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>The carrier is holding your box for you to pick up. {identification}</Paragraph>
    <Facts
      rows={[
        ...(place ? [{ label: 'Where', value: place }] : []),
        { label: 'Last day', value: lastDay },
        ...trackingFacts({ carrier, parcels }),
      ]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
    <SmallPrint>After that day, the box comes back to us.</SmallPrint>
  </EmailLayout>
)

export const OrderHeld = ({
  firstName,
  number,
  orderUrl,
  until,
  ...frame
}: MailProps['order-held'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Waiting for better weather</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The weather where your order is going is not good for wine right now, so we are keeping it in
      our cellar
      {until ? ` until about ${until}` : ' until it improves'}. There is nothing you need to do.
    </Paragraph>
    <Paragraph>
      If you would rather have it now, at your own risk, you can say so on its page.
    </Paragraph>
    <ActionLink href={orderUrl}>See your order</ActionLink>
  </EmailLayout>
)

export const OrderReturned = ({
  firstName,
  number,
  orderUrl,
  answerBy,
  isReminder,
  ...frame
}: MailProps['order-returned'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>
      {isReminder ? 'Your wine is still with us' : 'Your wine came back to us'}
    </Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The carrier could not deliver your order and returned it. Please choose on its page by{' '}
      {answerBy} what you would like: we send it again, you pick it up, or we refund the wine and
      its tax.
    </Paragraph>
    <ActionLink href={orderUrl}>Choose what we do with it</ActionLink>
  </EmailLayout>
)

export const OrderReshipped = ({
  firstName,
  number,
  orderUrl,
  service,
  to,
  paid,
  ...frame
}: MailProps['order-reshipped'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker={`Order K-${number}`}>Your wine is going out again</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Your order is going out once more. An adult 21 or older has to sign for it. We write again
      when it leaves.
    </Paragraph>
    <Facts
      rows={[
        { label: 'Shipping', value: service },
        { label: 'To', value: to },
        ...(paid ? [{ label: 'Paid', value: paid }] : []),
      ]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
  </EmailLayout>
)
