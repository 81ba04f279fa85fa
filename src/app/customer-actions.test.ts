import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { customerActions } from '#tests/harness/kit-actions.ts'

const actions = await customerActions()

/** Who may use each action of customers; a limited login session is one that a purchase link opened. */
const access: Record<string, 'member' | 'member, limited' | 'anyone' | 'anyone, limited'> = {
  acceptInvitation: 'anyone',
  askOther: 'member, limited',
  cancelOrder: 'anyone, limited',
  changeAddress: 'anyone, limited',
  changeEarliest: 'anyone, limited',
  changeMethod: 'anyone, limited',
  changeOwnRequest: 'member, limited',
  closeAccount: 'member',
  correctOwnName: 'anyone',
  eraseByData: 'anyone',
  giveOrder: 'anyone, limited',
  holdOrder: 'anyone, limited',
  keepFewer: 'anyone, limited',
  leaveByData: 'anyone',
  openDataLink: 'anyone',
  removeKeptCard: 'member',
  requestDataLink: 'anyone, limited',
  stayInLine: 'member, limited',
  takeGiftBack: 'anyone, limited',
  withdrawRequest: 'member, limited',
}

test('each action of customers is open to whom this table says', () => {
  const defined = [...actions].map(([name, action]) => [
    name,
    action.limited ? `${action.for}, limited` : action.for,
  ])
  expect(Object.fromEntries(defined)).toEqual(access)
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
