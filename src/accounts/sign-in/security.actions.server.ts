import { z } from 'zod'

import type { Said } from '#platform/action/carry-out.server.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { anyText, returnTo } from '#platform/action/form-fields.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import {
  cancelEmailChange,
  requestEmailChange,
  requestEmailConfirmation,
  startLostMailboxWait,
} from '../email-change/change-email.actions.server.ts'
import { removeGoogle } from '../google/remove-google.actions.server.ts'
import { refused } from '../links/entered.actions.server.ts'
import { removePasskey, renamePasskey } from '../passkeys/passkeys.actions.server.ts'
import { passkeyCopy } from '../passkeys/passkeys.copy.ts'
import { signOutDevice, signOutEverywhere } from '../sessions/devices.actions.server.ts'
import { signOut } from '../sessions/login-session.actions.server.ts'
import { changePassword } from './change-password.actions.server.ts'
import { identityRefusal } from './credentials-form.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import type { PasswordProblem } from './password-policy.rules.ts'
import { policyFor } from './password-policy.rules.ts'
import { authCopy as copy, passwordProblemSentence } from './sign-in.copy.ts'

type Came = Said | { ok: false; code: IdentityCode; passwordProblem?: PasswordProblem }
type Asked = { services: Services; viewer: Customer; headers: Headers }

/** As it was typed: spaces of a password count. */
const password = z.string().catch('')

/** What a button of the security page does. */
const change = <Form extends z.ZodType>(
  form: Form,
  run: (asked: Asked, input: z.output<Form>) => Promise<Came>,
  access: { mails?: true } = {},
) =>
  customerWork({
    for: 'member',
    ...access,
    form,
    async run(asked, input) {
      const came = await run(asked, input)
      if (!('code' in came)) return came
      const { services, viewer } = asked
      const policy = policyFor(viewer.role, services.settings.identity.passwordPolicy)
      const { code, passwordProblem: problem } = came
      const sentence = problem && passwordProblemSentence(problem, policy)
      const { minLength } = policy
      const facts = { email: viewer.email, minLength, sentence, passwordField: 'current' }
      return identityRefusal(code, facts)
    },
    say: (said) => ({ to: paths.security(), ...said }),
  })

const none = z.object({})

/** The buttons of the security page. */
export const securityActions = {
  'sign-out-device': change(
    z.object({ device: anyText() }),
    async ({ services, viewer }, { device }) => {
      await signOutDevice(services, viewer, device)
      return { sentence: copy.deviceSignedOut }
    },
  ),
  'sign-out-others': change(none, async ({ services, viewer, headers }) => {
    await signOutEverywhere(services, viewer, { stayHere: true }, headers)
    return { sentence: copy.othersSignedOut }
  }),
  'sign-out-everywhere': change(none, async ({ services, viewer, headers }) => {
    await signOutEverywhere(services, viewer, { stayHere: false }, headers)
    const cookies = await signOut(services, headers)
    return { sentence: copy.everywhereSignedOut, cookies, to: paths.login() }
  }),
  'change-password': change(
    z.object({ current: password, password }),
    async ({ services, viewer, headers }, { current, password: next }) => {
      const changed = await changePassword(services, viewer, { current, next }, headers)
      return changed.ok ? { sentence: copy.passwordChanged, cookies: changed.cookies } : changed
    },
  ),
  'change-email': change(
    z.object({ email: anyText(), current: password }),
    async ({ services, viewer, headers }, { email, current }) => {
      const wish = { email, password: current }
      const asked = await requestEmailChange(services, viewer, wish, headers)
      if (!asked.ok) return asked
      return asked.isSame
        ? { tone: 'info', sentence: copy.emailIsSame }
        : { sentence: copy.emailChangeSent }
    },
    { mails: true },
  ),
  'cancel-email-change': change(none, async ({ services, viewer }) => {
    return (await cancelEmailChange(services, viewer))
      ? { sentence: copy.emailChangeCancelled }
      : { tone: 'info', sentence: copy.noEmailChange(viewer.email) }
  }),
  'lost-mailbox': change(
    z.object({ current: password }),
    async ({ services, viewer, headers }, { current }) => {
      const started = await startLostMailboxWait(services, viewer, { password: current }, headers)
      if (!started.ok) return started
      return started.isOver
        ? { tone: 'info', sentence: copy.noEmailChange(viewer.email) }
        : { sentence: copy.lostMailboxStarted }
    },
    { mails: true },
  ),
  'confirm-email': change(
    z.object({ to: returnTo('') }),
    async ({ services, viewer }, { to }) => {
      const asked = await requestEmailConfirmation(services, viewer, to)
      return asked.ok ? { sentence: copy.confirmationSent } : asked
    },
    { mails: true },
  ),
  'rename-passkey': change(
    z.object({ passkey: anyText(), name: anyText() }),
    async ({ services, viewer }, { passkey, name }) => {
      const isTheirs = await renamePasskey(services, viewer, passkey, name)
      return isTheirs ? { sentence: passkeyCopy.renamed } : refused('invalid-credential')
    },
  ),
  'remove-passkey': change(
    z.object({ passkey: anyText(), current: password }),
    async ({ services, viewer, headers }, { passkey: id, current }) => {
      const removed = await removePasskey(services, viewer, { id, password: current }, headers)
      return removed.ok ? { sentence: passkeyCopy.removed(removed.name) } : removed
    },
  ),
  'remove-google': change(
    z.object({ google: anyText(), current: password }),
    async ({ services, viewer, headers }, { google: id, current }) => {
      const removed = await removeGoogle(services, viewer, { id, password: current }, headers)
      return removed.ok ? { sentence: copy.googleRemoved } : removed
    },
  ),
}
