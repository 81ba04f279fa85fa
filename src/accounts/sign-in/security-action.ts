import type { RouterContextProvider } from 'react-router'

import type { SignedIn } from '#platform/access/signed-in.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import type { Services } from '#platform/services/services.ts'

import {
  cancelEmailChange,
  requestEmailChange,
  requestEmailConfirmation,
  startLostMailboxWait,
} from '../email-change/change-email.actions.server.ts'
import { removeGoogle } from '../google/remove-google.actions.server.ts'
import { removePasskey, renamePasskey } from '../passkeys/passkeys.actions.server.ts'
import { passkeyCopy } from '../passkeys/passkeys.copy.ts'
import { signOutDevice, signOutEverywhere } from '../sessions/devices.actions.server.ts'
import { signOut } from '../sessions/login-session.actions.server.ts'
import { changePassword } from './change-password.actions.server.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import type { PasswordProblem } from './password-policy.rules.ts'
import { authCopy as copy } from './sign-in.copy.ts'

type SecurityResult =
  | { ok: true; sentence: string; cookies?: string[]; leave?: boolean }
  | { ok: false; code: IdentityCode; passwordProblem?: PasswordProblem }

type Action = (
  services: Services,
  viewer: SignedIn,
  form: FormData,
  headers: Headers,
) => Promise<SecurityResult>

/** What the security page's buttons do, by the `intent` they send. */
const actions = {
  'sign-out-device': async (services, viewer, form) => {
    await signOutDevice(services, viewer, textOf(form, 'device'))
    return { ok: true, sentence: copy.deviceSignedOut }
  },
  'sign-out-others': async (services, viewer, _form, headers) => {
    await signOutEverywhere(services, viewer, { stayHere: true }, headers)
    return { ok: true, sentence: copy.othersSignedOut }
  },
  'sign-out-everywhere': async (services, viewer, _form, headers) => {
    await signOutEverywhere(services, viewer, { stayHere: false }, headers)
    const cookies = await signOut(services, headers)
    return { ok: true, sentence: copy.everywhereSignedOut, cookies, leave: true }
  },
  'change-password': async (services, viewer, form, headers) => {
    const passwords = { current: textOf(form, 'current'), next: textOf(form, 'password') }
    const changed = await changePassword(services, viewer, passwords, headers)
    return changed.ok
      ? { ok: true, sentence: copy.passwordChanged, cookies: changed.cookies }
      : changed
  },
  'change-email': async (services, viewer, form, headers) => {
    const change = { email: textOf(form, 'email'), password: textOf(form, 'current') }
    const requested = await requestEmailChange(services, viewer, change, headers)
    return requested.ok ? { ok: true, sentence: copy.emailChangeSent } : requested
  },
  'rename-passkey': async (services, viewer, form) => {
    const isTheirs = await renamePasskey(
      services,
      viewer,
      textOf(form, 'passkey'),
      textOf(form, 'name'),
    )
    return isTheirs
      ? { ok: true, sentence: passkeyCopy.renamed }
      : { ok: false, code: 'invalid-credential' }
  },
  'remove-passkey': async (services, viewer, form, headers) => {
    const asked = { id: textOf(form, 'passkey'), password: textOf(form, 'current') }
    const removed = await removePasskey(services, viewer, asked, headers)
    return removed.ok ? { ok: true, sentence: passkeyCopy.removed(removed.name) } : removed
  },
  'remove-google': async (services, viewer, form, headers) => {
    const asked = { id: textOf(form, 'google'), password: textOf(form, 'current') }
    const removed = await removeGoogle(services, viewer, asked, headers)
    return removed.ok ? { ok: true, sentence: copy.googleRemoved } : removed
  },
  'cancel-email-change': async (services, viewer) => {
    await cancelEmailChange(services, viewer)
    return { ok: true, sentence: copy.emailChangeCancelled }
  },
  'lost-mailbox': async (services, viewer, form, headers) => {
    const proof = { password: textOf(form, 'current') }
    const started = await startLostMailboxWait(services, viewer, proof, headers)
    return started.ok ? { ok: true, sentence: copy.lostMailboxStarted } : started
  },
  'confirm-email': async (services, viewer, form) => {
    const to = safeReturnTo(textOf(form, 'to'), '') || undefined
    const requested = await requestEmailConfirmation(services, viewer, to)
    return requested.ok ? { ok: true, sentence: copy.confirmationSent } : requested
  },
} as const satisfies Record<string, Action>

/** Those whose purpose is an email. */
const sendsEmail: ReadonlySet<string> = new Set(['change-email', 'lost-mailbox', 'confirm-email'])

type SecurityIntent = keyof typeof actions

/** Runs the action of a form of the security page. Null for an unknown intent. */
export async function actOnSecurity(
  context: Readonly<RouterContextProvider>,
  viewer: SignedIn,
  form: FormData,
  headers: Headers,
): Promise<{ intent: SecurityIntent; result: SecurityResult } | null> {
  const name = textOf(form, 'intent')
  if (!Object.hasOwn(actions, name)) return null
  const intent = name as SecurityIntent
  if (sendsEmail.has(intent)) await refuseHeadless({ request: { headers }, context })
  const services = context.get(servicesContext)
  return { intent, result: await actions[intent](services, viewer, form, headers) }
}
