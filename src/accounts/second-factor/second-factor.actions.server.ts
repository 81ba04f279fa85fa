import { z } from 'zod'

import { queueMail } from '#mail/mails.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { SignedIn, Viewer } from '#platform/access/signed-in.ts'
import { customerAnswer, customerWork } from '#platform/action/customer-action.server.ts'
import { anyText, exactText } from '#platform/action/form-fields.ts'
import { notAllowed, Refusal } from '#platform/action/refusal.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { landingFor } from '#platform/http/return-to.ts'
import type { Services } from '#platform/services/services.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'

import { accountSubject } from '../log.copy.ts'
import { endSessionsOf, isStillOpen } from '../sessions/login-sessions.store.server.ts'
import { sessionStatus } from '../sessions/session-lifetime.rules.ts'
import { clientAddressOf } from '../sign-in/rate-limits.actions.server.ts'
import { reAuthenticate } from '../sign-in/re-authenticate.actions.server.ts'
import { identitySentence } from '../sign-in/sign-in.copy.ts'
import { lockUser, userById, viewerBySessionToken } from '../users/users.store.server.ts'
import { codeRefusal, secondFactorCopy } from './second-factor.copy.ts'
import {
  isSetUpOpen,
  readCode,
  secondFactor as rules,
  writtenCode,
  wrongCodeLimit,
} from './second-factor.rules.ts'
import {
  beginFactor,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  factorOf,
  knownNetwork,
  lockFactor,
  noteCodeEntered,
  noteLockTold,
  noteRightCode,
  noteWrongCode,
  useRecoveryCode,
  writeRecoveryCodes,
} from './second-factors.store.server.ts'

type CodeRefusal =
  | { ok: false; reason: 'wrong' | 'recovery' | 'used' | 'locked' | 'none' | 'app-only' }
  /** The code is right at another time: the phone's clock, or ours, is that many seconds off. */
  | { ok: false; reason: 'clock-off'; seconds: number }
type CheckedCode = { ok: true } | CodeRefusal

/** Whether this login session waits for a code (`due`), has had one (`entered`), or needs none. */
export async function viewCodeStep(
  { db, identity, clock }: Services,
  headers: Headers,
): Promise<'due' | 'entered' | 'none'> {
  const token = identity.tokenOf(headers)
  const found = token ? await viewerBySessionToken(db, token) : null
  if (!found?.hasFactor || sessionStatus(found, clock()) === 'ended') return 'none'
  return found.codeEnteredAt ? 'entered' : 'due'
}

const code = { code: anyText() }
const refusal = (of: Parameters<typeof codeRefusal>[0]) => new Refusal(400, codeRefusal(of))

/** Checks the code for a login session: of the app, once per time step, or a recovery code, once. */
export const enterCode = customerWork({
  for: 'anyone',
  limit: 'itself',
  form: z.object({ ...code, to: anyText() }),
  async run({ services, headers, now }, { code: text, to }) {
    const { db, identity, log } = services
    const token = identity.tokenOf(headers)
    const found = token ? await viewerBySessionToken(db, token) : null
    if (!token || !found?.hasFactor || sessionStatus(found, now) === 'ended') {
      return refusal({ reason: 'none' })
    }
    const checked = await checkCode(services, {
      userId: found.id,
      text,
      headers,
      onRight: () => noteCodeEntered(db, token),
    })
    log.info({ user: found.id, outcome: checked.ok ? 'right' : checked.reason }, 'second factor')
    if (checked.ok) return { to: landingFor('staff', to) }
    if (checked.reason !== 'locked') return refusal(checked)
    return new Refusal(429, codeRefusal(checked), {}, { retryAfter: wrongCodeLimit.minutes * 60 })
  },
  say: (next) => next,
})

type CodeCheck = {
  userId: string
  text: string
  /** Of the request; its network is counted. */
  headers: Headers
  /** Refuses recovery codes, without using them up. */
  appOnly?: boolean
  onRight?: () => Promise<void>
}

/**
 * Checks a code under the lock of its factor, so that concurrent attempts run one by one. The fifth
 * wrong code in 15 minutes locks for 15 minutes. Unknown networks share a count; a network with a recent
 * right code has its own, so that a stranger who knows the password does not lock the owner out. A lock
 * is emailed once a day.
 */
export async function checkCode(
  { db, clock, secondFactor, hashes, log }: Services,
  { userId, text, headers, appOnly = false, onRight = async () => {} }: CodeCheck,
): Promise<CheckedCode> {
  const now = clock()
  const entered = readCode(text)
  const network = hashes.ofNetwork(clientAddressOf(headers))
  const checked = await db.transaction(async (tx): Promise<CheckedCode> => {
    const factor = await lockFactor(tx, userId)
    if (!factor) return { ok: false, reason: 'none' }
    const known = await knownNetwork(tx, userId, network, now)
    const counter = known ?? factor
    if (counter.lockedUntil && counter.lockedUntil > now) return { ok: false, reason: 'locked' }
    if (appOnly && entered?.kind === 'recovery') return { ok: false, reason: 'app-only' }
    const outcome = await outcomeOf()
    if (outcome.ok) return outcome
    const source = { network: known ? network : null, now }
    const isLock = await noteWrongCode(tx, userId, counter, source)
    if (isLock && factor.confirmedAt && (await noteLockTold(tx, userId, now))) {
      const user = (await userById(tx, userId))!
      const props = { minutes: wrongCodeLimit.minutes }
      await queueMail(tx, 'second-factor-locked', user.email, props)
      log.warn({ user: userId }, 'second factor locked')
    }
    return outcome

    async function outcomeOf(): Promise<CheckedCode> {
      const right = { network, isKnown: known !== null, now }
      if (!entered) return { ok: false, reason: /[a-z]/i.test(text) ? 'recovery' : 'wrong' }
      if (entered.kind === 'recovery') {
        const hash = secondFactor.hashOfRecoveryCode(userId, entered.code)
        if (!(await useRecoveryCode(tx, userId, hash))) return { ok: false, reason: 'recovery' }
        await noteRightCode(tx, userId, { ...right, lastStep: factor!.lastStep })
        return { ok: true }
      }
      const secret = secondFactor.open(factor!.secret)
      const found = secret ? secondFactor.stepOf(secret, entered.code, now) : null
      if (!found) return { ok: false, reason: 'wrong' }
      if (Math.abs(found.offSeconds) > rules.window * rules.period) {
        // A future code is reported during set-up only: a guesser could use it later.
        const isTold = found.offSeconds < 0 || factor!.confirmedAt === null
        if (!isTold) return { ok: false, reason: 'wrong' }
        return { ok: false, reason: 'clock-off', seconds: Math.abs(found.offSeconds) }
      }
      if (factor!.lastStep !== null && found.step <= factor!.lastStep) {
        return { ok: false, reason: found.step === factor!.lastStep ? 'used' : 'wrong' }
      }
      await noteRightCode(tx, userId, { ...right, lastStep: found.step })
      return { ok: true }
    }
  })
  if (checked.ok) await onRight()
  return checked
}

type SecondFactorView = {
  isOn: boolean
  isRequired: boolean
  recoveryCodes: number
  /** While it is being set up. */
  setUp: { secret: string; picture: string } | null
}

/** The viewer's own second factor. Null for all but staff. */
export async function viewSecondFactor(
  { db, clock, secondFactor }: Services,
  viewer: Pick<SignedIn, 'id' | 'email' | 'role' | 'isLimited'>,
): Promise<SecondFactorView | null> {
  demandConfirmed(viewer)
  if (viewer.role !== 'staff') return null
  const [factor, isRequired, codes] = await Promise.all([
    factorOf(db, viewer.id),
    isSwitchedOn(db, 'second-factor-required'),
    countRecoveryCodes(db, viewer.id),
  ])
  const isBegun = factor && !factor.confirmedAt && isSetUpOpen(factor.createdAt, clock())
  const secret = isBegun ? secondFactor.open(factor.secret) : null
  const address = secret && secondFactor.addressFor(secret, viewer.email)
  return {
    isOn: Boolean(factor?.confirmedAt),
    isRequired,
    recoveryCodes: codes,
    setUp: secret && address ? { secret, picture: await secondFactor.pictureOf(address) } : null,
  }
}

/** Begins to set up the second factor of a staff member, after re-authentication. */
export const beginSecondFactor = customerWork({
  for: 'member',
  form: z.object({ password: exactText().catch('') }),
  async run({ services, viewer, headers, now }, { password }) {
    if (viewer.role !== 'staff') return notAllowed()
    const same = await reAuthenticate(services, viewer, password, headers)
    if (!same.ok) return new Refusal(400, identitySentence(same.code))
    await beginFactor(services.db, viewer.id, services.secondFactor.newSecret().sealed, now)
    return {}
  },
})

/**
 * Finishes the set-up by a first code. The recovery codes are returned only here; all other login
 * sessions of the account end.
 */
export const confirmSecondFactor = customerAnswer({
  for: 'member',
  form: z.object(code),
  async run({ services, viewer, headers, now }, { code: text }) {
    const { db, identity } = services
    const token = identity.tokenOf(headers)
    const begun = await factorOf(db, viewer.id)
    const isBegun = begun && !begun.confirmedAt && isSetUpOpen(begun.createdAt, now)
    if (viewer.role !== 'staff' || !token || !isBegun) return refusal({ reason: 'none' })
    const checked = await checkCode(services, { userId: viewer.id, text, headers })
    if (!checked.ok) return refusal(checked)
    const { recoveryCodes, hashes } = newCodes(services, viewer)
    return db.transaction(async (tx) => {
      await lockUser(tx, viewer.id)
      if (!(await isStillOpen(tx, token))) return refusal({ reason: 'none' })
      if (!(await confirmFactor(tx, viewer.id, begun.secret, hashes))) {
        return refusal({ reason: 'none' })
      }
      await endSessionsOf(tx, viewer.id, token)
      await noteCodeEntered(tx, token)
      await writeAuditEntry(tx, viewer, 'second-factor-added', accountSubject(viewer))
      return { recoveryCodes }
    })
  },
})

function newCodes({ secondFactor }: Services, { id }: Pick<Viewer, 'id'>) {
  const codes = secondFactor.newRecoveryCodes()
  const hashes = codes.map((one) => secondFactor.hashOfRecoveryCode(id, one))
  return { recoveryCodes: codes.map(writtenCode), hashes }
}

/**
 * Replaces all recovery codes, for a code of the app only, so that one recovery code that was found does
 * not yield ten.
 */
export const renewRecoveryCodes = customerAnswer({
  for: 'member',
  form: z.object(code),
  async run({ services, viewer, headers }, { code: text }) {
    const checked = await checkCode(services, { userId: viewer.id, text, headers, appOnly: true })
    if (!checked.ok) return refusal(checked)
    const { recoveryCodes, hashes } = newCodes(services, viewer)
    await services.db.transaction((tx) => writeRecoveryCodes(tx, viewer.id, hashes))
    return { recoveryCodes }
  },
})

/**
 * Removes the viewer's own second factor for a code of the app or a recovery code, unless it is
 * required. All other login sessions of the account end, as one that waits for a code would open.
 */
export const dropSecondFactor = customerWork({
  for: 'member',
  form: z.object(code),
  async run({ services, viewer, headers }, { code: text }) {
    const { db, identity } = services
    if (await isSwitchedOn(db, 'second-factor-required')) return refusal({ reason: 'required' })
    const checked = await checkCode(services, { userId: viewer.id, text, headers })
    if (!checked.ok) return refusal(checked)
    await db.transaction(async (tx) => {
      if (!(await deleteFactor(tx, viewer.id))) return
      await endSessionsOf(tx, viewer.id, identity.tokenOf(headers))
      await writeAuditEntry(tx, viewer, 'second-factor-removed', accountSubject(viewer))
    })
    return {}
  },
  say: () => secondFactorCopy.dropped,
})
