type Screen = { port: number; env: Record<string, string | undefined>; isDemo: boolean }

const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`

/** The one screen that `npm start` prints: addresses, demo accounts, and who is real. */
export function welcomeScreen({ port, env, isDemo }: Screen): string {
  const address = env['PUBLIC_URL'] ?? `http://localhost:${port}`
  if (!isDemo) return `Kohue is open at ${address}`
  const standIns = `http://localhost:${new URL(env['STRIPE_API_BASE'] ?? `http://x:${port + 1}`).port}`
  const isStandIn = Boolean(env['STRIPE_API_BASE'])
  return [
    '',
    `Kohue is open at ${address}`,
    '',
    row(
      'payments',
      isStandIn
        ? `stand-in (test card 4242 4242 4242 4242), faults at ${standIns}/_faults`
        : 'Stripe',
    ),
    row('mail', mailRow(env, standIns)),
    row('google', env['GOOGLE_CLIENT_ID'] === 'kohue.apps.stand-in' ? 'stand-in' : 'Google'),
    row('database', (env['DATABASE_URL'] ?? '').split('?')[0]!),
    '',
    row('staff', `${env['ADMIN_EMAIL']}  ${env['ADMIN_PASSWORD']}`),
    row('members', 'new@, buyer@, tupungato@ and aconcagua@kohue.example, password: mendoza'),
    '',
    'Ctrl-C closes the house.',
    '',
  ].join('\n')
}

function mailRow(env: Screen['env'], standIns: string): string {
  if (env['MAIL_SERVICE'] === 'emailjs') return 'EmailJS'
  const isStandIn = env['SMTP_URL']?.includes('tls=off')
  return isStandIn ? `stand-in, read it at ${standIns}/mail` : 'SMTP as configured'
}
