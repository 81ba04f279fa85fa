import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'

import type { Database } from '#data/connection.server.ts'
import { viewerBySessionToken } from '#data/people.ts'
import { identities, sessions, users } from '#data/schema/people.ts'
import { endSessionByToken } from '#data/sessions.ts'
import { sessionLife, sessionStanding } from '#domain/session-life.ts'

import type { Identity } from './identity.ts'
import { cookieNameFor, cookieValue, unsigned } from './session-cookie.ts'

export type IdentitySettings = { secret: string; publicUrl: string }

/** Opens a session for somebody whose proof a use-case has checked. Never reachable by HTTP. */
const openSession = createAuthEndpoint(
  '/kohue/open-session',
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (ctx) => {
    const { internalAdapter, authCookies, secret, sessionConfig } = ctx.context
    const opened = await internalAdapter.createSession(ctx.body.userId)
    const { name, attributes } = authCookies.sessionToken
    const maxAge = sessionConfig.expiresIn
    await ctx.setSignedCookie(name, opened.token, secret, { ...attributes, maxAge })
    return { ok: true }
  },
)

/** Sessions and password hashes by Better Auth over our own tables. */
export function betterAuthIdentity(db: Database, settings: IdentitySettings): Identity {
  const secure = settings.publicUrl.startsWith('https:')
  const cookieName = cookieNameFor('kohue.session', secure)
  const auth = betterAuth({
    baseURL: settings.publicUrl,
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: identities },
    }),
    session: { expiresIn: sessionLife.lasts, updateAge: sessionLife.renewedEvery },
    rateLimit: { enabled: false },
    plugins: [{ id: 'kohue-sessions', endpoints: { openSession } }],
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName,
          attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
        },
      },
      ipAddress: { ipAddressHeaders: ['x-kohue-address'] },
    },
  })

  /** A cookie that we did not sign never reaches the database. */
  function tokenOf(headers: Headers): string | null {
    const value = cookieValue(headers, cookieName)
    return value ? unsigned(value, settings.secret) : null
  }

  async function renewSession(headers: Headers) {
    const renewed = await auth.api.getSession({ headers, returnHeaders: true })
    return renewed.response ? renewed.headers.getSetCookie() : null
  }

  /** Checked in place of a hash that nobody has, so that both answers take as long. */
  let decoy: Promise<string> | undefined

  return {
    tokenOf,
    renewSession,

    async viewerOf(headers) {
      const token = tokenOf(headers)
      if (!token) return { viewer: null, cookies: [] }
      const found = await viewerBySessionToken(db, token)
      if (!found) return { viewer: null, cookies: [] }
      const { beganAt, renewedAt, expiresAt, ...viewer } = found
      const standing = sessionStanding({ beganAt, renewedAt, expiresAt }, new Date())
      if (standing === 'ended') return { viewer: null, cookies: [] }
      // It is good until its end: a renewal that fails is made with a later request.
      const cookies = standing === 'due' ? await renewSession(headers).catch(() => []) : []
      return cookies ? { viewer, cookies } : { viewer: null, cookies: [] }
    },

    async hashPassword(password) {
      return (await auth.$context).password.hash(password)
    },

    async verifyPassword(password, hash) {
      const { password: passwords } = await auth.$context
      decoy ??= passwords.hash('nobody has this password')
      const right = await passwords.verify({ password, hash: hash ?? (await decoy) })
      return right && hash !== null
    },

    async openSession(userId, headers) {
      const former = tokenOf(headers)
      if (former) await endSessionByToken(db, former)
      const answer = await auth.api.openSession({ body: { userId }, headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    async signOut(headers) {
      const answer = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },
  }
}
