import type { ActionFunctionArgs } from 'react-router'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'

import type { securityActions } from '#accounts/sign-in/security.actions.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { SignedIn } from '../access/signed-in.ts'
import { servicesContext, viewerContext } from './context.ts'

const refused = { status: 451, text: 'Unavailable For Headless Browser' }

/** Services that refuse headless clients; any other use of them fails the test by its name. */
const only = (parts: object): object =>
  new Proxy(parts, {
    get: (target, name) => {
      if (!(name in target)) throw new Error(`reached ${String(name)}`)
      return Reflect.get(target, name) as unknown
    },
  })
const whyNotTake = (userAgent: string | null) => (userAgent?.includes('Headless') ? refused : null)
const services = only({
  clock: () => new Date(),
  mail: only({ rules: only({ whyNotTake }) }),
}) as Services

const viewer = { id: 'a', email: 'ana@customer.example', role: 'member' } as SignedIn

const emailing = [
  [
    '#campaigns/mailing-list/ex-join.page.tsx',
    { fullname: 'Ana Ruiz', email: 'ana@customer.example' },
  ],
  ['#accounts/sign-in/register.page.tsx', { email: 'ana@customer.example', password: 'altamira' }],
  ['#accounts/sign-in/login.page.tsx', { email: 'ana@customer.example', intent: 'recover' }],
  ['#requests/interest.page.tsx', { in: 'club' }],
  ['#requests/interest.page.tsx', { productId: 'malbec-2021' }],
  ['#site/members/account.actions.server.ts', { intent: 'subscription-inactive' }],
  [
    '#site/members/account.actions.server.ts',
    { intent: 'personal', email: 'new@customer.example' },
  ],
  [
    '#accounts/sign-in/security.actions.server.ts',
    { intent: 'change-email', email: 'new@customer.example' },
  ],
  ['#accounts/sign-in/security.actions.server.ts', { intent: 'confirm-email' }],
] as const

type Act = (args: ActionFunctionArgs) => Promise<unknown>
type Loaded = { action: Act } | { securityActions: typeof securityActions }

// Their modules run browser scripts when they are loaded; actions need none of them.
vi.mock('#accounts/sign-in/auth-form.tsx', () => ({ AuthForm: null }))
vi.mock('#accounts/passkeys/passkey-autofill.tsx', () => ({ PasskeyAutofill: null }))
vi.mock('#accounts/sign-in/in-page-form.tsx', () => ({ InPageForm: null }))
vi.mock('#accounts/captcha/captcha.tsx', () => ({ CaptchaField: null }))
vi.mock('#accounts/google/google-button.tsx', () => ({ GoogleButton: null }))
vi.mock('#accounts/sign-in/new-password-field.tsx', () => ({ NewPasswordField: null }))
vi.mock('#ui/password-field.tsx', () => ({ PasswordField: null }))

async function sent(module: string, fields: Record<string, string>, userAgent: string) {
  const loaded = (await import(module)) as Loaded
  const url = new URL('https://shop.kohue.example/')
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'user-agent': userAgent },
  })
  const context = new RouterContextProvider()
  context.set(viewerContext, viewer)
  context.set(servicesContext, services)
  const args = { request, url, context, params: {}, pattern: '/' } as unknown as ActionFunctionArgs
  const action = 'action' in loaded ? loaded.action : pageAction(loaded.securityActions)
  return action(args).catch((error: unknown) => error)
}

describe.each(emailing)('the form of %s with %j', (module, fields) => {
  test('from a headless client is 451, before anything is done', async () => {
    expect(await sent(module, fields, 'HeadlessChrome/140.0')).toMatchObject({
      init: { status: 451, statusText: refused.text },
    })
  })

  test('from a browser goes on', async () => {
    const outcome = await sent(module, fields, 'Mozilla/5.0 Safari/605.1.15')
    expect(outcome).toEqual(new Error((outcome as Error).message))
    expect((outcome as Error).message).toMatch(/^reached /)
  })
})

test('logging in sends no email, and stays open', async () => {
  const fields = { email: 'ana@customer.example', password: 'altamira' }
  expect(await sent('#accounts/sign-in/login.page.tsx', fields, 'HeadlessChrome/140.0')).toEqual(
    new Error('reached db'),
  )
})
