import type { MailProps } from '#mail/mail.rules.ts'
import type { ShippingMailKind } from '#mail/shipping-mail.rules.ts'

const about = {
  firstName: 'Ana',
  number: 1042,
  orderUrl: 'https://shop.kohue.example/order/8b1f.Zq3kT7',
}

const onTheWay = {
  ...about,
  carrier: 'UPS',
  parcels: [
    { number: '1Z999AA10123456784', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
    { number: '1Z999AA10123456795', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456795' },
  ],
}

/** One email about a shipment of each kind. */
export const shippingSamples: Pick<MailProps, ShippingMailKind> = {
  'order-shipped': { ...onTheWay, expectedOn: 'Thursday, November 5' },
  'order-arriving-tomorrow': { ...onTheWay, expectedOn: 'Thursday, November 5' },
  'order-attempted': { ...onTheWay, place: 'Miami, FL 33137', lastDay: 'Tuesday, November 10' },
  'order-at-depot': {
    ...onTheWay,
    place: 'UPS Customer Center, Miami, FL',
    lastDay: 'Tuesday, November 10',
    isReminder: false,
  },
  'order-delivered': { ...about, deliveredOn: 'Thursday, November 5', signedBy: 'A RUIZ' },
  'order-held': { ...about, until: 'Thursday, October 15' },
  'order-returned': { ...about, answerBy: 'Friday, November 20', isReminder: false },
  'order-reshipped': { ...about, service: 'Ground shipping', to: 'Miami, FL', paid: '$50.00' },
  'pickup-ready': about,
  'pickup-agreed': {
    ...about,
    place: 'The cellar',
    address: '12 Main Street, Napa, CA 94558',
    when: 'Friday, November 6, 4:00 PM to 4:30 PM PST',
  },
}
