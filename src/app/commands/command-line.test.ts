import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** A command with an environment that names a database and a payment provider nobody answers at. */
function run(command: string, args: string[], databaseUrl = 'postgres://nobody@127.0.0.1:1/none') {
  const file = `src/app/commands/${command}.ts`
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
  })
  return { status, said: stdout + stderr }
}

test.each([
  ['seed', '--user', "Unknown option '--user'. Call it so: npm run db:seed -- --users 100000"],
  ['seed', '--users=few', "--users takes a whole number; it is 'few'."],
  ['reconcile', '--days=3651', "--days is at most 3,650; it is '3651'."],
  ['seed', '--users=100000000', "--users is at most 99,999,999; it is '100000000'."],
  ['reconcile', '--days', "Option '--days <value>' argument missing. Call it so: npm run recon"],
])('%s %s is answered by how to call it', (command, arg, sentence) => {
  const { status, said } = run(command, [arg])
  expect(said.slice(0, sentence.length)).toBe(sentence)
  expect(said.trimEnd()).not.toContain('\n')
  expect(status).toBe(1)
})

const nowhere =
  'DATABASE_URL: nothing takes connections at that host and port; write it as in postgres://user:password@db.example:5432/kohue (ECONNREFUSED)\n'

test.each([
  ['staff grant ana@example.com', nowhere],
  ['migrate', `The database was not migrated: ${nowhere}`],
  ['backup -', `There is no backup: ${nowhere}`],
  [
    'stripe-setup',
    'STRIPE_API_BASE: nothing answers at that address; leave it out, and the payment provider itself is asked\n',
  ],
])('%s says in a sentence why it did nothing', (line, said) => {
  const [command = '', ...args] = line.split(' ')
  expect(run(command, args)).toEqual({ status: 1, said })
})

test.each([
  ['', 'is missing: postgres://user:password@host/name'],
  ['kohue', 'is not an address such as postgres://user:password@host/name'],
  [
    'postgres://kohue_owner:…@127.0.0.1/kohue',
    'has the … of an example: write there what it stands for',
  ],
])('migrate reads DATABASE_URL as the shop does: %j', (url, what) => {
  const said = `DATABASE_URL ${what}\n`
  expect(run('migrate', [], url)).toEqual({ status: 1, said })
})

test('a backup says what to do about the half of one that broke off, and leaves it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-backup-'))
  const file = join(dir, 'kohue.gz')
  writeFileSync(`${file}.part`, 'half')
  const { status, said } = run('backup', [file])
  expect({ status, said }).toEqual({
    status: 1,
    said: `There is no backup: ${file}.part is there. Another backup writes it, or one that broke off left it; then remove it.\n`,
  })
  expect(readFileSync(`${file}.part`, 'utf8')).toBe('half')
  rmSync(dir, { recursive: true })
})
