import { insertDataRequest } from '#accounts/consent/data-requests.store.server.ts'
import { secondAddressesOf } from '#accounts/consent/second-addresses.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

type Source = Pick<Services, 'db' | 'personalData'>

/**
 * Everything kept about the customer, as it is stored. Recorded as a data request once the address is
 * confirmed: until then it may be someone else's.
 */
export async function exportPersonalData(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
) {
  demandConfirmed(viewer)
  const { db, clock } = services
  const account = await userById(db, viewer.id)
  if (!account) throw new Error('The signed-in person has no record')
  const number = account.emailVerified
    ? await insertDataRequest(db, 'export', account.email, { isDone: true })
    : null
  return { number, writtenAt: clock(), account, ...(await personalDataOf(services, account)) }
}

/**
 * Everything stored about a user except credentials. Records that only share the user's email
 * address are included once that address is confirmed: until then it may be someone else's.
 */
export async function personalDataOf(
  source: Source,
  user: Pick<User, 'id' | 'email' | 'emailVerified'>,
): Promise<Record<string, unknown>> {
  const secondAddresses = []
  for (const { email, at } of await secondAddressesOf(source.db, user.id)) {
    secondAddresses.push({ email, since: at, ...(await recordsByEmail(source, email)) })
  }
  const kept: Record<string, unknown> = {}
  // One query after another: a request must not take a connection for each.
  for (const { exportUser = {} } of source.personalData) {
    for (const [name, read] of Object.entries(exportUser)) {
      kept[name] = await read(source.db, user.id)
    }
  }
  return {
    ...kept,
    ...(secondAddresses.length > 0 && { secondAddresses }),
    ...(user.emailVerified ? await recordsByEmail(source, user.email) : notConfirmed(source)),
  }
}

const notConfirmed = ({ personalData }: Source) => ({
  ...Object.fromEntries(
    personalData.flatMap(({ exportAddress = {} }) =>
      Object.keys(exportAddress).map((name) => [name, null]),
    ),
  ),
  note: 'What is stored under your email address alone is added once you have confirmed the address.',
})

/** Everything stored under an email address, such as that of a subscriber without an account. */
export async function recordsByEmail(
  { db, personalData }: Source,
  email: string,
): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {}
  for (const { exportAddress = {} } of personalData) {
    for (const [name, read] of Object.entries(exportAddress)) kept[name] = await read(db, email)
  }
  return kept
}
