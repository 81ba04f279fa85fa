import { paths } from '#platform/http/paths.rules.ts'

import type { FakeName } from './demo-env.ts'

type Screen = {
  port: number
  fakesPort: number
  env: Record<string, string | undefined>
  /** Null outside a demo. */
  fakes: ReadonlySet<FakeName> | null
}

const adminPath = paths.admin()

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`

/** What `npm start` prints once the shop is ready: addresses, demo accounts, what is fake. */
export function welcomeScreen({ port, fakesPort, env, fakes }: Screen): string {
  const address = env['PUBLIC_URL'] ?? `http://localhost:${port}`
  if (!fakes) return `Kohue is open at ${address}, its admin at ${address}${adminPath}`
  const fakesUrl = `http://localhost:${fakesPort}`
  const mailService = env['MAIL_SERVICE'] ?? 'smtp'
  return [
    '',
    `Kohue is open at ${address}`,
    '',
    row(
      'payments',
      fakes.has('payments')
        ? `fake (test card 4242 4242 4242 4242), faults at ${fakesUrl}/_faults`
        : `Stripe${env['STRIPE_API_BASE'] ? ` at ${env['STRIPE_API_BASE']}` : ''}`,
    ),
    row(
      'mail',
      fakes.has('mail') ? `fake, read it at ${fakesUrl}/mail` : `${mailService}, as configured`,
    ),
    row('google', fakes.has('google') ? 'fake' : 'Google'),
    row('database', (env['DATABASE_URL'] ?? '').split('?')[0]!),
    '',
    row('admin', `${address}${adminPath}`),
    row('staff', `${env['ADMIN_EMAIL']}  ${env['ADMIN_PASSWORD']}`),
    row('customers', 'new@, buyer@, tupungato@ and aconcagua@kohue.example, password: mendoza'),
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}
