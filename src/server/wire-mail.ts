import type { Database } from '#data/connection.server.ts'
import { countLimitedMails } from '#data/mails.ts'
import type { EmailJsSettings } from '#services/mail/emailjs-mailer.server.ts'
import { emailJsMailer } from '#services/mail/emailjs-mailer.server.ts'
import type { LetterHouse } from '#services/mail/letter-house.ts'
import type { Mailbox, Mailer } from '#services/mail/mail.ts'
import { mailRulesOf, withRules } from '#services/mail/mail-rules.ts'
import { mailboxOf } from '#services/mail/mailbox.ts'
import { smtpMailer } from '#services/mail/smtp-mailer.server.ts'
import { unsubscribeTokens } from '#services/mail/unsubscribe-token.server.ts'
import type { MailParts } from '#use-cases/parts.ts'
import { paths } from '#web/paths.ts'

import type { Env } from './env.ts'

/** How mail leaves the house, and what the use-cases know of it. */
export type PostOffice = {
  mailer: Mailer
  from: Mailbox
  house: LetterHouse
  perMinute: number
  parts: MailParts
}

const hour = 60 * 60

export function openPostOffice(env: Env, db: Database): PostOffice {
  const rules = mailRulesOf({
    blockHeadless: env.MAIL_BLOCK_HEADLESS,
    blockList: env.MAIL_BLOCK_LIST?.split(',') ?? [],
    perAddressHourly: env.MAILS_PER_ADDRESS,
    countLastHour: (address) => countLimitedMails(db, address, hour),
  })
  const mailer = withRules(wayOut(env), rules)
  return {
    mailer,
    from: mailboxOf(env.MAIL_FROM)!,
    house: letterHouseOf(env),
    perMinute: env.MAILS_PER_MINUTE,
    parts: {
      rules,
      tokens: unsubscribeTokens(env.AUTH_SECRET),
      whyNotReady: (kind) => mailer.whyNotReady(kind),
    },
  }
}

/** SMTP (the inbox stand-in speaks it too) or the EmailJS service. */
function wayOut(env: Env): Mailer {
  if (env.MAIL_SERVICE === 'emailjs') {
    const { EMAILJS_PRIVATE_KEY: privateKey } = env
    return emailJsMailer({ ids: emailJsIdsFrom(env), ...(privateKey && { privateKey }) })
  }
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = env
  return smtpMailer({
    url: env.SMTP_URL!,
    // In one line of configuration, the key's line breaks are written as \n.
    ...(domain &&
      selector &&
      key && { dkim: { domain, selector, privateKey: key.replaceAll('\\n', '\n') } }),
  })
}

const emailJsIdsFrom = (env: Env): EmailJsSettings['ids'] => ({
  join: {
    serviceId: env.EMAILJS_JOIN_SERVICE,
    templateId: env.EMAILJS_JOIN_TEMPLATE,
    initId: env.EMAILJS_JOIN_INIT,
  },
  created: {
    serviceId: env.EMAILJS_CREATED_SERVICE,
    templateId: env.EMAILJS_CREATED_TEMPLATE,
    initId: env.EMAILJS_CREATED_INIT,
  },
  clicker: {
    serviceId: env.EMAILJS_CLICKER_SERVICE,
    templateId: env.EMAILJS_CLICKER_TEMPLATE,
    initId: env.EMAILJS_CLICKER_INIT,
  },
  'multi-email': {
    serviceId: env.EMAILJS_MULTI_SERVICE,
    templateId: env.EMAILJS_MULTI_TEMPLATE,
    initId: env.EMAILJS_MULTI_INIT,
  },
})

function letterHouseOf(env: Env): LetterHouse {
  const publicUrl = env.PUBLIC_URL.replace(/\/$/, '')
  return {
    publicUrl,
    accountUrl: publicUrl + paths.members(),
    ordersUrl: publicUrl + paths.members('orders'),
    winesUrl: publicUrl + paths.ourWines(),
    phone: env.CONTACT_PHONE,
    email: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS ?? null,
    unsubscribeUrl: (token) => publicUrl + paths.unsubscribe(token),
  }
}
