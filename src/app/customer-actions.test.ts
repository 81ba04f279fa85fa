import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { customerActions } from '#tests/harness/kit-actions.ts'

import routes from '../routes.ts'

const actions = await customerActions()

/**
 * Who may use each action of customers, and what keeps visitors from doing it all day; a limited login session
 * is one that a purchase link opened, and `mails` is refused to headless browsers.
 */
const access: Record<string, string> = {
  acceptInvitation: 'anyone: itself',
  'accountActions.billing': 'member',
  'accountActions.billing-differs': 'member',
  'accountActions.billing-same': 'member',
  'accountActions.personal': 'member',
  'accountActions.shipping': 'member',
  'accountActions.subscription-active': 'member, mails',
  'accountActions.subscription-inactive': 'member, mails',
  ask: 'member, limited, mails',
  askOther: 'member, limited, mails',
  beginSecondFactor: 'member',
  cancelOrder: 'anyone, limited, mails: secret',
  changeAddress: 'anyone, limited, mails: secret',
  changeEarliest: 'anyone, limited, mails: secret',
  changeMethod: 'anyone, limited, mails: secret',
  changeOwnRequest: 'member, limited',
  'choices.choose-slot': 'anyone: secret',
  'choices.collect': 'anyone: secret',
  'choices.refund': 'anyone: secret',
  'choices.send-again': 'anyone: secret',
  'choices.send-at-risk': 'anyone: secret',
  closeAccount: 'member',
  confirmByLink: 'member',
  confirmRejoin: 'anyone: secret',
  confirmSecondFactor: 'member',
  correctOwnName: 'anyone: secret',
  dropSecondFactor: 'member',
  enter: 'anyone, limited: itself',
  enterCode: 'anyone: itself',
  eraseByData: 'anyone: secret',
  fillOwnAddress: 'member, limited',
  forgetLink: 'anyone, limited: itself',
  giveOrder: 'anyone, limited, mails: secret',
  holdOrder: 'anyone, limited, mails: secret',
  join: 'anyone, mails: itself',
  keepFewer: 'anyone, limited, mails: secret',
  leaveByData: 'anyone: secret',
  openDataLink: 'anyone: itself',
  openPreview: 'member',
  payForOffer: 'anyone: itself',
  removeKeptCard: 'member',
  renewRecoveryCodes: 'member',
  requestDataLink: 'anyone, limited, mails: counts link-source',
  'securityActions.cancel-email-change': 'member',
  'securityActions.change-email': 'member, mails',
  'securityActions.change-password': 'member',
  'securityActions.confirm-email': 'member, mails',
  'securityActions.lost-mailbox': 'member, mails',
  'securityActions.remove-google': 'member',
  'securityActions.remove-passkey': 'member',
  'securityActions.rename-passkey': 'member',
  'securityActions.sign-out-device': 'member',
  'securityActions.sign-out-everywhere': 'member',
  'securityActions.sign-out-others': 'member',
  sendFreshLink: 'anyone, limited, mails: itself',
  stayInLine: 'member, limited',
  takeGiftBack: 'anyone, limited, mails: secret',
  withdrawRequest: 'member, limited',
}

test('each action of customers is open to whom this table says, within this limit', () => {
  const defined = [...actions].map(([name, { for: who, limited, mails, limit }]) => {
    const within = typeof limit === 'object' ? `counts ${limit.counts}` : limit
    const also = (limited ? ', limited' : '') + (mails ? ', mails' : '')
    return [name, who + also + (within ? `: ${within}` : '')]
  })
  expect(Object.fromEntries(defined)).toEqual(access)
})

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
