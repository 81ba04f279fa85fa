import { spawn } from 'node:child_process'

import { expect, test } from 'vitest'

import { node24 } from '#launch/prepare.mjs'
import { aMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** What an operator's command says, and its exit code. */
async function run(args: string[], env: Record<string, string>) {
  const child = spawn(node24, args, { env: { PATH: process.env['PATH'], ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, said }
}

test('who registers an address first is not made staff by a grant to it', async () => {
  const squatter = await aMember()
  const { databaseUrl } = theShop()
  const granted = await run(['src/app/commands/staff.ts', 'grant', squatter.email], {
    DATABASE_URL: databaseUrl,
  })
  expect(granted).toMatchObject({ code: 1, said: expect.stringContaining('is not confirmed') })
  const [user] = await queryDatabase('select role from users where id = $1', [squatter.id])
  expect(user).toEqual({ role: 'member' })
  expect((await ask('/usersadmin', { caller: squatter })).status).toBe(403)
})

test('production does not begin with what an outsider knows or reads on the way', async () => {
  const wordOf = (length: number) => 'Zq7rT0vKx2LmN9pWcB4sYh6JdF1gAe3u'.slice(0, length)
  const { code, said } = await run(['build/server/index.js'], {
    NODE_ENV: 'production',
    PORT: '1',
    DATABASE_URL: 'postgres://u:p@127.0.0.1:1/kohue',
    PUBLIC_URL: 'HTTP://kohue.example',
    SMTP_URL: 'smtp://u:p@mail.example?tls=off',
    STRIPE_SECRET_KEY: 'sk_test_51Nx',
    AUTH_SECRET: 'x'.repeat(40),
    DATA_SECRET: wordOf(32),
    SEED_DEMO: 'true',
    DEVELOPER_TOOLS: '1',
    ADMIN_EMAIL: 'owner@kohue.example',
    ADMIN_PASSWORD: wordOf(11),
  })
  expect(code).toBe(1)
  for (const line of [
    'PUBLIC_URL must begin with https:',
    'SMTP_URL must use TLS',
    'STRIPE_SECRET_KEY is a test key',
    'AUTH_SECRET can be guessed',
    'SEED_DEMO makes demo accounts',
    'DEVELOPER_TOOLS must be off',
    'ADMIN_PASSWORD needs 12 characters',
  ]) {
    expect(said).toContain(line)
  }
})
