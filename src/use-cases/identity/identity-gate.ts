import { createHash } from 'node:crypto'

import { countAttempts } from '#data/attempts.ts'
import type { IdentityLimit } from '#domain/identity-limits.ts'
import { identityLimits } from '#domain/identity-limits.ts'
import { networkSource } from '#domain/network-source.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Where a request comes from: the server's own word, never a header of the client's. */
export const addressOf = (headers: Headers): string => headers.get('x-kohue-address') ?? 'unknown'

/** The counter of a limit for one account or source. Addresses are not kept in clear. */
export const limitKey = (limit: IdentityLimit, subject: string): string =>
  `${limit}:${createHash('sha256').update(subject).digest('base64url')}`

export const sourceKey = (limit: IdentityLimit, headers: Headers): string =>
  limitKey(limit, networkSource(addressOf(headers)))

/** Counts one more try under each limit. False once one of them is used up. */
export function admit(
  { db }: Pick<Parts, 'db'>,
  tries: readonly [limit: IdentityLimit, key: string][],
): Promise<boolean> {
  return countAttempts(
    db,
    tries.map(([limit, key]) => ({ key, ...identityLimits[limit] })),
  )
}

/** True where no riddle is configured, or it was solved. */
export async function provedHuman(
  { captcha }: Pick<Parts, 'captcha'>,
  answer: string | undefined,
  headers: Headers,
): Promise<boolean> {
  return !captcha || captcha.isHuman(answer ?? '', addressOf(headers))
}
