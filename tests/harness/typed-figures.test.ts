import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const figure =
  /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty) (?:seconds?|minutes?|hours?|days?|months?|times|characters|rows|MB)\b/

/** Sentences that are no limit of the shop's own, or stand where the limit can't be read. */
const others: Readonly<Record<string, readonly string[]>> = {
  // Verbatim in the specification.
  'accounts/sign-in/sign-in.copy.ts': ['fifteen minutes'],
  'platform/form/fields.copy.ts': ['8 characters', '5 characters', '8 characters'],
  // The law, banks, authenticator apps and examples.
  'accounts/second-factor/second-factor.copy.ts': ['30 seconds', '30 seconds'],
  'campaigns/campaign/mails.tsx': ['ten days'],
  'catalogue/destinations/state-rules/state-rules.copy.ts': ['two months', 'twelve months'],
  'checkout/offers/offers.copy.ts': ['ten days'],
  'compliance/states/proposed-rules.rules.ts': [
    'two months',
    '12 months',
    '12 months',
    '12 months',
    '12 months',
  ],
  'compliance/states/rule-words.copy.ts': ['2 months', '12 months', '2 months', '12 months'],
  'order-changes/mails.tsx': ['ten days'],
  'orders/order/mails.tsx': ['ten days'],
  'site/pages/legal.copy.ts': ['30 days', '30 days'],
  'site/styleguide/fields.tsx': ['6 characters'],
  // What a figure covers, or a page says once.
  'admin/emails/failed-emails.page.tsx': ['30 days'],
  'admin/figures.server.ts': ['24 hours', 'three seconds'],
  'admin/orders/order.page.tsx': ['two days'],
  'app/env.ts': ['12 characters'],
  'campaigns/campaign/campaigns.copy.ts': ['five minutes'],
  'privacy/personal-data/personal-data.copy.ts': ['90 days', '45 days'],
  'releases/figures.server.ts': ['24 hours'],
  'releases/release-day/release-day.store.server.ts': ['1 minute'],
  'releases/release-day/release-day.tsx': ['five minutes'],
  'releases/release/admin-releases.copy.ts': ['five minutes'],
  'releases/release/pause-release.tsx': ['two seconds'],
  'requests/queues/queue-forms.tsx': ['24 hours'],
  'shipping/pickup/appointments.tsx': ['two times', 'two times'],
  // How long one waits before one tries again: longer than each limit behind it.
  'checkout/card/card.copy.ts': ['ten minutes'],
  'checkout/checkout.copy.ts': ['ten minutes', 'three times'],
}

const withoutComments = (code: string) =>
  code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

// A limit that is written out in a sentence goes on saying the old one once the limit changes.
test('a sentence takes the figure of a limit from the limit', () => {
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'src/app/seed/**'] })
  const typed = Object.fromEntries(
    files.flatMap((file) => {
      const found = withoutComments(readFileSync(file, 'utf8'))
        .split('\n')
        .filter((line) => !line.includes('interval '))
        .flatMap((line) => figure.exec(line)?.[0] ?? [])
      return found.length > 0 ? [[file.replace('src/', ''), found]] : []
    }),
  )
  expect(typed).toEqual(others)
})
