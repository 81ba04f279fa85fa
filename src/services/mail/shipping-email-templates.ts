import { mailSchemas } from '#domain/emails/mail.ts'
import type { ShippingMailKind } from '#domain/emails/shipping-mail.ts'

import type { EmailTemplate } from './email-templates.ts'
import { PickupAgreed, PickupReady } from './templates/pickup.tsx'
import {
  OrderArrivingTomorrow,
  OrderDelivered,
  OrderShipped,
} from './templates/order-on-its-way.tsx'
import {
  OrderAtDepot,
  OrderAttempted,
  OrderHeld,
  OrderReshipped,
  OrderReturned,
} from './templates/order-delayed.tsx'

/** The emails about shipments, by their kind. */
export const shippingEmailTemplates: {
  readonly [Kind in ShippingMailKind]: EmailTemplate<Kind>
} = {
  'order-shipped': {
    schema: mailSchemas['order-shipped'],
    subject: ({ number }) => `Your Kohue order K-${number} is on its way`,
    preview: ({ expectedOn }) =>
      expectedOn ? `Expected ${expectedOn}; an adult has to sign.` : 'An adult has to sign for it.',
    template: OrderShipped,
  },
  'order-arriving-tomorrow': {
    schema: mailSchemas['order-arriving-tomorrow'],
    subject: ({ number }) => `Tomorrow: your Kohue order K-${number}`,
    preview: () => 'Please have an adult there to sign for it.',
    template: OrderArrivingTomorrow,
  },
  'order-attempted': {
    schema: mailSchemas['order-attempted'],
    subject: ({ number }) => `Nobody could sign for your Kohue order K-${number}`,
    preview: ({ lastDay }) => `It can be had until ${lastDay}.`,
    template: OrderAttempted,
  },
  'order-at-depot': {
    schema: mailSchemas['order-at-depot'],
    subject: ({ number, isReminder }) =>
      isReminder
        ? `Last day to pick up your Kohue order K-${number}`
        : `Your Kohue order K-${number} is waiting to be picked up`,
    preview: ({ lastDay }) => `It is kept until ${lastDay}.`,
    template: OrderAtDepot,
  },
  'order-delivered': {
    schema: mailSchemas['order-delivered'],
    subject: ({ number }) => `Your Kohue order K-${number} has arrived`,
    preview: ({ deliveredOn }) => `Delivered ${deliveredOn}.`,
    template: OrderDelivered,
  },
  'order-held': {
    schema: mailSchemas['order-held'],
    subject: ({ number }) => `Your Kohue order K-${number} waits for better weather`,
    preview: () => 'Wine does not travel well in heat or frost.',
    template: OrderHeld,
  },
  'order-returned': {
    schema: mailSchemas['order-returned'],
    subject: ({ number }) => `Your Kohue order K-${number} came back to us`,
    preview: ({ answerBy }) => `Please tell us by ${answerBy} what we do with it.`,
    template: OrderReturned,
  },
  'order-reshipped': {
    schema: mailSchemas['order-reshipped'],
    subject: ({ number }) => `Your Kohue order K-${number} goes out again`,
    preview: () => 'It is going out once more.',
    template: OrderReshipped,
  },
  'pickup-ready': {
    schema: mailSchemas['pickup-ready'],
    subject: ({ number }) => `Your Kohue order K-${number} is ready to pick up`,
    preview: () => 'Choose a time that suits you.',
    template: PickupReady,
  },
  'pickup-agreed': {
    schema: mailSchemas['pickup-agreed'],
    subject: ({ number }) => `Your pickup of Kohue order K-${number}`,
    preview: ({ when }) => when,
    template: PickupAgreed,
  },
}
