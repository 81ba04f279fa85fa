import type { Database } from '../database/connection.server.ts'
import type { SignedIn } from '#accounts/users/users.store.server.ts'
import type { Cents } from '../text/money.rules.ts'
import type { ShippingMethod, ShippingTier } from '#catalogue/destinations/shipping.rules.ts'
import type { MailKind } from '#mail/mail.rules.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import type { CaptchaPlace } from '#accounts/captcha/captcha.rules.ts'
import type { PasswordPolicy } from '#accounts/sign-in/password-policy.rules.ts'
import type { Carriers } from '#shipping/tracking/carriers.ts'
import type { Captcha } from '#accounts/captcha/captcha.ts'
import type { Google } from '#accounts/google/google.ts'
import type { Identity } from '#accounts/sign-in/identity.ts'
import type { KeyedHashes } from '../secrets/keyed-hashes.server.ts'
import type { BounceSignature } from '#mail/bounces/bounce-signature.server.ts'
import type { EmailSite } from '#mail/email-site.ts'
import type { MailResult } from '#mail/transports/transport.ts'
import type { SendRules } from '#mail/send-rules.ts'
import type { MailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import type { OrderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import type { Payments } from '#payments/payments.ts'
import type { Pictures } from '#catalogue/pictures/pictures.ts'
import type { PackingPapers } from '#shipping/papers/packing-papers.ts'
import type { Passkeys } from '#accounts/passkeys/passkeys.ts'
import type { SecondFactor } from '#accounts/second-factor/second-factor.ts'
import type { Sheets } from '#catalogue/sheets/sheets.ts'

/** The constants of the shop (specification, section 7: configuration values). */
export type ShopSettings = {
  publicUrl: string
  /** IANA name, such as `America/Los_Angeles`. */
  timeZone: string
  /** Whether disputes are answered at the provider with the shop’s records of the delivery. */
  sendsEvidence: boolean
  /** Minutes between two requests to a carrier about one parcel. */
  carrierPollMinutes: number
  /** Percent, such as 7.25. */
  taxPercent: number
  taxRateId: string
  /** The provider's price for each product that can be bought. */
  priceIds: Readonly<Record<string, string>>
  rateIds: Readonly<Record<ShippingMethod, Readonly<Record<ShippingTier, string>>>>
  /** The provider's rates for a single bottle. */
  bottleRateIds: Readonly<Record<'ground' | 'overnight', string>>
  /** Where an offer's Checkout leads instead, if anywhere. */
  paymentLinks: Readonly<Partial<Record<OfferName, string>>>
  bottlePrice: Cents
  /** The provider's browser script, and the public payment key it is opened with. */
  cardField: { scriptUrl: string; publicKey: string }
  /** The word that opens the coming release. Never leaves the server. */
  hiddenViewAnswer: string
  /** Where notices to the business go. */
  businessEmail: string
  identity: {
    passwordPolicy: PasswordPolicy
    /** Where the captcha is required, if one is configured. */
    captchaFor: readonly CaptchaPlace[]
    /** Origins whose pages may sign people in. */
    allowedOrigins: readonly string[]
  }
}

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What use-cases need of mail; emails are sent from the outbox. */
export type MailServices = {
  rules: SendRules
  tokens: MailingListTokens
  whyNotReady(kind: MailKind): MailResult | null
  site: EmailSite
  /** All processes together; 0 is no limit. */
  perMinute: number
  /** Null where no bounces are posted to the shop. */
  bounces: BounceSignature | null
  /** Whether emails carry a DKIM signature. */
  isSigned: boolean
  /** Whether the transport responds at this moment; sends nothing. */
  isReachable(): Promise<boolean>
}

/** The dependency container that each use-case is passed. */
export type Services = {
  db: Database
  payments: Payments
  identity: Identity
  mail: MailServices
  orderLinks: OrderLinkTokens
  pictures: Pictures
  sheets: Sheets
  /** Keyed by DATA_SECRET. */
  hashes: KeyedHashes
  secondFactor: SecondFactor
  passkeys: Passkeys
  /** Packing slips and lists for the cellar. */
  papers: PackingPapers
  /** Null where no carrier is configured. */
  carriers: Carriers | null
  /** Null where signing in with Google is not configured. */
  google: Google | null
  /** Null where no captcha is configured. */
  captcha: Captcha | null
  /** Why this process is not ready, as `/readyz` reports it; null when it is. */
  whyNotReady: () => Promise<string | null>
  clock: () => Date
  settings: ShopSettings
  log: Log
}

/** A staff member: who they are, for the audit log, and what they may do. */
export type Staff = Pick<SignedIn, 'id' | 'email' | 'role'> &
  Partial<Pick<SignedIn, 'duties' | 'isCodeStale'>>

/** The result of a use-case with expected failures: what it returns, or why it did nothing. */
export type Outcome<Reason extends string, Done = unknown> =
  | ({ ok: true } & Done)
  | { ok: false; reason: Reason }
