import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './prepare.mjs'

test('a command that needs no database runs, and says what it will not do', () => {
  const launcher = join(root, 'launch', 'with-database.ts')
  const { status, stderr } = spawnSync(
    process.execPath,
    [launcher, '--no-database', 'src/app/commands/stripe-setup.ts'],
    { encoding: 'utf8', env: { ...process.env, STRIPE_SECRET_KEY: 'sk_live_of_nobody' } },
  )
  expect(stderr).toBe('This key is of the live account. Say so: npm run stripe:setup -- --live\n')
  expect(status).toBe(1)
})
