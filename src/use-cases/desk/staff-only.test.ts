import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Parts } from '#use-cases/parts.ts'
import type { Shop } from '#use-cases/shop.ts'
import { openShop } from '#use-cases/shop.ts'

/** Fails whatever is asked of the shop's parts: a refusal comes before any of them. */
const untouched = new Proxy({} as Parts, {
  get: (_parts, name) => {
    throw new Error(`${String(name)} was used before the right was checked`)
  },
})

const folder = 'src/use-cases'

/** The use-cases whose file asks for a right of staff before anything else. */
const staffOnly = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    const functions = source.split(/^export (?:async )?function(?:\*)? /m).slice(1)
    return functions
      .filter((text) => /if \(!may\(viewer\.role, '/.test(text))
      .map((text) => /^\w+/.exec(text)![0])
  })

const isRefusal = (answer: unknown): boolean =>
  answer === false ||
  (Array.isArray(answer) && answer.length === 0) ||
  (answer as { ok?: boolean } | null)?.ok === false

test('every use-case of the staff’s refuses a member before it touches anything', async () => {
  expect(staffOnly).toEqual(
    expect.arrayContaining(['saveClient', 'saveUser', 'deleteUser', 'viewAuditLog', 'resendMail']),
  )
  const member = { id: 'm', email: 'member@example.com', role: 'member' as const }
  // A `db` alone may be taken out of the parts; asking it anything fails.
  const parts = { db: untouched, clock: () => new Date(), log: untouched } as unknown as Parts
  const shop = openShop(parts)
  for (const name of staffOnly) {
    const useCase = shop[name as keyof Shop] as (...rest: unknown[]) => Promise<unknown>
    const answer = await useCase(member, 'an id', { values: {}, version: 1 })
    expect([name, isRefusal(answer)]).toEqual([name, true])
  }
})
