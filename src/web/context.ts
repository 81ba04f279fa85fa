import { createContext } from 'react-router'

import type { SignedIn } from '#data/people.ts'
import type { PasswordPolicy } from '#domain/password-policy.ts'
import type { AgeGate } from '#domain/age-gate.ts'
import type { Log } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'

import type { OwnWords } from './own-words.ts'

/** All that can be done; see the use-cases. */
export const shopContext = createContext<Shop>()

/** Facts of this request that the server has settled before any route runs. */
export type RequestFacts = {
  id: string
  nonce: string
  ageGate: AgeGate
  own: OwnWords
}

export const requestContext = createContext<RequestFacts>()

/** What of the configuration people may see. */
export type Site = {
  title: string
  publicUrl: string
  phone: string
  email: string
  responsibilityUrl: string
  signIn: {
    /** Whether people can come in by Google. */
    google: boolean
    captcha: { siteKey: string; scriptUrl: string } | null
    passwordPolicy: PasswordPolicy
    allowedOrigins: readonly string[]
  }
  developerTools: boolean
}

export const siteContext = createContext<Site>()

/** Who asks; null is a visitor. Set by the root's middleware. */
export const viewerContext = createContext<SignedIn | null>(null)

export const logContext = createContext<Log>()

/** The pattern of the matched address, such as `/members/orders/:number`, for logs and figures. */
export const patternContext = createContext<string>('none')

/** What a page failed by, as it was thrown; null while nothing has failed. */
export const failureContext = createContext<unknown>(null)
