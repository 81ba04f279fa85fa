import { expect, test } from 'vitest'

import { emailNames, mailKinds, mailRule } from '#mail/mail.rules.ts'

import './modules.server.ts'

/** Emails of an urgency: who can cause each, and what is kept of it once it is sent. */
const ofUrgency = (urgency: number) =>
  mailKinds()
    .toSorted()
    .flatMap((kind) => {
      const { keep, limit, list, ...rule } = mailRule(kind)
      if (rule.urgency !== urgency) return []
      const kept = keep ? `, keeps ${keep.join(' ')}` : ''
      return [`${kind}: ${limit}${kept}${list ? ', to the list' : ''}`]
    })

test('somebody waits for these emails, which go first', () => {
  expect(ofUrgency(0)).toEqual([
    'confirm-subscription: per-address',
    'email-change-approve: per-address',
    'email-change-confirm: per-address',
    'email-confirm: per-address',
    'login-link: per-address',
    'operations-alert: staff, keeps event cause',
    'password-recovery: per-address',
    'payment-due: staff, keeps number',
    'personal-data-link: per-address',
    'purchase-link: per-address',
    'rejoin: per-address',
    'staff-invited: staff',
  ])
})

test('these emails to a person go next', () => {
  expect(ofUrgency(1)).toEqual([
    'accounts-merged: staff',
    'campaign-test: staff',
    'club-welcome: staff',
    'email-change-waiting: per-address',
    'email-changed: per-address',
    'google-connected: confirmed',
    'google-removed: confirmed',
    'grant-expiring: staff, keeps wine units',
    'offer-refused: per-order',
    'order-arriving-tomorrow: per-order, keeps number',
    'order-at-depot: per-order, keeps number',
    'order-attempted: per-order, keeps number',
    'order-cancelled: per-order, keeps number',
    'order-changed: per-order, keeps number',
    'order-confirmation: per-order, keeps number',
    'order-delivered: per-order, keeps number',
    'order-held: per-order, keeps number',
    'order-refunded: per-order, keeps number',
    'order-reshipped: per-order, keeps number',
    'order-returned: per-order, keeps number',
    'order-shipped: per-order, keeps number',
    'order-still-held: per-order, keeps number',
    'passkey-added: confirmed',
    'passkey-removed: confirmed',
    'password-changed: per-address',
    'pickup-agreed: per-order, keeps number',
    'pickup-ready: per-order, keeps number',
    'register: per-address',
    'release-ships-later: staff, keeps release',
    'request-answered: staff',
    'request-closed: staff, keeps wine',
    'request-declined: staff, keeps wine',
    'request-granted: staff, keeps wine units',
    'second-factor-locked: per-address',
    'second-factor-off: staff',
    'subscription-confirmed: staff',
    'waiting-line-closed: confirmed',
  ])
})

test('these emails can wait', () => {
  expect(ofUrgency(2)).toEqual([
    'campaign: staff, keeps campaignId, to the list',
    'erasure-confirmed: confirmed',
    'interested: per-person, keeps wine',
    'join: per-address, to the list',
    'order-notice: per-order, keeps number',
    'release-notice: staff, keeps event name',
    'wildcard: per-person',
  ])
})

test('staff choose among them by the alphabet', () => {
  const names = emailNames().map(([, name]) => name)
  expect(names).toHaveLength(mailKinds().length)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
})
