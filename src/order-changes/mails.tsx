import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, InlineLink, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { anOrder } from '#mail/sample-person.ts'
import { orderKicker } from '#orders/order/mails.rules.ts'

import type { orderChangeMails } from './mails.rules.ts'

export const orderChangeEmails = {
  'order-changed': {
    subject: ({ number }) => `Your Kohue order K-${number} was changed`,
    preview: ({ what }) => what,
    kicker: orderKicker,
    title: 'Your order was changed',
    body: ({ what, money = 'The price stays the same.', orderUrl }) => (
      <>
        <Paragraph>
          {what} {money}
        </Paragraph>
        <ActionLink href={orderUrl}>See your order</ActionLink>
        <SmallPrint>
          If this was not you, reply to this email right away: until your order leaves, we can
          change it back.
        </SmallPrint>
      </>
    ),
    sample: {
      ...anOrder,
      what: 'Your order now ships to Texas 78701.',
    },
  },
  'payment-due': {
    subject: ({ number, amount, isNewOrder }) =>
      isNewOrder
        ? `Your new Kohue order, ${amount} to pay`
        : `${amount} due for your Kohue order K-${number}`,
    preview: ({ until }) => `You can pay until ${until}.`,
    kicker: (due) => (due.isNewOrder ? 'A new order' : orderKicker(due)),
    title: ({ amount, isNewOrder }) => (isNewOrder ? `${amount} to pay` : `${amount} due`),
    body: ({ number, what, amount, until, payUrl, orderUrl, isNewOrder }) => (
      <>
        <Paragraph>
          {what} You can pay until {until}.
        </Paragraph>
        <ActionLink href={payUrl}>Pay {amount}</ActionLink>
        {isNewOrder ? (
          <Paragraph>
            After that the page closes, and nothing is charged. Your{' '}
            <InlineLink href={orderUrl}>order K-{number}</InlineLink> stays as it is either way.
          </Paragraph>
        ) : (
          <Paragraph>
            After that the page closes, nothing is charged, and{' '}
            <InlineLink href={orderUrl}>your order</InlineLink> stays as it is.
          </Paragraph>
        )}
        <SmallPrint>If you did not ask for this, you can ignore this email.</SmallPrint>
      </>
    ),
    sample: {
      ...anOrder,
      payUrl: 'https://checkout.stripe.com/c/pay/cs_live_a1',
      what: 'Your order goes overnight once you have paid the $60.00 difference.',
      amount: '$60.00',
      until: 'Friday, November 20, 3:40 PM PST',
      isNewOrder: false,
    },
  },
  'order-still-held': {
    subject: ({ number }) => `We are still holding your Kohue order K-${number}`,
    preview: ({ until }) => `We can hold it until ${until}.`,
    kicker: orderKicker,
    title: 'We are still holding your order',
    body: ({ since, until, orderUrl }) => (
      <>
        <Paragraph>
          On {since} you asked us to hold your order. We can do that until {until}; then we will ask
          what you would like.
        </Paragraph>
        <ActionLink href={`${orderUrl}/change/hold`}>Have it sent</ActionLink>
      </>
    ),
    sample: {
      ...anOrder,
      since: 'Monday, June 1',
      until: 'Saturday, November 28',
    },
  },
  'order-cancelled': {
    subject: ({ number }) => `Your Kohue order K-${number} is canceled`,
    preview: ({ money = '' }) => money,
    kicker: orderKicker,
    title: 'Your order is canceled',
    body: ({ what, money, orderUrl }) => (
      <>
        <Paragraph>
          {what} {money} Your bank may take five to ten days to show it.
        </Paragraph>
        <ActionLink href={orderUrl}>See your order</ActionLink>
        <SmallPrint>If this was not you, reply to this email right away.</SmallPrint>
      </>
    ),
    sample: {
      ...anOrder,
      what: 'Your order is canceled.',
      money: 'We refund $1,015.25 to the card you paid with.',
    },
  },
} as const satisfies TemplatesOf<typeof orderChangeMails>
