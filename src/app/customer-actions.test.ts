import { expect, test } from 'vitest'

import { customerActions } from '#tests/harness/kit-actions.ts'

const actions = await customerActions()

/** Who may use each action of customers; a limited login session is one that a purchase link opened. */
const access: Record<string, 'member' | 'member, limited' | 'anyone' | 'anyone, limited'> = {
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
