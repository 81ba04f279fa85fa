import { z } from 'zod'

import { browserCodes, identityPlaces } from './identity-codes.rules.ts'

/**
 * Requests and responses of the identity service (specification, section 7), under `/api/identity`.
 * Texts may be missing or empty, which the service answers with its error codes. Responses have no
 * token: the login session is an HttpOnly cookie.
 */
const text = z.string().max(1_000).default('')
/** Sent by clients of the hosted service, and ignored. */
const returnSecureToken = z.boolean().optional()
const captchaResponse = text

const person = z.object({ localId: z.string(), email: z.string() })

export const signUp = {
  body: z.strictObject({
    email: text,
    password: text,
    firstname: text,
    lastname: text,
    returnSecureToken,
    captchaResponse,
  }),
  response: person,
}

export const signIn = {
  body: z.strictObject({ email: text, password: text, returnSecureToken, captchaResponse }),
  response: person.extend({ registered: z.literal(true) }),
}

export const signInWithProvider = {
  body: z.strictObject({
    providerId: z.enum(['google.com', 'google']).default('google.com'),
    continueUri: text,
  }),
  response: z.object({ providerId: z.literal('google.com'), authUri: z.url() }),
}

export const sendCode = {
  body: z.strictObject({
    requestType: z.literal('PASSWORD_RESET'),
    email: text,
    captchaResponse,
  }),
  response: z.object({ email: z.string() }),
}

/** Ignored: the cookie identifies the user. */
const idToken = z.string().max(4_000).optional()

export const lookup = {
  body: z.strictObject({ idToken }).nullish(),
  response: z.object({
    users: z.array(
      person.extend({
        emailVerified: z.boolean(),
        displayName: z.string(),
        providerUserInfo: z.array(z.object({ providerId: z.string() })),
        createdAt: z.string(),
      }),
    ),
  }),
}

export const deleteAccount = {
  body: z.strictObject({ idToken, password: text }),
  response: z.object({}),
}

export const revoke = {
  body: z.strictObject({ idToken, everywhere: z.boolean().default(false) }).nullish(),
  response: z.object({}),
}

export const refresh = {
  body: z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: idToken }),
  response: z.object({
    user_id: z.string(),
    expires_in: z.string(),
    token_type: z.literal('Cookie'),
  }),
}

/** Enumerated values only, so that a report cannot contain what a person typed. */
export const report = {
  body: z.strictObject({ code: z.enum(browserCodes), at: z.enum(identityPlaces) }),
}

export const recaptchaConfig = z.object({
  recaptchaKey: z.string().optional(),
  recaptchaEnforcementState: z.array(
    z.object({ provider: z.string(), enforcementState: z.enum(['OFF', 'ENFORCE']) }),
  ),
})

export const passwordPolicy = z.object({
  customStrengthOptions: z.object({
    minPasswordLength: z.number().int(),
    maxPasswordLength: z.number().int(),
    containsLowercaseCharacter: z.boolean(),
    containsUppercaseCharacter: z.boolean(),
    containsNumericCharacter: z.boolean(),
    containsNonAlphanumericCharacter: z.boolean(),
  }),
  enforcementState: z.literal('ENFORCE'),
  schemaVersion: z.literal(1),
})

export const authorizedDomains = z.object({ authorizedDomains: z.array(z.string()) })
