import type { BounceSignature } from './bounces/bounce-signature.server.ts'
import type { EmailSite } from './email-site.ts'
import type { ModuleMails } from './email-template.ts'
import type { MailKind } from './mail.rules.ts'
import type { MailingListTokens } from './mailing-list-tokens.server.ts'
import type { SendRules } from './send-rules.ts'
import type { MailResult } from './transports/transport.ts'

/** What actions need of mail; emails are sent from the outbox. */
export type MailServices = {
  rules: SendRules
  tokens: MailingListTokens
  whatIsMissing(kind: MailKind): MailResult | null
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

declare module '#platform/services/services.ts' {
  interface Services {
    mail: MailServices
  }

  interface ShopSettings {
    /** Where notices to the business go. */
    businessEmail: string
  }
}

declare module '#platform/module/module.ts' {
  interface Module {
    /** Its emails, each file of them with `mailsOf`. */
    mails?: readonly ModuleMails[]
  }
}
