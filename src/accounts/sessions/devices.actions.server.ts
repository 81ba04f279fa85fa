import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { Services } from '#platform/services/services.ts'

import { emailChangeOf, isTakenByOther } from '../email-change/email-changes.store.server.ts'
import { revokeEntryLinksOf } from '../links/entry-links.store.server.ts'
import { passkeysOf } from '../passkeys/passkeys.store.server.ts'
import { googleOf, waysToSignIn } from '../sign-in/identities.store.server.ts'
import { userById } from '../users/users.store.server.ts'
import { deviceName } from './device-name.rules.ts'
import {
  devicesOf,
  endSession,
  endSessionsOf,
  sessionByToken,
} from './login-sessions.store.server.ts'

/** What the security page shows: address, pending change of it, identities, signed-in devices. */
export async function viewSecurity(
  { db, identity, passkeys, clock }: Services,
  viewer: Viewer,
  headers: Headers,
) {
  demandConfirmed(viewer)
  const token = identity.tokenOf(headers)
  const [user, ways, googleAccounts, devices, here, change, keys] = await Promise.all([
    userById(db, viewer.id),
    waysToSignIn(db, viewer.id),
    googleOf(db, viewer.id),
    devicesOf(db, viewer.id, clock()),
    token ? sessionByToken(db, token) : null,
    emailChangeOf(db, viewer.id, clock()),
    passkeysOf(db, viewer.id),
  ])
  return {
    email: viewer.email,
    emailVerified: user?.emailVerified ?? false,
    pendingEmail: change && {
      email: change.email,
      isApproved: change.approvedAt !== null,
      isConfirmed: change.confirmedAt !== null,
      waitsUntil: change.waitsUntil?.toISOString() ?? null,
      expiresAt: change.expiresAt.toISOString(),
      // Whose owner has confirmed it: else anybody could ask which addresses have an account.
      isTaken: change.confirmedAt !== null && (await isTakenByOther(db, change)),
    },
    ways,
    googleAccounts: googleAccounts.map(({ id, since }) => ({ id, since: since.toISOString() })),
    passkeys: {
      isPossible: passkeys.isPossible,
      nameHere: deviceName(headers.get('user-agent')),
      all: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    },
    devices: devices.map(({ id, userAgent, address, signedInAt, lastUsedAt, origin }) => ({
      id,
      name: deviceName(userAgent),
      address: address ?? '',
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isByEmail: origin === 'purchase-link' || origin === 'login-link',
      isThisOne: id === here?.id,
    })),
  }
}

/** Ends a login session of the viewer. False when it is not theirs, or has ended. */
export async function signOutDevice(
  { db, log }: Services,
  viewer: Viewer,
  deviceId: string,
): Promise<boolean> {
  demandConfirmed(viewer)
  if (!isUuid(deviceId)) return false
  const isEnded = await endSession(db, viewer.id, deviceId)
  if (isEnded) log.info({ user: viewer.id }, 'device signed out')
  return isEnded
}

/** Ends all login sessions of the viewer, or all but this one, and the links that open others. */
export async function signOutEverywhere(
  { db, identity, log }: Services,
  viewer: Viewer,
  { stayHere }: { stayHere: boolean },
  headers: Headers,
): Promise<void> {
  demandConfirmed(viewer)
  await endSessionsOf(db, viewer.id, stayHere ? identity.tokenOf(headers) : null)
  await revokeEntryLinksOf(db, viewer.id)
  log.info({ user: viewer.id, stayedHere: stayHere }, 'signed out everywhere')
}
