import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** The shop's code without tests and comments. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({
    file,
    code: readFileSync(join('src', file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
  }))

/**
 * Calls that are dangerous with user input, and the files that use them. A file is added to the list once
 * a review has shown that no user input reaches the call.
 */
const known: readonly (readonly [what: string, pattern: RegExp, files: readonly string[]])[] = [
  [
    'starts a process',
    /child_process|worker_threads|node:vm\b/,
    // A fixed program of the shop, with a word of ours; the file goes to its input.
    ['catalogue/decoding/in-child.server.ts'],
  ],
  ['runs text as code', /\beval\(|new Function\(|set(Timeout|Interval)\(\s*['"`]/, []],
  [
    'makes a pattern of text',
    /new RegExp\(/,
    [
      // From an id's pattern, a random marker, a year, field names of a delivery report.
      'mail/mailing-list-tokens.server.ts',
      'platform/http/page-template.ts',
      'catalogue/wines/wine-form.rules.ts',
      'mail/bounces/delivery-report.rules.ts',
    ],
  ],
  // A constant style.
  ['shows text as HTML', /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML/, ['root.tsx']],
  [
    'keeps something in the browser',
    /\b(local|session)Storage\b|indexedDB/,
    [
      'platform/layout/page-lifecycle.script.ts',
      'accounts/sign-in/report.ts',
      'storefront/cart/cart-queue.ts',
    ],
  ],
  [
    'draws numbers that can be guessed',
    /\bMath\.random\b/,
    // Jitter of retries.
    [
      'platform/list/watch-list.ts',
      'app/migrate/apply-migrations.server.ts',
      'app/jobs/worker.ts',
      'waiting-room/line-page.server.ts',
    ],
  ],
  [
    'listens to messages',
    /addEventListener\(\s*'message'|onmessage\b/,
    // Of a BroadcastChannel, which other origins can't reach.
    ['accounts/google/google-button.script.ts'],
  ],
  [
    'calls an address',
    /\bfetch\(|\bhttps?\.(get|request)\(/,
    [
      // URLs from settings, constants and the discovery document.
      'shipping/tracking/ups-tracking.adapter.server.ts',
      'accounts/google/google-oidc.adapter.server.ts',
      'accounts/captcha/turnstile-captcha.adapter.server.ts',
      'mail/transports/emailjs-transport.adapter.server.ts',
      // In a browser, the shop itself.
      'storefront/cart/send-cart-change.ts',
      'checkout/card/pay-with-card.ts',
      'platform/layout/page-lifecycle.script.ts',
      'accounts/sign-in/fetch-with-timeout.ts',
      'accounts/passkeys/post-passkey.ts',
      'accounts/sign-in/report.ts',
      'site/pages/test.script.ts',
      'waiting-room/line-page.server.ts',
    ],
  ],
]

test.each(known)('what %s is known', (_what, pattern, files) => {
  const found = sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)
  expect(found.toSorted()).toEqual(files.toSorted())
})
