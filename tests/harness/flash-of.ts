import { parseSetCookie } from 'cookie'

import { cookies } from '#platform/http/cookies.rules.ts'
import type { Flash } from '#platform/http/flash.rules.ts'

/** The flash message that a response sets for the next page, or null. */
export function flashOf(setCookie: string | readonly string[] | undefined): Flash | null {
  const values = typeof setCookie === 'string' ? [setCookie] : (setCookie ?? [])
  const found = values
    .map((value) => parseSetCookie(value))
    .find(({ name, value }) => name.endsWith(cookies.flash.name) && value)
  return found ? (JSON.parse(found.value ?? '') as Flash) : null
}
