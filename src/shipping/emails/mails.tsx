import { Fragment } from 'react'

import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, InlineLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { Facts } from '#mail/layout/facts.tsx'
import type { MailProps } from '#mail/mail.rules.ts'
import { anOrder } from '#mail/sample-person.ts'
import { orderKicker } from '#orders/order/mails.rules.ts'

import type { shippingMails } from './mails.rules.ts'

const signature = 'An adult 21 or older has to sign for it, with a photo ID at hand.'
const depotIdentification = 'Whoever picks it up needs a photo ID that shows they are 21 or older.'

type Parcels = Pick<MailProps['order-shipped'], 'carrier' | 'parcels'>

/** The carrier, and tracking numbers that each lead to its page. */
const trackingFacts = ({ carrier, parcels }: Parcels) => [
  { label: 'Carrier', value: carrier },
  {
    label: parcels.length > 1 ? 'Tracking numbers' : 'Tracking number',
    value: parcels.map(({ number, url }, index) => (
      <Fragment key={number}>
        {index > 0 && <br />}
        {url ? <InlineLink href={url}>{number}</InlineLink> : number}
      </Fragment>
    )),
  },
]

/** Where the carrier keeps the box, and until when. */
const UntilWhen = ({ place, lastDay, orderUrl, ...parcels }: MailProps['order-attempted']) => (
  <>
    <Facts
      rows={[
        ...(place ? [{ label: 'Where', value: place }] : []),
        ...(lastDay ? [{ label: 'Last day', value: lastDay }] : []),
        ...trackingFacts(parcels),
      ]}
    />
    <ActionLink href={orderUrl}>See where it is</ActionLink>
    {lastDay && <SmallPrint>After that day, the box comes back to us.</SmallPrint>}
  </>
)

const heldUntil = ({ lastDay }: Pick<MailProps['order-attempted'], 'lastDay'>) =>
  lastDay ? `It is held for you until ${lastDay}.` : 'The carrier holds it for you.'

const onTheWay = {
  ...anOrder,
  carrier: 'UPS',
  parcels: [
    { number: '1Z999AA10123456784', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
    { number: '1Z999AA10123456795', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456795' },
  ],
}

export const shipmentEmails = {
  'order-shipped': {
    subject: ({ number }) => `Your Kohue order K-${number} is on its way`,
    preview: ({ expectedOn }) =>
      expectedOn ? `Expected ${expectedOn}; an adult has to sign.` : 'An adult has to sign for it.',
    kicker: orderKicker,
    title: 'Your wine is on its way',
    body: ({ expectedOn, orderUrl, ...parcels }) => (
      <>
        <Paragraph>
          Your order has left our cellar. {signature} A business address works best: someone is
          there during the day.
        </Paragraph>
        <Facts
          rows={[
            ...(expectedOn ? [{ label: 'Expected', value: expectedOn }] : []),
            ...trackingFacts(parcels),
          ]}
        />
        <ActionLink href={orderUrl}>See where it is</ActionLink>
      </>
    ),
    sample: { ...onTheWay, expectedOn: 'Thursday, November 5' },
  },
  'order-arriving-tomorrow': {
    subject: ({ number }) => `Tomorrow: your Kohue order K-${number}`,
    preview: 'Please have an adult there to sign for it.',
    kicker: orderKicker,
    title: 'Your wine arrives tomorrow',
    body: ({ expectedOn, orderUrl, ...parcels }) => (
      <>
        <Paragraph>The carrier expects to deliver your order tomorrow. {signature}</Paragraph>
        <Facts rows={[{ label: 'Expected', value: expectedOn }, ...trackingFacts(parcels)]} />
        <ActionLink href={orderUrl}>See where it is</ActionLink>
      </>
    ),
    sample: { ...onTheWay, expectedOn: 'Thursday, November 5' },
  },
  'order-attempted': {
    subject: ({ number }) => `Nobody could sign for your Kohue order K-${number}`,
    preview: heldUntil,
    kicker: orderKicker,
    title: 'Nobody could sign for your wine',
    body: (mail) => (
      <>
        <Paragraph>
          The carrier tried to deliver your order and found no adult to sign for it. On the
          carrier’s page you can choose another day, or pick up the box. {depotIdentification}
        </Paragraph>
        <UntilWhen {...mail} />
      </>
    ),
    sample: { ...onTheWay, place: 'Miami, FL 33137', lastDay: 'Tuesday, November 10' },
  },
  'order-at-depot': {
    subject: ({ number, isReminder }) =>
      isReminder
        ? `Last day to pick up your Kohue order K-${number}`
        : `Your Kohue order K-${number} is waiting to be picked up`,
    preview: heldUntil,
    kicker: orderKicker,
    title: ({ isReminder }) =>
      isReminder ? 'Your wine is waiting for one more day' : 'Your wine is waiting to be picked up',
    body: (mail) => (
      <>
        <Paragraph>
          The carrier is holding your box for you to pick up. {depotIdentification}
        </Paragraph>
        <UntilWhen {...mail} />
      </>
    ),
    sample: {
      ...onTheWay,
      place: 'UPS Customer Center, Miami, FL',
      lastDay: 'Tuesday, November 10',
      isReminder: false,
    },
  },
  'order-delivered': {
    subject: ({ number }) => `Your Kohue order K-${number} has arrived`,
    preview: ({ deliveredOn }) => `Delivered ${deliveredOn}.`,
    kicker: orderKicker,
    title: 'Your wine has arrived',
    body: ({ deliveredOn, signedBy, orderUrl }) => (
      <>
        <Paragraph>
          The carrier has delivered your order. Let it rest for a week or two before you open the
          first bottle: travel tires a wine.
        </Paragraph>
        <Facts
          rows={[
            { label: 'Delivered', value: deliveredOn },
            ...(signedBy ? [{ label: 'Signed by', value: signedBy }] : []),
          ]}
        />
        <ActionLink href={orderUrl}>See your order</ActionLink>
        <Paragraph>
          If you do not have it, or a bottle is broken, simply reply to this email.
        </Paragraph>
      </>
    ),
    sample: { ...anOrder, deliveredOn: 'Thursday, November 5', signedBy: 'A RUIZ' },
  },
  'order-held': {
    subject: ({ number }) => `Your Kohue order K-${number} is waiting for better weather`,
    preview: 'Wine does not travel well in heat or frost.',
    kicker: orderKicker,
    title: 'Waiting for better weather',
    body: ({ until, orderUrl }) => (
      <>
        <Paragraph>
          The weather where your order is going is not good for wine right now, so we are keeping it
          in our cellar
          {until ? ` until about ${until}` : ' until it improves'}. There is nothing you need to do.
        </Paragraph>
        <Paragraph>
          If you would rather have it now, at your own risk, you can say so on its page.
        </Paragraph>
        <ActionLink href={orderUrl}>See your order</ActionLink>
      </>
    ),
    sample: { ...anOrder, until: 'Thursday, October 15' },
  },
  'order-returned': {
    subject: ({ number, isReminder }) =>
      isReminder
        ? `Your Kohue order K-${number} is still with us`
        : `Your Kohue order K-${number} came back to us`,
    preview: ({ answerBy }) => `Please tell us by ${answerBy} what you would like.`,
    kicker: orderKicker,
    title: ({ isReminder }) =>
      isReminder ? 'Your wine is still with us' : 'Your wine came back to us',
    body: ({ answerBy, orderUrl }) => (
      <>
        <Paragraph>
          This wine came back to us. Choose on the order’s page by {answerBy} what you would like:
          we send it again, you pick it up, or we refund the wine and its tax.
        </Paragraph>
        <ActionLink href={orderUrl}>Choose what happens next</ActionLink>
      </>
    ),
    sample: { ...anOrder, answerBy: 'Friday, November 20', isReminder: false },
  },
  'order-reshipped': {
    subject: ({ number }) => `We are sending your Kohue order K-${number} again`,
    preview: 'We will write when it leaves.',
    kicker: orderKicker,
    title: 'We are sending your wine again',
    body: ({ service, to, paid, orderUrl }) => (
      <>
        <Paragraph>
          We are sending your order again. An adult 21 or older has to sign for it. We will write
          again when it leaves.
        </Paragraph>
        <Facts
          rows={[
            { label: 'Shipping', value: service },
            { label: 'To', value: to },
            ...(paid ? [{ label: 'Paid', value: paid }] : []),
          ]}
        />
        <ActionLink href={orderUrl}>See where it is</ActionLink>
      </>
    ),
    sample: { ...anOrder, service: 'Ground shipping', to: 'Miami, FL', paid: '$50.00' },
  },
} satisfies TemplatesOf<typeof shippingMails>
