import { insertUserWithPassword } from '#data/people.ts'
import { normalisedEmail } from '#domain/normalised-email.ts'

import type { Parts } from '#use-cases/parts.ts'

/** The first staff account, at boot. False when somebody with that email is already there. */
export async function addStaffAccount(
  { db, identity }: Parts,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const passwordHash = await identity.hashPassword(password)
  const person = { firstName: 'Kohue', lastName: 'Staff', email: normalisedEmail(email) }
  const id = await insertUserWithPassword(db, { ...person, passwordHash, role: 'staff' })
  return id !== null
}
