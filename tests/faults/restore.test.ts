import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inconsistencies } from '#tests/harness/consistency.ts'

import { Buyer } from './world/buyer.ts'
import { World } from './world/world.ts'

let world: World

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  await world.setStock(1_000)
})
afterAll(() => world.close())

/** The payments that the provider was paid by now. */
async function paidNow(): Promise<string[]> {
  const response = await fetch(`${world.fakes.url}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${world.fakes.secretKey}` },
  })
  const { data } = (await response.json()) as { data: { id: string; status: string }[] }
  return data.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
}

test('a shop restored from a backup made under load is consistent, and lists what was paid since', async () => {
  const buyers = (await world.members(13)).map((cookie) => new Buyer(world, cookie))
  const late = buyers.pop()!
  const file = join(world.dir, 'backup.gz')

  const buying = Promise.all(buyers.slice(0, 8).map((buyer) => buyer.buy()))
  const backup = await world.shop.command('backup', [file])
  expect(backup).toMatchObject({ code: 0 })
  expect(new Set(await buying)).toEqual(new Set(['paid']))
  for (const buyer of buyers.slice(8)) expect(await buyer.buy()).toBe('paid')

  await world.shop.kill()
  await world.queryDatabase('create database restored')
  const DATABASE_URL = world.databaseUrl.replace(/kohue$/, 'restored')
  const restored = await world.shop.command('restore', [file], { DATABASE_URL })
  expect(restored).toMatchObject({ code: 0 })
  expect(await inconsistencies(DATABASE_URL)).toEqual([])

  await world.shop.start({ DATABASE_URL })
  const paid = await paidNow()
  expect(paid).toHaveLength(12)
  const check = await world.shop.command('reconcile', ['--grace', '0'], { DATABASE_URL })
  expect(check.code).toBe(1)
  const named = paid.filter((id) => check.said.includes(id))
  expect(named.length).toBeGreaterThanOrEqual(4)

  // The shop goes on selling; login sessions of the backup are still valid.
  expect(await late.buy()).toBe('paid')
  expect(await inconsistencies(DATABASE_URL)).toEqual([])
  const again = await world.shop.command('reconcile', ['--grace', '0'], { DATABASE_URL })
  const stillNamed = (await paidNow()).filter((id) => again.said.includes(id))
  expect(stillNamed.toSorted()).toEqual(named.toSorted())
})
