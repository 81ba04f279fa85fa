import type { MailProps } from '#domain/emails/mail.ts'
import { shipmentsBegin } from '#domain/copy/shipments-begin.ts'
import { shippingMethodName } from '#domain/cart/shipping.ts'
import { shopDates } from '#domain/dates.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, OrderNumber, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { Facts } from '#services/mail/layout/facts.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'
import { AddressLines, OrderLines } from './order-lines.tsx'

const labels = {
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  tax: 'California sales tax',
  total: 'Total',
}

const pickupPlace = 'Local Pick up. We will write to arrange the place and time with you.'

export const OrderConfirmation = ({
  site,
  unsubscribeUrl,
  ...order
}: MailProps['order-confirmation'] & EmailFrame) => {
  const { shipTo, shippingMethod } = order
  const isPickup = shippingMethod === 'pickup'
  const placed = shopDates(site.timeZone).longDay(new Date(order.createdAt))
  return (
    <EmailLayout site={site} unsubscribeUrl={unsubscribeUrl}>
      <Title kicker={`Order K-${order.number}`}>Your order is confirmed</Title>
      <Paragraph>{greeting(order.name)}</Paragraph>
      <Paragraph>
        Thank you. We have received your payment for order <OrderNumber number={order.number} /> of{' '}
        {placed}, and your wine is reserved for you.
      </Paragraph>
      <OrderLines order={order} labels={labels} />
      {shippingMethod && (
        <Facts
          rows={[
            {
              label: isPickup ? 'Pickup' : 'Shipping',
              value: isPickup ? pickupPlace : shippingMethodName[shippingMethod],
            },
            ...(shipTo && !isPickup
              ? [{ label: 'To', value: <AddressLines shipTo={shipTo} /> }]
              : []),
          ]}
        />
      )}
      <Paragraph>
        {isPickup
          ? 'Please bring a photo ID that shows you are 21 or older.'
          : `${shipmentsBegin(order.shipsFrom)} An adult 21 or older must sign for the delivery; a business address makes that easier.`}
      </Paragraph>
      <ActionLink href={order.orderUrl ?? site.ordersUrl}>See your order</ActionLink>
    </EmailLayout>
  )
}
