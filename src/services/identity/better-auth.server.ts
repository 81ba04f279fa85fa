import { createHmac, timingSafeEqual } from 'node:crypto'

import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'

import type { Database } from '#data/connection.server.ts'
import { viewerBySessionToken } from '#data/people.ts'
import { identities, sessions, users, verifications } from '#data/schema/people.ts'

import type { Identity } from './identity.ts'

export type IdentitySettings = { secret: string; publicUrl: string }

const day = 24 * 60 * 60

/** A session lasts 30 days from its last renewal and is renewed once a day while it is used. */
const session = { expiresIn: 30 * day, updateAge: day }

/** Sessions and passwords by Better Auth over our own tables. */
export function betterAuthIdentity(db: Database, settings: IdentitySettings): Identity {
  const secure = settings.publicUrl.startsWith('https:')
  const cookieName = secure ? '__Host-kohue.session' : 'kohue.session'
  const auth = betterAuth({
    baseURL: settings.publicUrl,
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: identities, verification: verifications },
    }),
    emailAndPassword: { enabled: true, minPasswordLength: 6, disableSignUp: true },
    session,
    rateLimit: { enabled: false },
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

  const signatureOf = (token: string) =>
    createHmac('sha256', settings.secret).update(token).digest('base64')

  /** The session token of a cookie that we signed, or null: forged ones never reach the database. */
  function tokenFrom(headers: Headers): string | null {
    const header = headers.get('cookie') ?? ''
    for (const part of header.split(';')) {
      const [name, value] = part.trim().split('=', 2)
      if (name !== cookieName || !value) continue
      const signed = decode(value)
      const at = signed.lastIndexOf('.')
      if (at < 1) return null
      const given = Buffer.from(signed.slice(at + 1))
      const wanted = Buffer.from(signatureOf(signed.slice(0, at)))
      const same = given.length === wanted.length && timingSafeEqual(given, wanted)
      return same ? signed.slice(0, at) : null
    }
    return null
  }

  return {
    async viewerOf(headers) {
      const token = tokenFrom(headers)
      if (!token) return { viewer: null, cookies: [] }
      const now = new Date()
      const found = await viewerBySessionToken(db, token, now)
      if (!found) return { viewer: null, cookies: [] }
      const { renewedAt, ...viewer } = found
      if (now.getTime() - renewedAt.getTime() < session.updateAge * 1000) {
        return { viewer, cookies: [] }
      }
      const renewed = await auth.api.getSession({ headers, returnHeaders: true })
      return { viewer: renewed.response ? viewer : null, cookies: renewed.headers.getSetCookie() }
    },

    async hashPassword(password) {
      return (await auth.$context).password.hash(password)
    },

    async signIn(credentials, headers) {
      try {
        const answer = await auth.api.signInEmail({
          body: credentials,
          headers,
          returnHeaders: true,
        })
        return { ok: true, cookies: answer.headers.getSetCookie() }
      } catch (error) {
        if (error instanceof APIError && Number(error.statusCode) < 500) {
          return { ok: false, code: 'invalid-credential' }
        }
        throw error
      }
    },

    async signOut(headers) {
      const answer = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
