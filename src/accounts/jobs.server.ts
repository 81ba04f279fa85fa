import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { runCustomerSync } from './account/payment-customer.actions.server.ts'
import { continueEmailChange } from './email-change/change-email.actions.server.ts'
import { sendLoginLink } from './links/login-link.actions.server.ts'
import { cleanUpSignIn, deleteOldAttempts } from './sign-in/clean-up-sign-in.actions.server.ts'
import { sendRecoveryEmail } from './sign-in/recover-password.actions.server.ts'

export const accountsJobs = {
  'clean-up-sign-in': { cron: '17 4 * * *', run: cleanUpSignIn, earlierNames: ['tidy-identity'] },
  'delete-old-attempts': { cron: '20 * * * *', run: deleteOldAttempts },
  'sync-payment-customer': {
    run: (services: Services, { userId }: { userId: string }) => runCustomerSync(services, userId),
  },
  'send-recovery-email': {
    run: (services: Services, { email }: { email: string }) => sendRecoveryEmail(services, email),
    earlierNames: ['write-recovery-letter'],
  },
  'send-login-link': { run: sendLoginLink },
  'continue-email-change': { run: continueEmailChange },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof accountsJobs> {}
}
