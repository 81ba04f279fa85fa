import type { RouterContextProvider } from 'react-router'
import { createContext } from 'react-router'

import type { SignedIn } from '../access/signed-in.ts'
import type { Log, Services } from '../services/services.ts'
import type { ShopDates } from '../text/dates.rules.ts'
import { shopDates } from '../text/dates.rules.ts'
import type { AgeGate } from './age-gate.rules.ts'
import type { Placeholders } from './placeholders.ts'

/** What every action is passed. */
export const servicesContext = createContext<Services>()

/** What is read of a request before any route runs. */
export type RequestFacts = {
  id: string
  nonce: string
  ageGate: AgeGate
  placeholders: Placeholders
}

export const requestContext = createContext<RequestFacts>()

/** Settings that pages show as they are, by their names there. */
export const shownSettings = {
  title: 'PAGE_TITLE',
  publicUrl: 'PUBLIC_URL',
  phone: 'CONTACT_PHONE',
  email: 'CONTACT_EMAIL',
  responsibilityUrl: 'RESPONSIBILITY_URL',
  /** IANA name, such as `America/Los_Angeles`. */
  timeZone: 'SHOP_TIME_ZONE',
} as const

type Shown = Record<keyof typeof shownSettings, string>

/** The part of the configuration that pages may show. Modules add theirs by declaration merging. */
export interface Site extends Shown {
  /** The calendar day there. */
  today: string
  /** Counsel has approved the terms and the privacy policy. */
  legalApproved: boolean
  developerTools: boolean
  /** Nothing is sold; every page says so. */
  rehearsal?: true
}

export const siteContext = createContext<Site>()

/** The formatter of the shop's time zone, for what a loader has to format. */
export const datesOf = (context: Readonly<RouterContextProvider>): ShopDates =>
  shopDates(context.get(siteContext).timeZone)

/** The signed-in user, null for a visitor. Set by the root's middleware. */
export const viewerContext = createContext<SignedIn | null>(null)

/** Whether this browser's login session waits for the code of a second factor. */
export const codeDueContext = createContext<boolean>(false)

export const logContext = createContext<Log>()

/** The pattern of the matched route, such as `/members/orders/:number`, for logs and metrics. */
export const patternContext = createContext<string>('none')

/** Whether an error means only that a service is unavailable: a retry may succeed. */
export const outageContext = createContext<(error: unknown) => boolean>(
  (error) => (error as { statusCode?: unknown } | null)?.statusCode === 503,
)

/** The error that a loader, an action or the rendering threw, or null. */
export const failureContext = createContext<unknown>(null)

/** The status that a route without a page refused the request with, for which the root shows its page; or null. */
export const refusedContext = createContext<number | null>(null)
