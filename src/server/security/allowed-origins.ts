import type { Env } from '../env.ts'

/** Other names of this very machine: a demo may be opened under any of them. */
const loopback = ['localhost', '127.0.0.1']

/**
 * The origins whose pages may write here: the shop's own, and those that ALLOWED_ORIGINS lists. A
 * shop that runs on this machine is known under both its names.
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
  for (const listed of env.ALLOWED_ORIGINS?.split(',') ?? [])
    origins.push(new URL(listed.trim()).origin)
  return [...new Set(origins)]
}
