import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { OrderEmail } from './order-email.tsx'
import { trackingFacts } from './order-on-its-way.tsx'

const identification = 'Whoever picks it up needs a photo ID that shows they are 21 or older.'

type Kept = Omit<MailProps['order-attempted'], 'firstName' | 'number'>

/** Where the carrier keeps the box, and until when. */
const UntilWhen = ({ place, lastDay, carrier, parcels, orderUrl }: Kept) => (
  <>
    <Facts
      rows={[
        ...(place ? [{ label: 'Where', value: place }] : []),
        { label: 'Last day', value: lastDay },
        ...trackingFacts({ carrier, parcels }),
      ]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
    <SmallPrint>After that day, the box comes back to us.</SmallPrint>
  </>
)

export const OrderAttempted = (mail: MailProps['order-attempted'] & EmailFrame) => (
  <OrderEmail {...mail} title="Nobody could sign for your wine">
    <Paragraph>
      The carrier tried to deliver your order and found no adult to sign for it. On the carrier’s
      page you can choose another day, or pick up the box. {identification}
    </Paragraph>
    <UntilWhen {...mail} />
  </OrderEmail>
)

export const OrderAtDepot = ({ isReminder, ...mail }: MailProps['order-at-depot'] & EmailFrame) => (
  <OrderEmail
    {...mail}
    title={
      isReminder ? 'Your wine is waiting for one more day' : 'Your wine is waiting to be picked up'
    }
  >
    <Paragraph>The carrier is holding your box for you to pick up. {identification}</Paragraph>
    <UntilWhen {...mail} />
  </OrderEmail>
)

export const OrderHeld = ({ until, ...mail }: MailProps['order-held'] & EmailFrame) => (
  <OrderEmail {...mail} title="Waiting for better weather">
    <Paragraph>
      The weather where your order is going is not good for wine right now, so we are keeping it in
      our cellar
      {until ? ` until about ${until}` : ' until it improves'}. There is nothing you need to do.
    </Paragraph>
    <Paragraph>
      If you would rather have it now, at your own risk, you can say so on its page.
    </Paragraph>
    <ActionLink href={mail.orderUrl}>See your order</ActionLink>
  </OrderEmail>
)

export const OrderReturned = ({
  answerBy,
  isReminder,
  ...mail
}: MailProps['order-returned'] & EmailFrame) => (
  <OrderEmail
    {...mail}
    title={isReminder ? 'Your wine is still with us' : 'Your wine came back to us'}
  >
    <Paragraph>
      The carrier could not deliver your order and returned it. Please choose on its page by{' '}
      {answerBy} what you would like: we send it again, you pick it up, or we refund the wine and
      its tax.
    </Paragraph>
    <ActionLink href={mail.orderUrl}>Choose what we do with it</ActionLink>
  </OrderEmail>
)

export const OrderReshipped = ({
  service,
  to,
  paid,
  ...mail
}: MailProps['order-reshipped'] & EmailFrame) => (
  <OrderEmail {...mail} title="Your wine is going out again">
    <Paragraph>
      Your order is going out once more. An adult 21 or older has to sign for it. We will write
      again when it leaves.
    </Paragraph>
    <Facts
      rows={[
        { label: 'Shipping', value: service },
        { label: 'To', value: to },
        ...(paid ? [{ label: 'Paid', value: paid }] : []),
      ]}
    />
    <ActionLink href={mail.orderUrl}>See where it is</ActionLink>
  </OrderEmail>
)
