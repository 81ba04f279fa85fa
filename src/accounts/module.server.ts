import { mailsOf } from '#mail/email-template.ts'
import type { Module } from '#platform/module/module.ts'

import { accountMails } from './account/mails.rules.ts'
import { mailingListMails } from './consent/mails.rules.ts'
import { emailChangeMails } from './email-change/mails.rules.ts'
import { googleMails } from './google/mails.rules.ts'
import { accountsJobs } from './jobs.server.ts'
import { linkMails } from './links/mails.rules.ts'
import { accountsLog } from './log.copy.ts'
import { passkeyMails } from './passkeys/mails.rules.ts'
import { accountsPersonalData } from './personal-data.server.ts'
import { secondFactorMails } from './second-factor/mails.rules.ts'
import { identityReportRoute, identityRoutes } from './sign-in/identity.api.ts'
import { signInMails } from './sign-in/mails.rules.ts'
import { accountsTasks } from './tasks.server.ts'

export const accounts: Module = {
  log: accountsLog,
  jobs: accountsJobs,
  tasks: accountsTasks,
  mails: [
    mailsOf(accountMails, async () => (await import('./account/mails.tsx')).accountEmails),
    mailsOf(mailingListMails, async () => (await import('./consent/mails.tsx')).mailingListEmails),
    mailsOf(
      emailChangeMails,
      async () => (await import('./email-change/mails.tsx')).emailChangeEmails,
    ),
    mailsOf(passkeyMails, async () => (await import('./passkeys/mails.tsx')).passkeyEmails),
    mailsOf(googleMails, async () => (await import('./google/mails.tsx')).googleEmails),
    mailsOf(
      secondFactorMails,
      async () => (await import('./second-factor/mails.tsx')).secondFactorEmails,
    ),
    mailsOf(linkMails, async () => (await import('./links/mails.tsx')).linkEmails),
    mailsOf(signInMails, async () => (await import('./sign-in/mails.tsx')).signInEmails),
  ],
  personalData: accountsPersonalData,
  calls: [
    { routes: identityRoutes, prefix: '/identity' },
    { routes: identityReportRoute, prefix: '/identity' },
  ],
  limited: {
    pages: {
      'age-gate': ['GET', 'POST'],
      'account/confirm': ['GET', 'POST'],
      'account/session': ['GET'],
      login: ['GET', 'POST'],
      signin: ['GET', 'POST'],
      'login/google': ['GET', 'POST'],
      'login/google/callback': ['GET'],
      'login/passkey': ['GET', 'POST'],
      'reset-password': ['GET', 'POST'],
      logout: ['GET', 'POST'],
    },
    calls: [
      'POST /identity/sign-in',
      'POST /identity/send-out-of-band-code',
      'POST /identity/revoke',
      'POST /identity/report',
      'GET /identity/recaptcha-config',
      'GET /identity/password-policy',
      'GET /identity/authorized-domains',
    ],
  },
}
