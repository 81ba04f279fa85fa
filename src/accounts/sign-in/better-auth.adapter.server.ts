import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'

import type { Database } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { cookieAttributes, cookieName, sessionCookie } from '#platform/http/cookies.rules.ts'
import { networksOf } from '#platform/text/network-address.rules.ts'

import { sessionOrigins } from '../links/entry-link.rules.ts'
import { isFactorFresh } from '../second-factor/second-factor.rules.ts'
import { endSessionByToken, isLimitedSession } from '../sessions/login-sessions.store.server.ts'
import { signedCookieValue } from '../sessions/session-cookie.ts'
import { loginSessionLifetime, sessionStatus } from '../sessions/session-lifetime.rules.ts'
import { viewerBySessionToken } from '../users/users.store.server.ts'
import type { Identity } from './identity.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { identities, sessions } from './tables.ts'

type IdentitySettings = { secret: string; publicUrl: string }

/** Opens a login session for a user whom an action has authenticated. Not reachable by HTTP. */
const openSession = createAuthEndpoint(
  '/kohue/open-session',
  {
    method: 'POST',
    body: z.object({
      userId: z.string(),
      origin: z.enum(sessionOrigins),
      entryLink: z.string().optional(),
      expiresAt: z.date().optional(),
    }),
  },
  async (ctx) => {
    const { internalAdapter, authCookies, secret, sessionConfig } = ctx.context
    const { userId, origin, entryLink, expiresAt } = ctx.body
    const start = { origin, ...(entryLink && { entryLink }), ...(expiresAt && { expiresAt }) }
    const opened = await internalAdapter.createSession(userId, false, start, true)
    const { name, attributes } = authCookies.sessionToken
    const maxAge = expiresAt
      ? Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
      : sessionConfig.expiresIn
    await ctx.setSignedCookie(name, opened.token, secret, { ...attributes, maxAge })
    return { ok: true }
  },
)

/**
 * scrypt takes 32 MB, some 60 ms and one of libuv's four threads: two run at once, so that the others
 * stay free for files, DNS and compression; at most thirty wait, so that no wait exceeds a second.
 */
const hashing = { running: 2, waiting: 30 } as const

/** The widest network of a request's address, which takes turns with others. */
const networkOf = (headers?: Headers): string =>
  networksOf(headers?.get('x-kohue-address') ?? '').at(-1) ?? ''

/** Login sessions and password hashes by Better Auth over our own tables. */
export function betterAuthIdentity(db: Database, settings: IdentitySettings): Identity {
  const sessionName = cookieName(sessionCookie, settings)
  const auth = betterAuth({
    baseURL: settings.publicUrl,
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: identities },
    }),
    session: {
      expiresIn: loginSessionLifetime.lasts,
      updateAge: loginSessionLifetime.renewedEvery,
      additionalFields: {
        origin: { type: 'string', input: false, defaultValue: 'password' },
        entryLink: { type: 'string', input: false, required: false },
      },
    },
    rateLimit: { enabled: false },
    plugins: [{ id: 'kohue-sessions', endpoints: { openSession } }],
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionName,
          attributes: cookieAttributes(settings),
        },
      },
      ipAddress: { ipAddressHeaders: ['x-kohue-address'] },
    },
  })

  const limited = limitConcurrency(hashing)

  /** A cookie with an invalid signature never reaches the database. */
  function tokenOf(headers: Headers): string | null {
    return signedCookieValue(headers, sessionName, settings.secret)
  }

  async function renewSession(headers: Headers) {
    const token = tokenOf(headers)
    if (!token || (await isLimitedSession(db, token))) return null
    const renewed = await auth.api.getSession({ headers, returnHeaders: true })
    return renewed.response ? renewed.headers.getSetCookie() : null
  }

  /** Verified in place of a missing hash, so that both take the same time. */
  let decoy: Promise<string> | undefined

  return {
    tokenOf,
    renewSession,

    async viewerOf(headers) {
      const token = tokenOf(headers)
      if (!token) return { viewer: null, cookies: [] }
      const found = await viewerBySessionToken(db, token)
      if (!found) return { viewer: null, cookies: [] }
      const { beganAt, renewedAt, expiresAt, codeEnteredAt, hasFactor, needsFactor, ...person } =
        found
      const status = sessionStatus({ beganAt, renewedAt, expiresAt }, new Date())
      if (status === 'ended') return { viewer: null, cookies: [] }
      // Until the code of the second factor is entered, this login session belongs to no user.
      if (hasFactor && !codeEnteredAt) return { viewer: null, cookies: [], isCodeDue: true }
      const viewer = {
        ...person,
        ...(needsFactor && { duties: [], needsFactor }),
        ...(hasFactor && { isCodeStale: !isFactorFresh(codeEnteredAt, new Date()) }),
      }
      if (viewer.isLimited) return { viewer, cookies: [] }
      // Valid until its expiry: a renewal that fails is retried with a later request.
      const cookies = status === 'due' ? await renewSession(headers).catch(() => []) : []
      return cookies ? { viewer, cookies } : { viewer: null, cookies: [] }
    },

    async hashPassword(password, headers) {
      const { password: passwords } = await auth.$context
      return limited(networkOf(headers), () => passwords.hash(password))
    },

    async verifyPassword(password, hash, headers) {
      const { password: passwords } = await auth.$context
      decoy ??= passwords.hash('nobody has this password')
      const expected = hash ?? (await decoy)
      const matches = await limited(networkOf(headers), () =>
        passwords.verify({ password, hash: expected }),
      )
      return matches && hash !== null
    },

    async openSession(userId, headers, start = { origin: 'password' }) {
      const former = tokenOf(headers)
      if (former) await endSessionByToken(db, former)
      const body = { userId, ...start }
      const opened = await auth.api.openSession({ body, headers, returnHeaders: true })
      return opened.headers.getSetCookie()
    },

    async signOut(headers) {
      const ended = await auth.api.signOut({ headers, returnHeaders: true })
      return ended.headers.getSetCookie()
    },
  }
}
