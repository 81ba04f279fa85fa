import { bounceSignature } from '#mail/bounces/bounce-signature.server.ts'
import {
  isEmailAllowanceLeft,
  putBackEmailAllowance,
  takeEmailAllowance,
} from '#mail/email-allowance.store.server.ts'
import type { EmailSite } from '#mail/email-site.ts'
import { mailboxOf } from '#mail/mailbox.ts'
import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import type { EmailAllowance } from '#mail/send-rules.ts'
import { sendRules, withRules } from '#mail/send-rules.ts'
import type { MailServices } from '#mail/services.ts'
import { emailJsTransport } from '#mail/transports/emailjs-transport.adapter.server.ts'
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import type { Mailbox, EmailTransport } from '#mail/transports/transport.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { EmailJsMessage, Env } from './env.ts'

/** The email transport with its settings, and the services that actions get. */
export type EmailServices = {
  transport: EmailTransport
  from: Mailbox
  site: EmailSite
  perMinute: number
  services: MailServices
}

export function createEmailServices(env: Env, db: Database): EmailServices {
  const rules = sendRules({
    blockHeadless: env.MAIL_BLOCK_HEADLESS,
    blockList: env.MAIL_BLOCK_LIST?.split(',') ?? [],
    allowance: env.MAILS_PER_ADDRESS > 0 ? allowanceOf(db, env.MAILS_PER_ADDRESS) : null,
  })
  const transport = withRules(transports[env.MAIL_SERVICE](env), rules)
  return {
    transport,
    from: mailboxOf(env.MAIL_FROM)!,
    site: emailSiteOf(env),
    perMinute: env.MAILS_PER_MINUTE,
    services: {
      rules,
      tokens: mailingListTokens(env.AUTH_SECRET),
      whatIsMissing: (kind) => transport.whatIsMissing(kind),
      isReachable: () => transport.isReachable(),
      site: emailSiteOf(env),
      perMinute: env.MAILS_PER_MINUTE,
      bounces: env.BOUNCE_SECRET ? bounceSignature(env.BOUNCE_SECRET) : null,
      isSigned: Boolean(env.DKIM_PRIVATE_KEY),
    },
  }
}

const allowanceOf = (db: Database, perHour: number): EmailAllowance => ({
  isLeft: (address) => isEmailAllowanceLeft(db, address, perHour),
  take: (address) => takeEmailAllowance(db, address, perHour),
  putBack: (address) => putBackEmailAllowance(db, address),
})

/** SMTP, which the fake inbox is too, or the EmailJS service. */
const transports: Readonly<Record<Env['MAIL_SERVICE'], (env: Env) => EmailTransport>> = {
  smtp: smtpFrom,
  emailjs: emailJsFrom,
}

function emailJsFrom(env: Env): EmailTransport {
  const idsOf = (message: EmailJsMessage) => ({
    serviceId: env[`EMAILJS_${message}_SERVICE`],
    templateId: env[`EMAILJS_${message}_TEMPLATE`],
    initId: env[`EMAILJS_${message}_INIT`],
  })
  return emailJsTransport({
    ids: {
      join: idsOf('JOIN'),
      created: idsOf('CREATED'),
      clicker: idsOf('CLICKER'),
      'multi-email': idsOf('MULTI'),
    },
    privateKey: env.EMAILJS_PRIVATE_KEY,
  })
}

function smtpFrom(env: Env): EmailTransport {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = env
  return smtpTransport({
    url: env.SMTP_URL!,
    ...(domain && selector && key && { dkim: { domain, selector, privateKey: key } }),
  })
}

function emailSiteOf(env: Env): EmailSite {
  const { PUBLIC_URL: publicUrl } = env
  return {
    publicUrl,
    accountUrl: publicUrl + paths.members(),
    ordersUrl: publicUrl + paths.members('orders'),
    winesUrl: publicUrl + paths.ourWines(),
    phone: env.CONTACT_PHONE,
    timeZone: env.SHOP_TIME_ZONE,
    email: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS ?? null,
    unsubscribeUrl: (token) => publicUrl + paths.unsubscribe(token),
    personalDataUrl: (token) => publicUrl + paths.askForData(token),
    isRehearsal: env.REHEARSAL,
  }
}
