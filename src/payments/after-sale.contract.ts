import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { ContractContext } from './contract-context.ts'
import { all, idsIn, minutes } from './contract-context.ts'
import { ProviderRefused } from './payments.ts'

/** The part of the contract about refunds, disputes and the ledger. */
export function afterSaleContract(context: ContractContext): void {
  const payments = () => context.provider.payments

  describe('after the sale', () => {
    test('a part is refunded, once per idempotency key, and never more than was paid', async () => {
      const { id, checkoutId } = await context.anAuthorised('automatic')
      const refund = { paymentId: id, refundId: randomUUID(), amount: 4_000 }
      const key = randomUUID()
      await payments().makeRefund(refund, key)
      await payments().makeRefund(refund, key)
      const { refunds, disputes } = await payments().afterSaleOf(id)
      expect(refunds).toMatchObject([
        { paymentId: id, refundId: refund.refundId, amount: 4_000, state: 'made' },
      ])
      expect(disputes).toEqual([])
      const tooMuch = { ...refund, refundId: randomUUID(), amount: 6_001 }
      await expect(payments().makeRefund(tooMuch, randomUUID())).rejects.toThrow(ProviderRefused)
      expect(await payments().checkoutOfPayment(id)).toBe(checkoutId)
      expect(await payments().paymentToReconcile(id)).toMatchObject({
        checkoutId,
        state: 'paid',
        amount: 10_000,
        refunded: 4_000,
        isDisputed: false,
      })
      expect(await payments().checkoutOfPayment('pi_nobody')).toBeNull()
      expect(await payments().paymentToReconcile('pi_nobody')).toBeNull()
    })

    test('the card of a payment is its brand and last four digits', async () => {
      const { id } = await context.anAuthorised('automatic')
      expect(await payments().cardOfPayment(id)).toEqual({
        brand: 'visa',
        last4: '4242',
      })
    })

    test('a dispute has its amount, reason and state', async () => {
      const { id } = await context.anAuthorised('automatic', 'pm_card_createDispute')
      const disputes = async () => (await payments().afterSaleOf(id)).disputes
      await expect
        .poll(disputes, { timeout: 20_000 })
        .toMatchObject([
          { paymentId: id, amount: 10_000, state: 'needs-response', reason: 'fraudulent' },
        ])
      expect(await payments().paymentToReconcile(id)).toMatchObject({
        isDisputed: true,
      })
    })

    test('an inquiry is no chargeback: its payment can be refunded, which settles it', async () => {
      const { id } = await context.anAuthorised('automatic', 'pm_card_createDisputeInquiry')
      const states = async () =>
        (await payments().afterSaleOf(id)).disputes.map(({ state }) => state)
      await expect.poll(states, { timeout: 20_000 }).toEqual(['inquiry'])
      await payments().makeRefund(
        { paymentId: id, refundId: randomUUID(), amount: 10_000 },
        randomUUID(),
      )
      await expect.poll(states, { timeout: 20_000 }).toEqual(['withdrawn'])
    })

    test('a dispute takes a PDF as evidence, submitted once', async () => {
      const { id } = await context.anAuthorised('automatic', 'pm_card_createDispute')
      const disputes = async () => (await payments().afterSaleOf(id)).disputes
      await expect.poll(disputes, { timeout: 20_000 }).toHaveLength(1)
      const [dispute] = await disputes()
      const pdf = Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      )
      const fileId = await payments().uploadEvidence({ name: 'evidence.pdf', pdf })
      expect(fileId).toMatch(/^file_/)
      expect(await payments().hasEvidence(dispute!.id)).toBe(false)
      const evidence = {
        customerName: 'Ana Ruiz',
        customerEmail: 'ana@example.com',
        productDescription: '1 × 2022 Malbec',
        shippingAddress: '1200 Valencia Street, San Francisco, CA 94110',
        carrier: 'UPS',
        trackingNumbers: '1Z999AA10123456784',
        shippedOn: '2026-11-02',
        fileId,
      }
      await payments().submitEvidence(dispute!.id, evidence, randomUUID())
      expect(await payments().hasEvidence(dispute!.id)).toBe(true)
    })
  })

  describe('the provider’s ledger', () => {
    test('lists payments, refunds and sessions of a time span', async () => {
      const from = minutes(-1)
      const { id } = await context.anAuthorised('automatic')
      const refundId = randomUUID()
      await payments().makeRefund({ paymentId: id, refundId, amount: 100 }, randomUUID())
      const page = await payments().createSession(context.request(), randomUUID())
      const span = { from, to: minutes(1) }
      expect(await idsIn(payments().paymentPages(span))).toContain(id)
      expect(await idsIn(payments().sessionPages(span))).toContain(page.id)
      const ours = (await all(payments().refundPages(span))).find(
        (refund) => refund.refundId === refundId,
      )
      expect(ours).toMatchObject({ paymentId: id, amount: 100, state: 'made' })
      await payments().expireSession(page.id)
    })

    test('lists what moved the balance, with the payment it is about', async () => {
      const from = minutes(-1)
      const { id } = await context.anAuthorised('automatic')
      const refundId = randomUUID()
      await payments().makeRefund({ paymentId: id, refundId, amount: 100 }, randomUUID())
      const disputed = await context.anAuthorised('automatic', 'pm_card_createDispute')
      const about = async () => {
        const found = await all(payments().movementPages({ from, to: minutes(1) }))
        return found.filter(({ paymentId }) => paymentId === id || paymentId === disputed.id)
      }
      await expect.poll(async () => (await about()).length, { timeout: 30_000 }).toBe(4)
      const moved = (await about()).map(({ kind, amount, paymentId }) => ({
        kind,
        amount,
        isDisputed: paymentId === disputed.id,
      }))
      expect(moved).toEqual(
        expect.arrayContaining([
          { kind: 'charge', amount: 10_000, isDisputed: false },
          { kind: 'refund', amount: -100, isDisputed: false },
          { kind: 'charge', amount: 10_000, isDisputed: true },
          { kind: 'dispute', amount: -10_000, isDisputed: true },
        ]),
      )
    })
  })
}
