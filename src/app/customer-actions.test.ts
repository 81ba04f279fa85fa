import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import routes from '../routes.ts'

/** The forms that do not go through the kit: what guards each, and why it stays. */
const guardedByThemselves: Record<string, string> = {
  'accounts/age-gate/age-gate.route.ts':
    'Guards nothing: sets a cookie, and works without the database that the kit’s actions are passed.',
  'accounts/google/google.route.ts':
    'Guards nothing: leads to Google; its refusal closes a window, which no page of the kit does.',
  'accounts/passkeys/login-passkey.route.ts':
    'sign-in-source; its script reads a challenge as JSON, and the kit answers with pages.',
  'accounts/passkeys/passkeys.route.ts':
    'requireMember; its script reads a challenge as JSON, and the kit answers with pages.',
  'accounts/sessions/logout.route.ts':
    'Guards nothing: ends the login session it came with, a limited one too, without reading a form.',
  'accounts/sign-in/confirm-identity.page.tsx':
    'requireMember; sign-in-account, sign-in-source. Opens a login session, as login does.',
  'accounts/sign-in/login.page.tsx':
    'captcha; sign-in-account, sign-in-source. Opens a login session while services are away, with three answers.',
  'accounts/sign-in/register.page.tsx':
    'captcha; register-source. Opens a login session, and leads to another page with the address that was typed.',
  'accounts/sign-in/reset-password.page.tsx':
    'link-source. Opens a login session, and clears the cookie of the link.',
  'campaigns/mailing-list/unsubscribe.page.tsx':
    'secret of the link. Its one click by mail programs is answered before any page, also without a form.',
  'site/pages/not-found.page.tsx': 'Guards nothing: always 404.',
  'site/pages/test.page.tsx': 'Fails on purpose, with the developer’s tools alone.',
  'storefront/cart/cart.route.ts': 'requireMember; its script reads the cart as JSON.',
}

/** The files of all routes but those of staff. */
const files = (entries: RouteConfigEntry[]): string[] =>
  entries
    .filter(({ file }) => file !== 'admin/layout/admin-layout.page.tsx')
    .flatMap(({ file, children = [] }) => [file, ...files(children)])

test('every form of customers and visitors goes through the kit, but for these', async () => {
  const own = files(await routes).filter((file) => {
    const source = readFileSync(join('src', file), 'utf8')
    const [, from] = /^export \{[^}]*\baction\b[^}]*\} from '(.+)'/m.exec(source) ?? []
    const defining = from ? readFileSync(join('src', dirname(file), from), 'utf8') : source
    const hasOwn =
      /^export (?:async )?(?:function|const) action\b(?! = (?:pageAction\(|\w+\.action$))/m
    return hasOwn.test(defining) && !source.includes('requireStaff')
  })
  expect([...new Set(own)].sort()).toEqual(Object.keys(guardedByThemselves))
})

/** Every other exported function that takes the signed-in customer, with its source. */
const taking = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.actions.server.ts'))
  .flatMap((file) =>
    readFileSync(join('src', file), 'utf8')
      .split(/^export /m)
      .slice(1),
  )
  .flatMap((source): [name: string, source: string][] => {
    const [, name] = /^(?:async )?(?:function|const) (\w+)/.exec(source) ?? []
    const takes = /\b\w+\??: (?:Pick<)?(?:Viewer|SignedIn|Customer)\b/.test(
      source.split(' {\n')[0]!,
    )
    return name && takes ? [[name, source]] : []
  })

/** What a limited login session may use besides. */
const limited = [
  'askAboutClub',
  'askForMore',
  'changeCart',
  'confirmWithPasskey',
  'enterByLink',
  'hasOwnRequests',
  'hasPasskey',
  'matchesRecords',
  'requestConfirmationLink',
  'requestWine',
  'startCheckout',
  'thankBuyer',
  'viewCart',
  'viewOwnRequests',
  'viewPaidOrder',
  'viewPreview',
  'viewShipTo',
]
/** Called by other actions, and by no page alone. */
const parts = ['isOnListToo', 'noteGoogle', 'openOrReuseCheckout', 'ownOrder', 'reAuthenticate']

test('every other action of a customer refuses a limited login session, but for these', () => {
  const open = taking.filter(([, source]) => !/demandConfirmed\(|!may\w*\(viewer/.test(source))
  expect(open.map(([name]) => name).sort()).toEqual([...limited, ...parts].sort())
})
