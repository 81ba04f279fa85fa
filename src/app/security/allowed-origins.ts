import type { Env } from '../env.ts'
import { listOf } from '../setting-types.ts'

/** Host names of this machine: a demo may be opened under both. */
const loopback = ['localhost', '127.0.0.1']

/**
 * The origins whose pages may send writes: the shop's own, both host names of a demo on this machine, and
 * those in ALLOWED_ORIGINS.
 */
export function allowedOrigins(
  env: Pick<Env, 'PUBLIC_URL' | 'ALLOWED_ORIGINS' | 'NODE_ENV'>,
): string[] {
  const own = new URL(env.PUBLIC_URL)
  const origins = [own.origin]
  if (env.NODE_ENV !== 'production' && loopback.includes(own.hostname)) {
    for (const name of loopback) {
      origins.push(`${own.protocol}//${name}${own.port && `:${own.port}`}`)
    }
  }
  for (const listed of listOf(env.ALLOWED_ORIGINS ?? '')) origins.push(new URL(listed).origin)
  return [...new Set(origins)]
}
