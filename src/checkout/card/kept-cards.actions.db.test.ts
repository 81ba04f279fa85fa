import { describe, expect, test, vi } from 'vitest'

import { mayCallProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Buyer } from '#tests/harness/card-shop.ts'
import { openCardShop, total } from '#tests/harness/card-shop.ts'
import { cardToken } from '#tests/harness/provider.ts'

import { removeKeptCard, viewKeptCards } from './kept-cards.actions.server.ts'

const { testShop, wine, aBuyer, paid, chargesOf } = await openCardShop()

const signedIn = ({ id, email }: Buyer) => ({
  id,
  email,
  firstName: 'Ana',
  lastName: 'Ruiz',
  role: 'member' as const,
  membership: false,
  membershipLevel: 0 as const,
})

describe('a saved card', () => {
  const cardsOf = async (member: Buyer) =>
    (await viewKeptCards(testShop.services, await userById(testShop.db, member.id), '')).cards

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

  test('is not saved where it was asked for with a card that was declined, and then no longer', async () => {
    const member = await aBuyer()
    const declined = { token: await cardToken('4000000000000002'), amount: total }
    expect(await testShop.shop.payByCard(member, { ...declined, keepsCard: true })).toMatchObject({
      ok: false,
      reason: 'card-declined',
    })
    const paidWith = { token: await cardToken(), amount: total, keepsCard: false }
    expect((await testShop.shop.payByCard(member, paidWith)).ok).toBe(true)
    expect(await cardsOf(member)).toEqual([])
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
    const { member: owner, card } = await aBuyerWithSavedCard()
    const thief = await aBuyer()
    const stolen = { token: `${card.id}.press-0001`, amount: total }
    expect(await testShop.shop.payByCard(thief, stolen)).toMatchObject({ reason: 'token-refused' })
    expect(await chargesOf(thief)).toEqual([])
    expect(
      await removeKeptCard(testShop.services, signedIn(thief), { card: card.id }),
    ).toMatchObject({
      ok: true,
      done: { isRemoved: false },
    })
    expect(await cardsOf(owner)).toHaveLength(1)
  })

  test('is removed with all of its duplicates, however often it was saved', async () => {
    const { member } = await aBuyerWithSavedCard()
    const other = await cardToken('5555555555554444')
    await testShop.shop.payByCard(member, { token: other, amount: total, keepsCard: true })
    for (let more = 0; more < 10; more++) {
      await refill(member)
      const token = await cardToken()
      await testShop.shop.payByCard(member, { token, amount: total, keepsCard: true })
    }
    const shown = await cardsOf(member)
    expect(shown.map(({ last4 }) => last4)).toEqual(['4242', '4444'])
    await removeKeptCard(testShop.services, signedIn(member), { card: shown[0]!.id })
    expect((await cardsOf(member)).map(({ last4 }) => last4)).toEqual(['4444'])
  })

  test('is not removed beyond the calls to the provider that an account may cause', async () => {
    const { member, card } = await aBuyerWithSavedCard()
    const remove = () => removeKeptCard(testShop.services, signedIn(member), { card: card.id })
    for (let n = 0; n < 30; n++) await mayCallProvider(testShop.services, member, '')
    expect(await remove()).toMatchObject({ ok: false, status: 429 })
  })

  test('is missing with the reason, and no page waits for it longer than two seconds', async () => {
    const { member, card } = await aBuyerWithSavedCard()
    const { services } = testShop
    const found = await userById(testShop.db, member.id)
    const user = { id: found!.id, stripeCustomerId: found!.stripeCustomerId }
    const viewed = (keptCards: () => Promise<never>, who = user) =>
      viewKeptCards({ ...services, payments: { ...services.payments, keptCards } }, who, '')
    const away = { cards: [], whyIncomplete: 'provider-away' }
    const unavailable = () => Promise.reject(new ProviderUnavailable('away'))
    expect(await viewed(unavailable)).toEqual(away)
    const broken = () => Promise.reject(new Error('broken'))
    await expect(viewed(broken)).rejects.toThrow('broken')
    expect(await viewed(broken, { ...user, stripeCustomerId: null })).toEqual({
      cards: [],
      whyIncomplete: null,
    })
    const later = setTimeout
    const waited = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, ms: number, ...rest: []) =>
        later(run, ms === 2_000 ? 0 : ms, ...rest)) as typeof setTimeout)
    expect(await viewed(() => new Promise<never>(() => {}))).toEqual(away)
    waited.mockRestore()
    const payments = { ...services.payments, removeKeptCard: unavailable }
    expect(
      await removeKeptCard({ ...services, payments }, signedIn(member), { card: card.id }),
    ).toMatchObject({ ok: false, status: 503 })
    for (let n = 0; n < 30; n++) await mayCallProvider(services, member, '')
    expect(await viewed(broken)).toEqual({ cards: [], whyIncomplete: 'too-many-calls' })
  })

  test('is gone once it is removed', async () => {
    const { member, card } = await aBuyerWithSavedCard()
    expect(
      await removeKeptCard(testShop.services, signedIn(member), { card: card.id }),
    ).toMatchObject({
      ok: true,
      done: { isRemoved: true },
    })
    expect(await cardsOf(member)).toEqual([])
    const again = { token: `${card.id}.press-0003`, amount: total }
    expect(await testShop.shop.payByCard(member, again)).toMatchObject({ reason: 'token-refused' })
  })
})
