import { createHash } from 'node:crypto'

type Directive = 'style-src' | 'script-src'

/**
 * A content security policy that also lets these inline texts in, each by its hash, and no other.
 * Null when it has no place for them: the browser would refuse what stands inline.
 */
export function allowByHash(
  policy: string,
  directive: Directive,
  texts: readonly string[],
): string | null {
  const hashes = texts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  const added = policy.replace(`${directive} `, `${directive} ${hashes.join(' ')} `)
  return added === policy ? null : added
}
