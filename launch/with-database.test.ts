import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('a command makes no database unless it is told to, and says which one it uses', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-data-'))
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(
      process.execPath,
      [join(root, 'launch', 'with-database.ts'), 'src/app/commands/migrate.ts', ...args],
      { encoding: 'utf8', env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dir, ...env } },
    )
  const refused = run({})
  expect(refused.stderr).toBe(
    `There is no database in ${dir}: set DATA_DIR or DATABASE_URL, or say --new-database to make one there.\n`,
  )
  expect(refused.status).toBe(1)
  expect(existsSync(join(dir, 'postgres'))).toBe(false)

  const made = run({}, '--new-database')
  expect(made.stderr).toBe(`Uses the database in ${dir}\nSetting up the database …\nMigrated.\n`)
  const again = run({})
  expect(again.stderr).toBe(`Uses the database in ${dir}\nMigrated.\n`)
  const elsewhere = run({ DATABASE_URL: 'postgres://ana:secret@127.0.0.1:9/shop' })
  expect(elsewhere.stderr).toContain('Uses the database of DATABASE_URL: 127.0.0.1:9/shop\n')
  expect(elsewhere.stderr).not.toContain('secret')
  rmSync(dir, { recursive: true, force: true })
}, 60_000)
