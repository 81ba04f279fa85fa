import { expect, test } from 'vitest'

import { expectParts, pageWith, partHtml } from '#tests/harness/what-parts-say.tsx'

import ConfirmIdentity from './confirm-identity.page.tsx'
import Login from './login.page.tsx'
import Register from './register.page.tsx'
import ResetPassword from './reset-password.page.tsx'

const policy = {
  ...{ minLength: 8, maxLength: 100, lowercase: true, uppercase: false, numeric: true },
  ...{ nonAlphanumeric: false, refuseCommon: true },
}
const captcha = {
  ...{ siteKey: 'k', scriptUrl: 'https://captcha.example/api.js' },
  places: ['sign-in', 'registration'],
}
const asked = { site: { signIn: { google: true, captcha } } as never }

test('how one logs in', () => {
  const page = (data: object, actionData?: object) =>
    pageWith(Login, { loaderData: { to: '', hasLinks: false, email: '', ...data }, actionData })
  expectParts(
    'login',
    {
      'with a password alone': page({}),
      'with all that is offered, to come back': {
        part: page({ to: '/members/orders', hasLinks: true, email: 'ana@example.com' }),
        ...asked,
      },
      'after a payment': page({ to: '/succes?session_id=cs_1' }),
      'a customer is signed in': { part: page({}), viewer: { role: 'member' } },
      'staff are signed in': { part: page({}), viewer: { role: 'staff' } },
      'who is signed in and goes on': { part: page({ to: '/ship' }), viewer: { role: 'staff' } },
      refused: page({ email: 'old@example.com' }, { code: 'invalid-credential', email: 'ana@ex' }),
      'without a password': page({}, { code: 'missing-password', email: 'ana@example.com' }),
      'with an email that is none': page({}, { code: 'invalid-email', email: 'ana@' }),
      'a recovery was asked for': page(
        {},
        { recoveryFor: 'ana@example.com', email: 'ANA@example.com' },
      ),
      'a link was asked for': page({}, { linkFor: 'bea@example.com', email: 'BEA@example.com' }),
    },
    { asChanges: true },
  )
})

test('how one registers', () => {
  const page = (actionData?: object, google = false) =>
    pageWith(Register, { loaderData: { google, passwordPolicy: policy }, actionData })
  const typed = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@' }
  expectParts(
    'register',
    {
      empty: page(),
      'with Google and a captcha': { part: page(undefined, true), ...asked },
      refused: page({ code: 'weak-password', typed }),
      'with an email that is none': page({ code: 'invalid-email', typed }),
      'with a password that is not good enough': page({
        ...{ code: 'password-does-not-meet-requirements', passwordProblem: 'no-number', typed },
      }),
      'with a first name too long': page({
        code: 'name-too-long',
        longNames: ['firstName'],
        typed,
      }),
      'with a last name too long': page({ code: 'name-too-long', longNames: ['lastName'], typed }),
    },
    { asChanges: true },
  )
})

test('how one chooses a new password', () => {
  const link = { email: 'ana@example.com', needsCode: false, passkeys: [] }
  const page = (data: object, actionData?: object) =>
    pageWith(ResetPassword, { loaderData: { policy, refusal: null, link, ...data }, actionData })
  const key = (id: string, name: string, day: number) => ({
    ...{ id, name, createdAt: new Date(Date.UTC(2027, 2, day, 20)) },
  })
  expectParts(
    'reset-password',
    {
      'by a link': page({}),
      'with a second factor, and two passkeys': page({
        link: {
          ...{ ...link, needsCode: true },
          passkeys: [key('p1', 'Phone', 4), key('p2', 'Laptop', 7)],
        },
      }),
      'with a wrong code': page({ link: { ...link, needsCode: true } }, { code: 'wrong-code' }),
      'with a password that is too short': page(
        {},
        { code: 'password-does-not-meet-requirements', passwordProblem: 'too-short' },
      ),
      'by a link that is over': page({ link: null, refusal: 'expired-action-code' }),
    },
    { asChanges: true },
  )
})

test('how one confirms who one is', () => {
  const page = (data: object, actionData?: object) => {
    const loaderData = { to: '/members/orders/1042', email: 'ana@example.com', ...data }
    return pageWith(ConfirmIdentity, { loaderData, actionData })
  }
  expectParts(
    'confirm-identity',
    {
      'with a password': page({ hasPasskey: false }),
      'with a passkey, or Google': { part: page({ hasPasskey: true }), ...asked },
      'with a wrong password': page({ hasPasskey: false }, { code: 'invalid-credential' }),
      'a link was sent': page({ hasPasskey: false }, { isSent: true }),
    },
    { asChanges: true },
  )
})

test.each([
  ['log in', Login, { to: '', hasLinks: false, email: '' }],
  ['register', Register, { google: false, passwordPolicy: policy }],
  ['ask for a new link', ResetPassword, { policy, refusal: 'expired-action-code', link: null }],
])('on the page to %s the shop checks the email, not the browser', (_where, Page, loaderData) => {
  const html = partHtml({ part: pageWith(Page as never, { loaderData }) })
  const forms = html.match(/<form.*?<\/form>/gs)!.filter((form) => form.includes('type="email"'))
  expect(forms).toHaveLength(1)
  expect(forms[0]).toMatch(/^<form[^>]* novalidate/i)
})
