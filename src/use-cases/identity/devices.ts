import { waysToSignIn } from '#data/identities.ts'
import type { Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { devicesOf, endSession, endSessionsOf, sessionByToken } from '#data/sessions.ts'
import { isUuid } from '#data/uuid.ts'
import { deviceName } from '#domain/device-name.ts'

import type { Parts } from '#use-cases/parts.ts'

/** What the security page shows: the address, the ways to sign in, and where one is signed in. */
export async function viewSecurity(
  { db, identity, clock }: Parts,
  viewer: Viewer,
  headers: Headers,
) {
  const token = identity.tokenOf(headers)
  const [user, ways, devices, here] = await Promise.all([
    userById(db, viewer.id),
    waysToSignIn(db, viewer.id),
    devicesOf(db, viewer.id, clock()),
    token ? sessionByToken(db, token) : null,
  ])
  return {
    email: viewer.email,
    emailVerified: user?.emailVerified ?? false,
    ways,
    devices: devices.map(({ id, userAgent, address, signedInAt, lastUsedAt }) => ({
      id,
      name: deviceName(userAgent),
      address: address ?? '',
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isThisOne: id === here?.id,
    })),
  }
}

/** Signs a device of the viewer's out. False when it is not theirs, or out already. */
export const signOutDevice = ({ db }: Parts, viewer: Viewer, deviceId: string): Promise<boolean> =>
  isUuid(deviceId) ? endSession(db, viewer.id, deviceId) : Promise.resolve(false)

/** Signs the viewer out everywhere, or everywhere but here. */
export async function signOutEverywhere(
  { db, identity }: Parts,
  viewer: Viewer,
  { stayHere }: { stayHere: boolean },
  headers: Headers,
): Promise<void> {
  await endSessionsOf(db, viewer.id, stayHere ? identity.tokenOf(headers) : null)
}
