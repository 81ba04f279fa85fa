import { test } from 'vitest'

import { expectParts, pageWith } from '#tests/harness/what-parts-say.tsx'

import Security from './security.page.tsx'

const on = (day: number) => `2027-03-${String(day).padStart(2, '0')}T20:00:00.000Z`

const device = (id: number, change: object = {}) => ({
  ...{ id: `d${id}`, name: `Browser ${id}`, address: `10.0.0.${id}`, isByEmail: false },
  ...{ signedInAt: on(1), lastUsedAt: on(id), isThisOne: false, ...change },
})
const here = device(9, { isThisOne: true, address: '' })

const account = {
  ...{ email: 'ana@example.com', emailVerified: true, pendingEmail: null, google: false },
  ...{ ways: { password: true }, devices: [here], googleAccounts: [], returnTo: '' },
  ...{ passkeys: { isPossible: false, nameHere: 'This browser', all: [] }, isStaff: false },
  passwordPolicy: {
    ...{ minLength: 8, maxLength: 256, lowercase: false, uppercase: false, numeric: false },
    ...{ nonAlphanumeric: false, refuseCommon: false },
  },
}

function page(change: object, sent?: object) {
  const loaderData = { ...account, ...change }
  const actionData = sent && { values: {}, errors: {}, refusal: null, ...sent }
  return { part: pageWith(Security, { loaderData, actionData }), at: '/account/security' }
}

const passkeys = {
  ...{ isPossible: true, nameHere: 'Firefox' },
  all: [
    { id: 'p1', name: 'Phone', createdAt: on(4), lastUsedAt: on(6) },
    { id: 'p2', name: 'Key', createdAt: on(5), lastUsedAt: null },
  ],
}
const pendingEmail = {
  ...{ email: 'new@example.com', isApproved: false, isConfirmed: false, waitsUntil: null },
  ...{ expiresAt: on(12), isTaken: false },
}
const google = { googleAccounts: [{ id: 'g1', since: on(3) }] }
const wrong = { current: 'That is not your current password.' }

test('how an account is secured, and what may be changed about it', () => {
  expectParts(
    'security',
    {
      'with a password, on one device': page({}),
      'of staff': page({ isStaff: true }),
      'on two devices': page({ devices: [here, device(1)] }),
      'on four devices': page({
        devices: [here, device(1), device(2, { isByEmail: true, address: '' }), device(3)],
      }),
      'without a password': page({ ways: { password: false } }),
      'a wrong password': page({}, { intent: 'change-password', errors: wrong }),
      'a new password was refused': page({}, { intent: 'change-password', refusal: 'Too short.' }),
      'passkeys are possible': page({ passkeys: { ...passkeys, all: [] } }),
      'with two passkeys': page({ passkeys }),
      'passkeys without a password': page({ passkeys, ways: { password: false } }),
      'with passkeys that are possible no more': page({
        passkeys: { ...passkeys, isPossible: false },
      }),
      'with one passkey, and no more possible': page({
        passkeys: { ...passkeys, isPossible: false, all: passkeys.all.slice(1) },
      }),
      'a passkey was not removed': page({ passkeys }, { intent: 'remove-passkey', errors: wrong }),
      'a passkey was not renamed': page(
        { passkeys },
        { intent: 'rename-passkey', refusal: 'No such passkey.' },
      ),
      'with an email not confirmed': page({ emailVerified: false, passkeys, returnTo: '/ship' }),
      'an email was not changed': page(
        {},
        { intent: 'change-email', values: { email: 'bea@example.com' }, errors: wrong },
      ),
      'an email was not confirmed': page(
        { emailVerified: false },
        { intent: 'confirm-email', refusal: 'Too many.' },
      ),
      'an email was neither confirmed nor changed': page(
        { emailVerified: false },
        { intent: 'change-email', refusal: 'Too many.' },
      ),
      'a new email, of which nothing is done': page({ pendingEmail }),
      'a new email, approved': page({ pendingEmail: { ...pendingEmail, isApproved: true } }),
      'a new email, confirmed, and the old mailbox lost': page({
        pendingEmail: { ...pendingEmail, isConfirmed: true, waitsUntil: on(11) },
      }),
      'a new email that another account took': page({
        pendingEmail: { ...pendingEmail, isConfirmed: true, isTaken: true },
      }),
      'the old mailbox is lost, with a wrong password': page(
        { pendingEmail },
        { intent: 'lost-mailbox', errors: wrong },
      ),
      'the old mailbox is lost, without a password': page(
        { pendingEmail, ways: { password: false } },
        { intent: 'lost-mailbox', refusal: 'Log in again.' },
      ),
      'Google may be connected': page({ google: true }),
      'Google is connected': page({ ...google, google: true }),
      'Google is connected, and off': page({ ...google, ways: { password: false } }),
      'Google was not removed': page(google, { intent: 'remove-google', errors: wrong }),
    },
    { asChanges: true },
  )
})
