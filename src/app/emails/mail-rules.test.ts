import { expect, test } from 'vitest'

import { mailKinds, mailRule } from '#mail/mail.rules.ts'

import '../modules.server.ts'

/**
 * Of each kind of email, written down here a second time: its urgency, who can cause it, whether it is one of the
 * mailing list, which needs consent and has a link to leave it, and what is kept of it once it is sent.
 */
const rules = [
  ['interested', 2, 'per-person', false, ['wine']],
  ['wildcard', 2, 'per-person', false, []],
  ['register', 1, 'per-address', false, []],
  ['join', 2, 'per-address', true, []],
  ['rejoin', 0, 'per-address', false, []],
  ['confirm-subscription', 0, 'per-address', false, []],
  ['password-recovery', 0, 'per-address', false, []],
  ['login-link', 0, 'per-address', false, []],
  ['purchase-link', 0, 'per-address', false, []],
  ['password-changed', 1, 'per-address', false, []],
  ['google-connected', 1, 'confirmed', false, []],
  ['google-removed', 1, 'confirmed', false, []],
  ['passkey-added', 1, 'confirmed', false, []],
  ['passkey-removed', 1, 'confirmed', false, []],
  ['second-factor-locked', 1, 'per-address', false, []],
  ['email-confirm', 0, 'per-address', false, []],
  ['email-change-approve', 0, 'per-address', false, []],
  ['email-change-confirm', 0, 'per-address', false, []],
  ['email-change-waiting', 1, 'per-address', false, []],
  ['email-changed', 1, 'per-address', false, []],
  ['request-granted', 1, 'staff', false, ['wine', 'units']],
  ['grant-expiring', 1, 'staff', false, ['wine', 'units']],
  ['request-declined', 1, 'staff', false, ['wine']],
  ['request-answered', 1, 'staff', false, []],
  ['request-closed', 1, 'staff', false, ['wine']],
  ['club-welcome', 1, 'staff', false, []],
  ['subscription-confirmed', 1, 'staff', false, []],
  ['release-notice', 2, 'staff', false, ['event', 'name']],
  ['release-ships-later', 1, 'staff', false, ['release']],
  ['order-confirmation', 1, 'per-order', false, ['number']],
  ['order-notice', 2, 'per-order', false, ['number']],
  ['order-refunded', 1, 'per-order', false, ['number']],
  ['offer-refused', 1, 'per-order', false, []],
  ['order-shipped', 1, 'per-order', false, ['number']],
  ['order-arriving-tomorrow', 1, 'per-order', false, ['number']],
  ['order-attempted', 1, 'per-order', false, ['number']],
  ['order-at-depot', 1, 'per-order', false, ['number']],
  ['order-delivered', 1, 'per-order', false, ['number']],
  ['order-held', 1, 'per-order', false, ['number']],
  ['order-returned', 1, 'per-order', false, ['number']],
  ['order-reshipped', 1, 'per-order', false, ['number']],
  ['pickup-ready', 1, 'per-order', false, ['number']],
  ['pickup-agreed', 1, 'per-order', false, ['number']],
  ['order-changed', 1, 'per-order', false, ['number']],
  ['order-cancelled', 1, 'per-order', false, ['number']],
  ['payment-due', 0, 'staff', false, ['number']],
  ['order-still-held', 1, 'per-order', false, ['number']],
  ['waiting-line-closed', 1, 'confirmed', false, []],
  ['campaign', 2, 'staff', true, ['campaignId']],
  ['campaign-test', 1, 'staff', false, []],
  ['personal-data-link', 0, 'per-address', false, []],
  ['erasure-confirmed', 2, 'confirmed', false, []],
  ['accounts-merged', 1, 'staff', false, []],
  ['staff-invited', 0, 'staff', false, []],
  ['second-factor-off', 1, 'staff', false, []],
  ['operations-alert', 0, 'staff', false, ['event', 'cause']],
] as const

test('each kind of email has its rules here', () => {
  expect(rules.map(([kind]) => kind).toSorted()).toEqual(mailKinds().toSorted())
})

test.each(rules)('%s: urgency %i, caused %s, of the list: %s, keeps %j', (kind, ...expected) => {
  const { urgency, limit, list = false, keep = [] } = mailRule(kind)
  expect([urgency, limit, list, keep]).toEqual(expected)
})
