import type { MailProps } from '#domain/emails/mail.ts'

import { shippingSamples } from './shipping-samples.ts'

const order: MailProps['order-confirmation'] = {
  number: 1042,
  name: 'Ana María Ruiz',
  email: 'ana@customer.example',
  createdAt: '2026-11-20T18:30:00.000Z',
  lines: [{ description: '2022 Malbec, 3 bottles of 750ml', quantity: 2, unitPriceCents: 45_000 }],
  subtotalCents: 90_000,
  shippingCents: 5_000,
  taxCents: 6_525,
  totalCents: 101_525,
  shippingMethod: 'ground',
  channel: 'offering',
  shipsFrom: null,
  shipTo: {
    name: 'Ana María Ruiz',
    address: '2100 Biscayne Boulevard',
    addressExtra: 'Suite 4',
    city: 'Miami',
    state: 'FL',
    zipCode: '33137',
  },
}

const campaign: MailProps['campaign'] = {
  subject: 'Your allocation of the spring release',
  preheader: 'Two cases of the 2023 Malbec are kept for you.',
  blocks: [
    { kind: 'heading', text: 'The 2023s have come' },
    { kind: 'picture', picture: 'bottle-malbec-2022', alt: 'A bottle of Malbec' },
    {
      kind: 'paragraph',
      text: 'Dear Ana,\n\nThree parcels of Paraje Altamira, picked within ten days of each other.',
    },
    { kind: 'button', text: 'Go to your allocation', target: 'allocation' },
  ],
  link: 'https://shop.kohue.example/enter/4v2Nq0t8Xw',
  firstName: 'Ana',
}

const grant: MailProps['grant-expiring'] = {
  firstName: 'Ana',
  wine: '2023 Malbec',
  units: 2,
  untilAt: '2026-11-23T18:30:00.000Z',
  landedCents: 101_525,
  unitCents: 45_000,
  link: 'https://shop.kohue.example/members?view=current',
}

/** One email of each kind, for the preview and for tests. */
export const samples: MailProps = {
  join: { firstName: 'Ana', email: 'ana@customer.example' },
  rejoin: {
    firstName: 'Ana',
    email: 'ana@customer.example',
    link: 'https://shop.kohue.example/rejoin/4v2Nq0t8Xw',
  },
  'confirm-subscription': {
    firstName: 'Ana',
    email: 'ana@customer.example',
    link: 'https://shop.kohue.example/rejoin/4v2Nq0t8Xw',
    asked: 'again',
  },
  'personal-data-link': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/your-data?token=4v2Nq0t8Xw',
    minutes: 30,
  },
  'accounts-merged': {
    firstName: 'Ana',
    email: 'ana@customer.example',
    second: 'ana.ruiz@work.example',
    undoUntil: '2026-12-06T18:00:00Z',
    isUndone: false,
  },
  'erasure-confirmed': { number: 12, orders: 2, isErased: { account: true, list: true } },
  register: { firstName: 'Ana', email: 'ana@customer.example' },
  interested: {
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@customer.example',
    wine: '2021 Malbec',
  },
  wildcard: {
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@customer.example',
    subject: 'Hizo clic en Wine Club Membership',
    text: 'Quiere saber más del club.\nNivel: Tupungato.',
  },
  'order-confirmation': { ...order, orderUrl: 'https://shop.kohue.example/order/8b1f.Zq3kT7' },
  'order-notice': order,
  'release-notice': {
    event: 'sold-out',
    name: 'The spring release',
    wines: [
      { title: '2023 Malbec', sold: 120, stock: 120 },
      { title: '2023 Cabernet Sauvignon', sold: 60, stock: 60 },
    ],
  },
  'operations-alert': {
    event: 'raised',
    cause: 'emails-overdue',
    sinceAt: '2026-11-20T23:04:00.000Z',
  },
  'order-refunded': {
    name: 'Ana María Ruiz',
    number: 1042,
    totalCents: 101_525,
    isPart: false,
    reason: 'The last cases were gone before your payment reached us.',
  },
  'offer-refused': {
    name: 'Ana María Ruiz',
    about: 'address',
    reason: 'We are not permitted to ship wine to this state.',
    totalCents: 15_000,
  },
  'password-recovery': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/recover/4v2Nq0t8Xw',
    minutes: 60,
  },
  'login-link': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/enter/4v2Nq0t8Xw',
    minutes: 15,
  },
  'purchase-link': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/enter/4v2Nq0t8Xw',
    expiresAt: '2026-12-04T18:30:00.000Z',
  },
  campaign,
  'campaign-test': campaign,
  'password-changed': { firstName: 'Ana' },
  'passkey-added': { firstName: 'Ana', name: 'Safari on iPhone' },
  'passkey-removed': { firstName: 'Ana', name: 'Safari on iPhone' },
  'staff-invited': {
    by: 'owner@kohue.example',
    link: 'https://shop.kohue.example/invitation/4v2Nq0t8Xw',
    hours: 48,
  },
  'second-factor-locked': { minutes: 15 },
  'second-factor-off': { email: 'ana@kohue.example', by: 'owner@kohue.example' },
  'email-confirm': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/confirm-email/4Tq8s1Wn7c',
    email: 'ana@customer.example',
  },
  'email-change-approve': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/confirm-email/2Rm6d0Kx5a',
    newEmail: 'ana.ruiz@customer.example',
  },
  'email-change-waiting': {
    firstName: 'Ana',
    oldEmail: 'ana@customer.example',
    newEmail: 'ana.ruiz@customer.example',
    takesEffectAt: '2026-11-25T18:30:00.000Z',
    link: 'https://shop.kohue.example/account/security',
  },
  'email-change-confirm': {
    firstName: 'Ana',
    link: 'https://shop.kohue.example/confirm-email/9Kd1s7Yp2m',
    newEmail: 'ana.ruiz@customer.example',
  },
  'request-granted': { ...grant, text: 'A few cases came back, and you were first in line.' },
  'grant-expiring': grant,
  'request-declined': {
    firstName: 'Ana',
    wine: '2023 Malbec',
    text: 'We have given out every case of this vintage. Thank you for asking.',
    keepsPlace: false,
    link: 'https://shop.kohue.example/members/requests',
  },
  'request-answered': {
    firstName: 'Ana',
    asked: 'May my brother collect my two cases on Saturday?',
    text: 'Gladly. He is expected from ten to four; please let him bring your order number.',
    link: 'https://shop.kohue.example/members/requests',
  },
  'request-closed': {
    firstName: 'Ana',
    wine: '2023 Malbec',
    link: 'https://shop.kohue.example/members?view=current',
  },
  'club-welcome': {
    firstName: 'Ana',
    level: 'Tupungato',
    bottles: 6,
    link: 'https://shop.kohue.example/members?view=membership',
  },
  'subscription-confirmed': {
    firstName: 'Ana',
    isActive: true,
    link: 'https://shop.kohue.example/members?view=account',
  },
  'email-changed': {
    firstName: 'Ana',
    oldEmail: 'ana@customer.example',
    newEmail: 'ana.ruiz@customer.example',
  },
  ...shippingSamples,
}
