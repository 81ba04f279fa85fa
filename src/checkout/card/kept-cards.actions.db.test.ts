import { describe, expect, test } from 'vitest'

import type { Buyer } from '#tests/harness/card-shop.ts'
import { openCardShop, total } from '#tests/harness/card-shop.ts'
import { cardToken } from '#tests/harness/provider.ts'

const { testShop, wine, aBuyer, paid, chargesOf } = await openCardShop()

describe('a saved card', () => {
  const cardsOf = async (member: Buyer) => (await testShop.shop.viewKeptCards(member)).cards

  const refill = async (member: Buyer) => {
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  }

  /** A user who has paid once and chose to save the card. */
  async function aBuyerWithSavedCard() {
    const member = await aBuyer()
    const token = await cardToken()
    const first = await testShop.shop.payByCard(member, { token, amount: total, keepsCard: true })
    expect(first.ok).toBe(true)
    await refill(member)
    const [card] = await cardsOf(member)
    return { member, card: card! }
  }

  test('is saved only on request', async () => {
    const member = await aBuyer()
    await paid(member)
    expect(await cardsOf(member)).toEqual([])
    const { card } = await aBuyerWithSavedCard()
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' })
  })

  test('pays once per press, also when the request is sent twice', async () => {
    const { member, card } = await aBuyerWithSavedCard()
    const press = { token: `${card.id}.press-0001`, amount: total }
    const first = await testShop.shop.payByCard(member, press)
    const again = await testShop.shop.payByCard(member, press)
    expect(again).toEqual(first)
    expect(await chargesOf(member)).toEqual([total, total])
    await refill(member)
    const next = { token: `${card.id}.press-0002`, amount: total }
    expect((await testShop.shop.payByCard(member, next)).ok).toBe(true)
    expect(await chargesOf(member)).toHaveLength(3)
  })

  test('of another user can’t be charged or removed', async () => {
    const { card } = await aBuyerWithSavedCard()
    const thief = await aBuyer()
    const stolen = { token: `${card.id}.press-0001`, amount: total }
    expect(await testShop.shop.payByCard(thief, stolen)).toMatchObject({ reason: 'token-refused' })
    expect(await chargesOf(thief)).toEqual([])
    expect(await testShop.shop.removeKeptCard(thief, card.id)).toBe('unknown')
  })

  test('is gone once it is removed', async () => {
    const { member, card } = await aBuyerWithSavedCard()
    expect(await testShop.shop.removeKeptCard(member, card.id)).toBe('removed')
    expect(await cardsOf(member)).toEqual([])
    const again = { token: `${card.id}.press-0003`, amount: total }
    expect(await testShop.shop.payByCard(member, again)).toMatchObject({ reason: 'token-refused' })
  })
})
