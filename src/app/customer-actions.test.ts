import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { customerActions } from '#tests/harness/kit-actions.ts'

import routes from '../routes.ts'

const actions = await customerActions()

/**
 * Who may use each action of customers, and what keeps visitors from doing it all day; a limited login session
 * is one that a purchase link opened.
 */
const access: Record<string, string> = {
  acceptInvitation: 'anyone: itself',
  askOther: 'member, limited',
  cancelOrder: 'anyone, limited: secret',
  changeAddress: 'anyone, limited: secret',
  changeEarliest: 'anyone, limited: secret',
  changeMethod: 'anyone, limited: secret',
  changeOwnRequest: 'member, limited',
  closeAccount: 'member',
  correctOwnName: 'anyone: secret',
  eraseByData: 'anyone: secret',
  giveOrder: 'anyone, limited: secret',
  holdOrder: 'anyone, limited: secret',
  keepFewer: 'anyone, limited: secret',
  leaveByData: 'anyone: secret',
  openDataLink: 'anyone: itself',
  removeKeptCard: 'member',
  requestDataLink: 'anyone, limited: counts link-source',
  stayInLine: 'member, limited',
  takeGiftBack: 'anyone, limited: secret',
  withdrawRequest: 'member, limited',
}

test('each action of customers is open to whom this table says, within this limit', () => {
  const defined = [...actions].map(([name, { for: who, limited, limit }]) => {
    const within = typeof limit === 'object' ? `counts ${limit.counts}` : limit
    return [name, who + (limited ? ', limited' : '') + (within ? `: ${within}` : '')]
  })
  expect(Object.fromEntries(defined)).toEqual(access)
})

/** The forms that do not go through the kit, and what guards each. */
const guardedByThemselves: Record<string, string> = {
  'accounts/age-gate/age-gate.route.ts': 'nothing to guard: sets a cookie, without the database',
  'accounts/email-change/confirm-email.page.tsx': 'signed in; link-source',
  'accounts/google/google.route.ts': 'nothing to guard: leads to Google, and writes nothing',
  'accounts/passkeys/login-passkey.route.ts': 'sign-in-source; its script reads JSON',
  'accounts/passkeys/passkeys.route.ts': 'requireMember; its script reads JSON',
  'accounts/second-factor/login-code.page.tsx': 'the login session; five wrong codes',
  'accounts/second-factor/second-factor.page.tsx': 'requireMember; five wrong codes',
  'accounts/sessions/logout.route.ts': 'nothing to guard: ends the login session it came with',
  'accounts/sign-in/confirm-identity.page.tsx': 'requireMember; sign-in-account, sign-in-source',
  'accounts/sign-in/login.page.tsx': 'captcha; sign-in-account, sign-in-source',
  'accounts/sign-in/register.page.tsx': 'captcha; register-source',
  'accounts/sign-in/reset-password.page.tsx': 'link-source',
  'accounts/sign-in/security.page.tsx': 'layout of members; password-check',
  'campaigns/links/enter.page.tsx': 'age gate; link-source, fresh-links',
  'campaigns/mailing-list/ex-join.page.tsx': 'join, join-in-haste',
  'campaigns/mailing-list/rejoin.page.tsx': 'secret of the link',
  'campaigns/mailing-list/unsubscribe.page.tsx': 'secret of the link',
  'requests/interest.page.tsx': 'requireMember; once a day',
  'site/members/edit.page.tsx': 'layout of members; password-check',
  'site/members/members.page.tsx': 'layout of members; password-check',
  'site/pages/not-found.page.tsx': 'nothing to guard: always 404',
  'site/pages/test.page.tsx': 'fails on purpose, with the developer’s tools alone',
  'storefront/cart/cart.route.ts': 'requireMember; its script reads JSON',
  'storefront/checkout/purchase.page.tsx': 'layout of members',
  'storefront/offers/offer-ship-to.page.tsx': 'captcha; limits of offers',
  'storefront/orders/guest-order.page.tsx': 'secret of the link',
  'storefront/orders/order.page.tsx': 'layout of members',
  'storefront/release-cards/preview.route.ts': 'requireMember; ten an hour',
}

/** The files of all routes but those of staff. */
const files = (entries: RouteConfigEntry[]): string[] =>
  entries
    .filter(({ file }) => file !== 'admin/layout/admin-layout.page.tsx')
    .flatMap(({ file, children = [] }) => [file, ...files(children)])

test('every form of customers and visitors goes through the kit, but for these', async () => {
  const own = files(await routes).filter((file) => {
    const source = readFileSync(join('src', file), 'utf8')
    const hasOwn =
      /^export (?:async )?(?:function|const) action\b(?! = (?:pageAction\(|\w+\.action$))/m
    return hasOwn.test(source) && !source.includes('requireStaff')
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
  'fillOwnAddress',
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
