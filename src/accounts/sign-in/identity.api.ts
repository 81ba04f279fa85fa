import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Viewer } from '#platform/access/signed-in.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import type { Services } from '#platform/services/services.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import { beginGoogleSignIn } from '../google/sign-in-with-google.actions.server.ts'
import { signOutEverywhere } from '../sessions/devices.actions.server.ts'
import { refreshSession, signOut } from '../sessions/login-session.actions.server.ts'
import { loginSessionLifetime } from '../sessions/session-lifetime.rules.ts'
import { identityCalls as calls } from './identity-calls.api.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { identityError, logRefusedCall } from './identity-errors.api.ts'
import { identityRules } from './identity-rules.actions.server.ts'
import { lookUpAccount } from './look-up-account.actions.server.ts'
import { limitReport } from './rate-limits.actions.server.ts'
import { requestRecovery } from './recover-password.actions.server.ts'
import { register } from './register.actions.server.ts'
import { signIn } from './sign-in.actions.server.ts'
import type { SentenceFacts } from './sign-in.copy.ts'

/**
 * What every call of the identity service has. Returns what takes a successful outcome, and throws the API
 * error of a refusal.
 */
export function beginIdentityCalls(app: FastifyInstance, minLength: number) {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.addHook('onError', logRefusedCall)
  return <Outcome extends { ok: boolean }>(
    outcome: Outcome | { ok: false; code: IdentityCode },
    facts: Partial<SentenceFacts> = {},
  ): Extract<Outcome, { ok: true }> => {
    if (outcome.ok) return outcome as Extract<Outcome, { ok: true }>
    const { code } = outcome as { ok: false; code: IdentityCode }
    throw identityError(code, { minLength, ...facts })
  }
}

/** The operations of the identity service (specification, section 7), an action each. */
export const identityRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  const { passwordPolicy: policy } = await identityRules(services)
  const succeeded = beginIdentityCalls(app, policy.minLength)

  const refuseHeadless = async (request: FastifyRequest) => {
    const refused = services.mail.rules.whyNotTake(request.headers['user-agent'] ?? null)
    if (refused) throw new ApiError(refused.status, 'headless', refused.text)
  }

  app.post('/sign-up', calls.signUp, async (request, reply) => {
    await refuseHeadless(request)
    const { email, password, firstname, lastname, captchaResponse } = request.body
    const person = { email, password, firstName: firstname, lastName: lastname }
    const entered = await register(
      services,
      { ...person, captcha: captchaResponse },
      headersOf(request),
    )
    const facts = { email: normalisedEmail(email), isSignedIn: request.viewer !== null }
    const { userId, cookies } = succeeded(entered, facts)
    setCookies(reply, cookies)
    return { localId: userId, email: facts.email }
  })

  app.post('/sign-in', calls.signIn, async (request, reply) => {
    const { email, password, captchaResponse: captcha } = request.body
    const entered = await signIn(services, { email, password, captcha }, headersOf(request))
    const { userId, cookies } = succeeded(entered, { email })
    setCookies(reply, cookies)
    return { localId: userId, email: normalisedEmail(email), registered: true as const }
  })

  app.post('/sign-in-with-provider', calls.signInWithProvider, async (request, reply) => {
    const origin = `${request.protocol}://${request.host}`
    const wanted = { to: request.body.continueUri, inWindow: false, connects: false }
    const { url, cookies } = succeeded(await beginGoogleSignIn(services, origin, wanted))
    setCookies(reply, cookies)
    return { providerId: 'google.com' as const, authUri: url }
  })

  app.post('/send-out-of-band-code', calls.sendCode, async (request) => {
    await refuseHeadless(request)
    const { email, captchaResponse: captcha } = request.body
    const requested = await requestRecovery(services, { email, captcha }, headersOf(request))
    return { email: succeeded(requested, { email }).email }
  })

  app.post('/lookup', calls.lookup, async (request) => {
    const found = await lookUpAccount(services, callerOf(request))
    if (!found) throw identityError('user-not-found', {})
    const { id, email, emailVerified, firstName, lastName, createdAt, ways } = found
    const providers = [ways.password && 'password', ways.google && 'google.com']
    const record = {
      localId: id,
      email,
      emailVerified,
      displayName: `${firstName} ${lastName}`.trim(),
      providerUserInfo: providers
        .filter((name) => name !== false)
        .map((providerId) => ({ providerId })),
      createdAt: createdAt.toISOString(),
    }
    return { users: [record] }
  })

  app.post('/revoke', calls.revoke, async (request, reply) => {
    const headers = headersOf(request)
    if (request.body?.everywhere) {
      await signOutEverywhere(services, callerOf(request), { stayHere: false }, headers)
    }
    setCookies(reply, await signOut(services, headers))
    return {}
  })

  app.post('/refresh', calls.refresh, async (request, reply) => {
    const viewer = callerOf(request)
    setCookies(reply, succeeded(await refreshSession(services, headersOf(request))).cookies)
    const token_type = 'Cookie' as const
    return { user_id: viewer.id, expires_in: String(loginSessionLifetime.lasts), token_type }
  })

  app.get('/recaptcha-config', calls.recaptchaConfig, async () => {
    const { captchaSiteKey } = await identityRules(services)
    const enforcementState = captchaSiteKey ? ('ENFORCE' as const) : ('OFF' as const)
    return {
      ...(captchaSiteKey && { recaptchaKey: captchaSiteKey }),
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState }],
    }
  })

  app.get('/password-policy', calls.passwordPolicy, async () => ({
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      containsLowercaseCharacter: policy.lowercase,
      containsUppercaseCharacter: policy.uppercase,
      containsNumericCharacter: policy.numeric,
      containsNonAlphanumericCharacter: policy.nonAlphanumeric,
    },
    enforcementState: 'ENFORCE' as const,
    schemaVersion: 1 as const,
  }))

  app.get('/authorized-domains', calls.authorizedDomains, async () => {
    const { authorizedDomains } = await identityRules(services)
    return { authorizedDomains }
  })
}

/**
 * Logs failures that only the browser notices: a popup that was closed, a network error. Refusals of this
 * call are not logged, so that it cannot be used to fill the log.
 */
export const identityReportRoute: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  app.post('/report', calls.report, async (request, reply) => {
    if (!(await limitReport(services, headersOf(request))))
      throw identityError('too-many-requests', {})
    const { code, at } = request.body
    request.log.warn({ code, at }, 'sign-in failed in the browser')
    return reply.code(204).send()
  })
}

/** The headers that actions read: cookies, browser and client address. */
export function headersOf(request: FastifyRequest): Headers {
  const { cookie, 'user-agent': userAgent } = request.headers
  return new Headers({
    'x-kohue-address': request.ip,
    ...(cookie && { cookie }),
    ...(userAgent && { 'user-agent': userAgent }),
  })
}

/** Sets the cookies of an operation instead of those with which the session was renewed. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]) {
  if (cookies.length === 0) return
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...cookies])
}

export function callerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw identityError('user-token-expired', {})
  return request.viewer
}
