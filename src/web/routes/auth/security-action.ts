import type { RouterContextProvider } from 'react-router'

import type { Viewer } from '#data/people.ts'
import { authCopy as copy } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import type { PasswordFault } from '#domain/password-policy.ts'
import { shopContext } from '#web/context.ts'

import { textOf } from './credentials-form.ts'

export type SecurityAnswer =
  | { ok: true; sentence: string; cookies?: string[]; leave?: boolean }
  | { ok: false; code: IdentityCode; passwordFault?: PasswordFault }

type Deed = (
  shop: ReturnType<typeof shopOf>,
  viewer: Viewer,
  form: FormData,
  headers: Headers,
) => Promise<SecurityAnswer>

const shopOf = (context: Readonly<RouterContextProvider>) => context.get(shopContext)

/** What the buttons of the security page do, by the value they send. */
const deeds = {
  'sign-out-device': async (shop, viewer, form) => {
    await shop.signOutDevice(viewer, textOf(form, 'device'))
    return { ok: true, sentence: copy.deviceSignedOut }
  },
  'sign-out-others': async (shop, viewer, _form, headers) => {
    await shop.signOutEverywhere(viewer, { stayHere: true }, headers)
    return { ok: true, sentence: copy.othersSignedOut }
  },
  'sign-out-everywhere': async (shop, viewer, _form, headers) => {
    await shop.signOutEverywhere(viewer, { stayHere: false }, headers)
    const cookies = await shop.signOut(headers)
    return { ok: true, sentence: copy.everywhereSignedOut, cookies, leave: true }
  },
  'change-password': async (shop, viewer, form, headers) => {
    const passwords = { current: textOf(form, 'current'), next: textOf(form, 'password') }
    const changed = await shop.changePassword(viewer, passwords, headers)
    return changed.ok
      ? { ok: true, sentence: copy.passwordChanged, cookies: changed.cookies }
      : changed
  },
  'change-email': async (shop, viewer, form, headers) => {
    const wish = { email: textOf(form, 'email'), password: textOf(form, 'current') }
    const asked = await shop.askForEmailChange(viewer, wish, headers)
    return asked.ok ? { ok: true, sentence: copy.emailChangeSent } : asked
  },
  'confirm-email': async (shop, viewer) => {
    const asked = await shop.askToConfirmEmail(viewer)
    return asked.ok ? { ok: true, sentence: copy.confirmationSent } : asked
  },
} as const satisfies Record<string, Deed>

export type SecurityDeed = keyof typeof deeds

/** Does what a form of the security page asks for. Null for a form that nobody has. */
export async function actOnSecurity(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  form: FormData,
  headers: Headers,
): Promise<{ deed: SecurityDeed; answer: SecurityAnswer } | null> {
  const name = textOf(form, 'intent')
  if (!Object.hasOwn(deeds, name)) return null
  const deed = name as SecurityDeed
  return { deed, answer: await deeds[deed](shopOf(context), viewer, form, headers) }
}
