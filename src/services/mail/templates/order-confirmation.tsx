import type { MailProps } from '#domain/mail.ts'
import { shippingMethodName } from '#domain/shipping.ts'

import type { LetterFrame } from '../letter-house.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '../paper/elements.tsx'
import { Facts } from '../paper/facts.tsx'
import { Sheet } from '../paper/sheet.tsx'
import { greeting } from './greeting.ts'
import { AddressLines, OrderLines } from './order-lines.tsx'

const words = {
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'California sales tax',
  total: 'Total',
}

/** The day of the order as people in the US write it. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' })

export const OrderConfirmation = ({
  house,
  unsubscribeUrl,
  ...order
}: MailProps['order-confirmation'] & LetterFrame) => {
  const { shipTo, shippingMethod } = order
  return (
    <Sheet house={house} unsubscribeUrl={unsubscribeUrl}>
      <Title kicker={`Order K-${order.number}`}>Your order is in our books</Title>
      <Paragraph>{greeting(order.name)}</Paragraph>
      <Paragraph>
        Thank you. Order K-{order.number} of {day.format(new Date(order.createdAt))} is paid, and
        its wine is yours.
      </Paragraph>
      <OrderLines order={order} words={words} />
      {shippingMethod && (
        <Facts
          rows={[
            { label: 'Shipping', value: shippingMethodName[shippingMethod] },
            ...(shipTo ? [{ label: 'To', value: <AddressLines shipTo={shipTo} /> }] : []),
          ]}
        />
      )}
      <ActionLink href={house.ordersUrl}>See your orders</ActionLink>
      <SmallPrint>
        {shippingMethod === 'pickup'
          ? 'We will write to you to arrange the pickup. Please bring an identification that shows you are 21 or older.'
          : 'An adult of 21 or older has to sign for the delivery; a business address makes that easier.'}
      </SmallPrint>
    </Sheet>
  )
}
