import { shippingInSpanish, shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { amountLines, withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, OrderNumber, Paragraph, SmallPrint } from '#mail/layout/elements.tsx'
import { Amounts, Facts } from '#mail/layout/facts.tsx'
import { bottleOf } from '#mail/layout/pictures.tsx'
import type { MailProps } from '#mail/mail.rules.ts'
import { anOrder } from '#mail/sample-person.ts'
import { addressLines, noAddress } from '#platform/address/address.rules.ts'
import { Lines } from '#platform/address/lines.tsx'
import { shopDates } from '#platform/text/dates.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { isGreetable } from '#platform/text/person-name.rules.ts'
import { adultSigns, shipmentsBegin } from '#platform/text/shipments-begin.copy.ts'

import type { orderMails } from './mails.rules.ts'
import { orderKicker } from './mails.rules.ts'
import { lineInSpanish } from './order-notice.copy.ts'

type Order = MailProps['order-notice']

/** The lines of an order with the bottle of each, and the amounts. */
const OrderLines = ({ order, lang }: { order: Order; lang: 'en' | 'es' }) => (
  <Amounts
    rows={[
      ...order.lines.map(({ description, quantity, unitPriceCents }) => ({
        label: `${quantity} × ${lang === 'es' ? lineInSpanish(description) : description}`,
        amount: formatAmount(unitPriceCents * quantity),
        picture: bottleOf(description),
        as: 'item' as const,
      })),
      ...amountLines(order, ({ name, inSpanish }) => (lang === 'es' ? inSpanish : name)).map(
        ([label, cents]) => ({ label, amount: formatAmount(cents), as: 'part' as const }),
      ),
      { label: 'Total', amount: formatAmount(order.totalCents), as: 'total' },
    ]}
  />
)

/** The shipping address as on an envelope. */
const Envelope = ({ shipTo }: { shipTo: NonNullable<Order['shipTo']> }) => (
  <Lines of={[shipTo.name, ...addressLines(shipTo, 'codes')]} />
)

const pickupPlace = 'Local Pick up. We will write to arrange the place and time with you.'

const origin = {
  cart: 'Carrito',
  card: 'Pago con tarjeta',
  offering: 'Oferta directa',
  offer1: 'Oferta de una botella',
  added: 'Agregado por teléfono',
} as const satisfies Record<Order['channel'], string>

const refusedTitle = {
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

/** The order of the samples. */
const sampleOrder: MailProps['order-confirmation'] = {
  number: 1042,
  name: 'Ana María Ruiz',
  email: 'ana@customer.example',
  createdAt: '2026-11-20T18:30:00.000Z',
  lines: [{ description: '2022 Malbec, 3 bottles of 750ml', quantity: 2, unitPriceCents: 45_000 }],
  ...withTotal({ subtotalCents: 90_000, shippingCents: 5_000, taxCents: 6_525 }),
  shippingMethod: 'ground',
  channel: 'offering',
  shipsFrom: null,
  shipTo: {
    ...noAddress,
    name: 'Ana María Ruiz',
    address: '2100 Biscayne Boulevard',
    addressExtra: 'Suite 4',
    city: 'Miami',
    state: 'FL',
    zipCode: '33137',
  },
}

export const orderEmails = {
  'order-confirmation': {
    subject: ({ number }) => `Your Kohue order K-${number}`,
    preview: 'Thank you. Here is your receipt.',
    kicker: orderKicker,
    title: 'Your order is confirmed',
    body: (order, site) => {
      const { shipTo, shippingMethod } = order
      const isPickup = shippingMethod === 'pickup'
      return (
        <>
          <Paragraph>
            Thank you. We have received your payment for order <OrderNumber number={order.number} />{' '}
            of {shopDates(site.timeZone).longDay(new Date(order.createdAt))}, and your wine is
            reserved for you.
          </Paragraph>
          <OrderLines order={order} lang="en" />
          {shippingMethod && (
            <Facts
              rows={[
                {
                  label: isPickup ? 'Pickup' : 'Shipping',
                  value: isPickup ? pickupPlace : shippingMethodName[shippingMethod],
                },
                ...(shipTo && !isPickup
                  ? [{ label: 'To', value: <Envelope shipTo={shipTo} /> }]
                  : []),
              ]}
            />
          )}
          <Paragraph>
            {isPickup
              ? 'Please bring a photo ID that shows you are 21 or older.'
              : `${shipmentsBegin(order.shipsFrom)} ${adultSigns}; a business address makes that easier.`}
          </Paragraph>
          <ActionLink href={order.orderUrl ?? site.ordersUrl}>See your order</ActionLink>
        </>
      )
    },
    sample: { ...sampleOrder, orderUrl: anOrder.orderUrl },
  },
  'order-notice': {
    lang: 'es',
    subject: ({ number, name, email }) =>
      `Nuevo pedido K-${number}: ${isGreetable(name) ? name : email}`,
    preview: ({ lines }) =>
      lines.map((line) => `${line.quantity} × ${lineInSpanish(line.description)}`).join(', '),
    kicker: 'Desde la tienda',
    title: ({ number }) => `Nuevo pedido K-${number}`,
    body: (order) => (
      <>
        <Facts
          rows={[
            { label: 'Origen', value: origin[order.channel] },
            { label: 'Cliente', value: order.name },
            { label: 'Correo', value: order.email },
            {
              label: 'Envío',
              value: order.shippingMethod
                ? shippingInSpanish[order.shippingMethod]
                : 'Sin método de envío',
            },
            ...(order.shipTo && order.shippingMethod !== 'pickup'
              ? [{ label: 'Dirección', value: <Envelope shipTo={order.shipTo} /> }]
              : []),
          ]}
        />
        <OrderLines order={order} lang="es" />
      </>
    ),
    sample: sampleOrder,
  },
  'order-refunded': {
    subject: ({ number }) => `Your refund for Kohue order K-${number}`,
    preview: 'It goes back to the card you paid with.',
    kicker: orderKicker,
    title: 'Your refund is on its way',
    body: ({ number, totalCents, isPart, reason }) => (
      <>
        <Paragraph>
          {isPart
            ? `We have refunded ${formatAmount(totalCents)} of your payment`
            : `We have refunded your payment of ${formatAmount(totalCents)}`}{' '}
          for order <OrderNumber number={number} />. {reason}
        </Paragraph>
        <SmallPrint>
          The money goes back to the card you paid with; your bank may take five to ten days to show
          it. If you have a question, simply reply to this email.
        </SmallPrint>
      </>
    ),
    sample: {
      name: 'Ana María Ruiz',
      number: 1042,
      totalCents: 101_525,
      isPart: false,
      reason: 'The last cases were gone before your payment reached us.',
      ordered: anOrder.ordered,
    },
  },
  'offer-refused': {
    subject: 'We could not accept your Kohue order',
    preview: 'You have not been charged.',
    kicker: 'Your order',
    title: ({ about }) => refusedTitle[about],
    body: ({ about, reason, totalCents }) => (
      <>
        <Paragraph>
          Thank you for your order. {reason} We could not accept it, and you have not been charged:
          the {formatAmount(totalCents)} that your bank may show as pending will be released.
        </Paragraph>
        <Paragraph>{nextStep[about]}</Paragraph>
        <SmallPrint>Your bank may take a few days to show this.</SmallPrint>
      </>
    ),
    sample: {
      name: 'Ana María Ruiz',
      about: 'address',
      reason: 'We are not permitted to ship wine to Utah.',
      totalCents: 15_000,
    },
  },
} satisfies TemplatesOf<typeof orderMails>
