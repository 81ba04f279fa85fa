import { join } from 'node:path'

import { expect, test } from 'vitest'

import { faultsIn } from './import-rules.ts'
import { root } from './prepare.mjs'

const at = (path: string) => join(root, 'src', path)

test.each([
  ['domain/cart.ts', `import { sql } from 'drizzle-orm'`],
  ['domain/cart.ts', `import { readFileSync } from 'node:fs'`],
  ['domain/cart.ts', `import { users } from '#data/schema/people.ts'`],
  ['web/routes/home.tsx', `import { recordPayment } from '#use-cases/checkout/record-payment.ts'`],
  ['web/routes/home.tsx', `import { users } from '../../data/schema/people.ts'`],
  ['web/ui/button.tsx', `const shop = await import('#use-cases/shop.ts')`],
  ['web/ui/button.tsx', `import { paths } from '#web/paths.ts'`],
  ['web/ui/button.tsx', `import { cartCopy } from '#domain/copy/cart.ts'`],
  ['use-cases/identity/register.ts', `import { openApp } from '#server/app.ts'`],
  ['server/app.ts', `import { startStandIns } from '#stand-ins/start.ts'`],
])('%s may not say %s', (file, line) => {
  expect(faultsIn(at(file), line)).toHaveLength(1)
})

test.each([
  ['domain/forms/account.ts', `import * as z from 'zod/mini'`],
  ['web/routes/home.tsx', `import type { Shop } from '#use-cases/shop.ts'`],
  ['use-cases/identity/register.ts', `import { users } from '#data/schema/people.ts'`],
  ['use-cases/register.test.ts', `import { openTestShop } from '#tests/harness/test-shop.ts'`],
])('%s may say %s', (file, line) => {
  expect(faultsIn(at(file), line)).toEqual([])
})
