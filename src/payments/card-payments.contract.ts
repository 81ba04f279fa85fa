import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { ContractContext } from './contract-context.ts'
import { address, profile } from './contract-context.ts'

/** The part of the contract about payments by card on our own page. */
export function cardPaymentsContract(context: ContractContext): void {
  const payments = () => context.provider.payments

  describe('a payment by card', () => {
    const aPayment = async () => {
      const wanted = {
        checkoutId: randomUUID(),
        customerId: context.customerId,
        amount: 12_345,
        description: '2022 Malbec',
        shipping: { name: 'Ana Ruiz', phone: '4155550123', address },
      }
      return {
        wanted,
        payment: await payments().createCardPayment(wanted, randomUUID()),
      }
    }
    const tokenOf = async (method: string) =>
      (
        await context.provider.stripe.testHelpers.confirmationTokens.create({
          payment_method: method,
        })
      ).id
    const confirmBy = (id: string, token: string, keepsCard = false) =>
      payments().confirmCardPayment(
        id,
        { token, keepsCard, returnUrl: 'https://shop.example/card' },
        randomUUID(),
      )
    const confirm = async (id: string, method: string) => confirmBy(id, await tokenOf(method))

    test('waits for a card, accepts a valid one, and is found by our checkout id', async () => {
      const { wanted, payment } = await aPayment()
      expect(payment).toMatchObject({ paid: false, waitsFor: 'card' })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({
        paid: true,
        amountTotal: 12_345,
        checkoutId: wanted.checkoutId,
      })
      expect(await payments().findCardPayment(context.customerId, wanted.checkoutId)).toMatchObject(
        {
          id: payment.id,
          paid: true,
        },
      )
    })

    test('saves a card only on request; it can be used again and removed', async () => {
      const profileOfOther = { ...profile, email: 'other@example.com' }
      const other = await payments().createCustomer(profileOfOther, randomUUID())
      const newPayment = async () => {
        const wanted = {
          checkoutId: randomUUID(),
          customerId: other,
          amount: 12_345,
          description: '2022 Malbec',
          shipping: null,
        }
        return (await payments().createCardPayment(wanted, randomUUID())).id
      }
      await confirmBy(await newPayment(), await tokenOf('pm_card_visa'))
      expect(await payments().keptCards(other)).toEqual([])
      await confirmBy(await newPayment(), await tokenOf('pm_card_visa'), true)
      const [kept] = await payments().keptCards(other)
      expect(kept).toMatchObject({ brand: 'visa', last4: '4242' })
      const again = await payments().confirmCardPayment(
        await newPayment(),
        { keptCardId: kept!.id, returnUrl: 'https://shop.example/card' },
        randomUUID(),
      )
      expect(again).toMatchObject({ paid: true })
      expect(await payments().removeKeptCard(context.customerId, kept!.id)).toBe(false)
      expect(await payments().removeKeptCard(other, kept!.id)).toBe(true)
      expect(await payments().keptCards(other)).toEqual([])
    })

    test('returns why a card was declined, and waits for another', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_chargeDeclined')).toMatchObject({
        paid: false,
        waitsFor: 'card',
        problem: expect.stringContaining('declined'),
      })
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ paid: true })
    })

    test('waits for the buyer’s bank to authenticate', async () => {
      const { payment } = await aPayment()
      expect(await confirm(payment.id, 'pm_card_authenticationRequired')).toMatchObject({
        paid: false,
        state: 'open',
        waitsFor: 'bank',
        clientSecret: expect.stringContaining('_secret_'),
      })
      expect((await payments().cancelCardPayment(payment.id)).state).toBe('expired')
    })

    test('accepts no token twice, nor an unknown one', async () => {
      const [first, second] = [await aPayment(), await aPayment()]
      const token = await tokenOf('pm_card_visa')
      expect(await confirmBy(first.payment.id, token)).toMatchObject({ paid: true })
      for (const bad of [token, 'ctoken_nobody']) {
        expect(await confirmBy(second.payment.id, bad)).toBe('token-refused')
      }
      expect((await payments().getCardPayment(second.payment.id))!.paid).toBe(false)
    })

    test('that is paid stays paid when confirmed again or cancelled', async () => {
      const { payment } = await aPayment()
      await confirm(payment.id, 'pm_card_visa')
      expect(await confirm(payment.id, 'pm_card_visa')).toMatchObject({ state: 'complete' })
      expect((await payments().cancelCardPayment(payment.id)).state).toBe('complete')
    })

    test('is cancelled, and can’t be paid then', async () => {
      const { payment } = await aPayment()
      expect((await payments().cancelCardPayment(payment.id)).state).toBe('expired')
      expect((await payments().getCardPayment(payment.id))!.state).toBe('expired')
      expect(await payments().getCardPayment('pi_nobody')).toBeNull()
    })
  })
}
