import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

/** A command with an environment that names a database nobody answers at. */
function run(command: string, ...args: string[]) {
  const file = `src/app/commands/${command}.ts`
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  return { status, said: stdout + stderr }
}

test.each([
  ['seed', '--user', "Unknown option '--user'. Call it so: npm run db:seed -- --users 100000"],
  ['seed', '--users=few', "--users takes a whole number; it is 'few'."],
  ['reconcile', '--days', "Option '--days <value>' argument missing. Call it so: npm run recon"],
])('%s %s is answered by how to call it', (command, arg, sentence) => {
  const { status, said } = run(command, arg)
  expect(said.slice(0, sentence.length)).toBe(sentence)
  expect(said.trimEnd()).not.toContain('\n')
  expect(status).toBe(1)
})

test('a database that is not there is said in a sentence', () => {
  const said = 'DATABASE_URL: nothing takes connections at that host and port (ECONNREFUSED)\n'
  expect(run('staff', 'grant', 'ana@example.com')).toEqual({ status: 1, said })
})

test('a backup for a pipe says why there is none', () => {
  const said = 'There is no backup: connect ECONNREFUSED 127.0.0.1:1.\n'
  expect(run('backup', '-')).toEqual({ status: 1, said })
})
