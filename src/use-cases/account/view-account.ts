import { accountOfUser } from '#data/accounts.ts'
import type { Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import type { Account } from '#domain/account.ts'

import type { Parts } from '#use-cases/parts.ts'

/** The member's own account as its forms show it. */
export async function viewAccount({ db }: Parts, viewer: Pick<Viewer, 'id'>): Promise<Account> {
  const user = await userById(db, viewer.id)
  if (!user) throw new Error('The signed-in person has no record')
  return accountOfUser(user)
}
