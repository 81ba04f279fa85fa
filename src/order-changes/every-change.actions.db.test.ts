import { expect, test } from 'vitest'

import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { payAt } from '#tests/harness/provider.ts'

import { afterPayingMore, changeMethod } from './change-method.actions.server.ts'
import { cancelOrder, keepFewer } from './change-money.actions.server.ts'

const shop = await openChangesShop()

type Bought = Awaited<ReturnType<typeof shop.anOrder>>

/** What was paid, and what of it was given back, as the provider has it. */
async function atProvider(bought: Bought) {
  const more = (await shop.differencesOf(bought)).map(({ difference }) => difference.paidCents ?? 0)
  const back = [...(await shop.atProvider(bought)), ...(await shop.differencesBack(bought))]
  const sum = (all: number[]) => all.reduce((cents, one) => cents + one, 0)
  return { paid: bought.order.totalCents + sum(more), refunded: sum(back) }
}

const home = {
  ...{ address: '1200 Valencia Street', addressExtra: '', city: 'San Francisco' },
  ...{ state: 'CA', zipCode: '94110', statement: 'yes' },
}

/** What each page of a change sends: how many are kept, or the method, with what its page said of the money. */
async function changeTo(bought: Bought, form: string): Promise<void> {
  if (form.startsWith('keep')) {
    const keep = form.replace('keep ', 'malbec-2022:')
    expect(await shop.change(keepFewer, bought, { keep })).toMatchObject({ ok: true })
    return
  }
  const done = await shop.change(changeMethod, bought, { method: form, ...home })
  if (!done.ok) throw new Error(done.sentence)
  const page = done.said!.to!
  if (!page.includes('cs_')) return
  await payAt(page)
  await afterPayingMore(shop.testShop.services, /cs_[^/?#]+/.exec(page)![0], '127.0.0.1')
}

/** Cents. A dearer method is paid, so that more was paid in all than for the order. */
test.each([
  ['pickup', 1, 'ground=3500', { paid: 51_763, kept: 51_763, refunded: 0 }],
  ['pickup', 1, 'overnight=9000', { paid: 57_263, kept: 57_263, refunded: 0 }],
  ['pickup', 2, 'keep 1=48262', { paid: 96_525, kept: 48_263, refunded: 48_262 }],
  ['pickup', 2, 'ground=5000', { paid: 101_525, kept: 101_525, refunded: 0 }],
  ['pickup', 2, 'overnight=11000', { paid: 107_525, kept: 107_525, refunded: 0 }],
  ['pickup', 3, 'keep 2=48263', { paid: 144_788, kept: 96_525, refunded: 48_263 }],
  ['pickup', 3, 'keep 1=96525', { paid: 144_788, kept: 48_263, refunded: 96_525 }],
  ['pickup', 3, 'ground=8500', { paid: 153_288, kept: 153_288, refunded: 0 }],
  ['pickup', 3, 'overnight=13000', { paid: 157_788, kept: 157_788, refunded: 0 }],
  ['ground', 1, 'pickup=-3500', { paid: 51_763, kept: 48_263, refunded: 3_500 }],
  ['ground', 1, 'overnight=5500', { paid: 57_263, kept: 57_263, refunded: 0 }],
  ['ground', 2, 'keep 1=49762', { paid: 101_525, kept: 51_763, refunded: 49_762 }],
  ['ground', 2, 'pickup=-5000', { paid: 101_525, kept: 96_525, refunded: 5_000 }],
  ['ground', 2, 'overnight=6000', { paid: 107_525, kept: 107_525, refunded: 0 }],
  ['ground', 3, 'keep 2=51763', { paid: 153_288, kept: 101_525, refunded: 51_763 }],
  ['ground', 3, 'keep 1=101525', { paid: 153_288, kept: 51_763, refunded: 101_525 }],
  ['ground', 3, 'pickup=-8500', { paid: 153_288, kept: 144_788, refunded: 8_500 }],
  ['ground', 3, 'overnight=4500', { paid: 157_788, kept: 157_788, refunded: 0 }],
  ['overnight', 1, 'pickup=-9000', { paid: 57_263, kept: 48_263, refunded: 9_000 }],
  ['overnight', 1, 'ground=-5500', { paid: 57_263, kept: 51_763, refunded: 5_500 }],
  ['overnight', 2, 'keep 1=50262', { paid: 107_525, kept: 57_263, refunded: 50_262 }],
  ['overnight', 2, 'pickup=-11000', { paid: 107_525, kept: 96_525, refunded: 11_000 }],
  ['overnight', 2, 'ground=-6000', { paid: 107_525, kept: 101_525, refunded: 6_000 }],
  ['overnight', 3, 'keep 2=50263', { paid: 157_788, kept: 107_525, refunded: 50_263 }],
  ['overnight', 3, 'keep 1=100525', { paid: 157_788, kept: 57_263, refunded: 100_525 }],
  ['overnight', 3, 'pickup=-13000', { paid: 157_788, kept: 144_788, refunded: 13_000 }],
  ['overnight', 3, 'ground=-4500', { paid: 157_788, kept: 153_288, refunded: 4_500 }],
] as const)('%s, %i × Malbec, to %s, and then canceled', async (method, cases, form, after) => {
  const bought = await shop.anOrder({ method, cases })
  await changeTo(bought, form)
  const { paid, refunded } = await atProvider(bought)
  expect({ paid, kept: paid - refunded, refunded }).toEqual(after)

  expect(await shop.change(cancelOrder, bought, { seen: '1' })).toMatchObject({ ok: true })
  expect(await atProvider(bought)).toEqual({ paid: after.paid, refunded: after.paid })
})

test.each([
  ['pickup', 1, 48_263],
  ['pickup', 2, 96_525],
  ['pickup', 3, 144_788],
  ['ground', 1, 51_763],
  ['ground', 2, 101_525],
  ['ground', 3, 153_288],
  ['overnight', 1, 57_263],
  ['overnight', 2, 107_525],
  ['overnight', 3, 157_788],
] as const)('%s, %i × Malbec, canceled refunds %i cents', async (method, cases, paid) => {
  const bought = await shop.anOrder({ method, cases })
  expect(await shop.change(cancelOrder, bought)).toMatchObject({ ok: true })
  expect(await atProvider(bought)).toEqual({ paid, refunded: paid })
})

test('after all of them the provider and the shop agree', async () => {
  expect(await reconciliationDifferences(shop.testShop)).toEqual([])
})
