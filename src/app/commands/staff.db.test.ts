import { spawn } from 'node:child_process'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { googleOf, linkGoogle } from '#accounts/sign-in/identities.store.server.ts'
import { node24 } from '#launch/prepare.mjs'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

/** Runs the command as `npm run staff:grant` does. */
async function staff(url: string, ...args: string[]) {
  const child = spawn(node24, ['src/app/commands/staff.ts', ...args], {
    env: { ...process.env, DATABASE_URL: url },
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, said }
}

test('an address that was never confirmed is not made staff: anyone may have registered it', async () => {
  const { db, url, close } = await openTestDatabase()
  const { id, email } = await aMember(db, { emailVerified: false })
  const { code, said } = await staff(url, 'grant', email)
  expect(code).toBe(1)
  expect(said).toMatch(/is not confirmed.*confirms it first.*then grant again/)
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, id))
  expect(user!.role).toBe('member')
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toEqual([])
  await close()
})

test('who is made staff loses the Google account, and is told of it', async () => {
  const { db, url, close } = await openTestDatabase()
  const { id, email } = await aMember(db, { emailVerified: true })
  await db.transaction((tx) => linkGoogle(tx, id, 'a-google-account'))
  const granted = `${email} is staff now, and has been signed out everywhere.\n`
  expect(await staff(url, 'grant', email)).toEqual({ code: 0, said: granted })
  expect(await googleOf(db, id)).toEqual([])
  const told = await db.select({ kind: mails.kind, to: mails.recipient }).from(mails)
  expect(told).toEqual([{ kind: 'google-removed', to: email }])
  await close()
})

test('the command grants and revokes the staff role, and is in the audit log', async () => {
  const { db, url, close } = await openTestDatabase()
  const { id, email } = await aMember(db, { emailVerified: true })
  const role = async () =>
    (await db.select({ role: users.role }).from(users).where(eq(users.id, id)))[0]!.role

  const granted = `${email} is staff now, and has been signed out everywhere.\n`
  expect(await staff(url, 'grant', email)).toEqual({ code: 0, said: granted })
  expect(await role()).toBe('staff')
  const same = { code: 0, said: `${email} is staff already.\n` }
  expect(await staff(url, 'grant', email)).toEqual(same)
  const revoked = `${email} is member now, and has been signed out everywhere.\n`
  expect(await staff(url, 'revoke', email)).toEqual({ code: 0, said: revoked })
  expect(await role()).toBe('member')

  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)
  const by = expect.stringMatching(/^command line \(.+\)$/)
  expect(entries).toMatchObject([
    { action: 'staff-granted', actorEmail: by },
    { action: 'staff-revoked', actorEmail: by },
  ])
  await close()
})
