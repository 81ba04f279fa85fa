import type { MailProps } from '#mail/mail.rules.ts'

import { shippingSamples } from './shipping-samples.ts'

const named = { firstName: 'Ana' }
const ana = { ...named, email: 'ana@customer.example' }
const anaRuiz = { ...ana, lastName: 'Ruiz' }
const newEmail = 'ana.ruiz@customer.example'
const link = (path: string) => ({ link: `https://shop.kohue.example/${path}` })

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
  ...link('enter/4v2Nq0t8Xw'),
  ...named,
}

const grant: MailProps['grant-expiring'] = {
  ...named,
  wine: '2023 Malbec',
  units: 2,
  untilAt: '2026-11-23T18:30:00.000Z',
  landedCents: 101_525,
  unitCents: 45_000,
  ...link('members?view=current'),
}

/** One email of each kind, for the preview and for tests. */
export const samples: MailProps = {
  join: ana,
  rejoin: { ...ana, ...link('rejoin/4v2Nq0t8Xw') },
  'confirm-subscription': { ...ana, ...link('rejoin/4v2Nq0t8Xw'), asked: 'again' },
  'personal-data-link': { ...named, ...link('your-data?token=4v2Nq0t8Xw'), minutes: 30 },
  'accounts-merged': {
    ...ana,
    second: 'ana.ruiz@work.example',
    undoUntil: '2026-12-06T18:00:00Z',
    isUndone: false,
  },
  'erasure-confirmed': { number: 12, orders: 2, isErased: { account: true, list: true } },
  register: ana,
  interested: { ...anaRuiz, wine: '2021 Malbec' },
  wildcard: {
    ...anaRuiz,
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
  'password-recovery': { ...named, ...link('recover/4v2Nq0t8Xw'), minutes: 60 },
  'login-link': { ...named, ...link('enter/4v2Nq0t8Xw'), minutes: 15 },
  'purchase-link': { ...named, ...link('enter/4v2Nq0t8Xw'), expiresAt: '2026-12-04T18:30:00.000Z' },
  campaign,
  'campaign-test': campaign,
  'password-changed': named,
  'passkey-added': { ...named, name: 'Safari on iPhone' },
  'passkey-removed': { ...named, name: 'Safari on iPhone' },
  'staff-invited': {
    by: 'owner@kohue.example',
    ...link('invitation/4v2Nq0t8Xw'),
    hours: 48,
  },
  'second-factor-locked': { minutes: 15 },
  'second-factor-off': { email: 'ana@kohue.example', by: 'owner@kohue.example' },
  'email-confirm': { ...ana, ...link('confirm-email/4Tq8s1Wn7c') },
  'email-change-approve': { ...named, ...link('confirm-email/2Rm6d0Kx5a'), newEmail },
  'email-change-waiting': {
    ...named,
    oldEmail: ana.email,
    newEmail,
    takesEffectAt: '2026-11-25T18:30:00.000Z',
    ...link('account/security'),
  },
  'email-change-confirm': { ...named, ...link('confirm-email/9Kd1s7Yp2m'), newEmail },
  'request-granted': { ...grant, text: 'A few cases came back, and you were first in line.' },
  'grant-expiring': grant,
  'request-declined': {
    ...named,
    wine: '2023 Malbec',
    text: 'We have given out every case of this vintage. Thank you for asking.',
    keepsPlace: false,
    ...link('members/requests'),
  },
  'request-answered': {
    ...named,
    asked: 'May my brother collect my two cases on Saturday?',
    text: 'Gladly. He is expected from ten to four; please let him bring your order number.',
    ...link('members/requests'),
  },
  'request-closed': { ...named, wine: '2023 Malbec', ...link('members?view=current') },
  'club-welcome': { ...named, level: 'Tupungato', bottles: 6, ...link('members?view=membership') },
  'subscription-confirmed': { ...named, isActive: true, ...link('members?view=account') },
  'email-changed': { ...named, oldEmail: ana.email, newEmail },
  ...shippingSamples,
}
