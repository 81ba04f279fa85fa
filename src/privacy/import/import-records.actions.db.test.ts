import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { count, eq, inArray, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { factsOf } from '#accounts/consent/consent.actions.server.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import { finishGoogleSignIn } from '#accounts/google/sign-in-with-google.actions.server.ts'
import { identities } from '#accounts/sign-in/tables.ts'
import { suppressionReasons } from '#mail/suppression.rules.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { aGoogle, from, password, tokenIn } from '#tests/harness/identity.ts'
import { importCommand, importFile } from '#tests/harness/import-command.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestDatabase, openTestShop } from '#tests/harness/test-shop.ts'

import { exportRows, UnreadableExport } from './export-rows.rules.ts'
import type { ImportedRow } from './import-records.actions.server.ts'
import { importRecords } from './import-records.actions.server.ts'

const fixture = 'tests/fixtures/earlier-database.json'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

async function run(chunks: AsyncIterable<string> = createReadStream(fixture, 'utf8')) {
  const told: ImportedRow[] = []
  const progress: number[] = []
  const listener = {
    row: (row: ImportedRow) => void told.push(row),
    progress: (read: number) => void progress.push(read),
  }
  const how = { by: 'command line (tests)', fileName: 'earlier-database.json', listener }
  const report = await importRecords(testShop.services, exportRows(chunks), how)
  return {
    report,
    progress,
    told: told.map(({ row, field, outcome }) => `${row} ${outcome} ${field}`.trim()),
  }
}

const userOf = async (email: string) =>
  (await testShop.db.select().from(users).where(eq(users.email, email)))[0]

/** An export with so many subscribers in it, told apart by `mark`. */
async function* manySubscribers(mark: string, length: number): AsyncGenerator<string> {
  const clientsjoinedlist = Array.from({ length }, (_, n) => ({
    clientUID: `${mark}${n}`,
    fullname: `Many ${n}`,
    email: `${mark}.${n}@old.example`,
    byEmail: true,
  }))
  yield JSON.stringify({ clientsjoinedlist })
}

let first: Awaited<ReturnType<typeof run>>

describe('an import', () => {
  test('takes what the rules allow, and says of the rest which field and why', async () => {
    first = await run()
    expect(first.report.clientsjoinedlist).toEqual({
      read: 10,
      taken: 3,
      takenWithout: 2,
      before: 0,
      notTaken: 7,
    })
    expect(first.report.users).toEqual({
      read: 7,
      taken: 3,
      takenWithout: 1,
      before: 1,
      notTaken: 3,
    })
    expect(first.told).toEqual([
      'c-signup taken-without byEmail',
      'c-short-phone taken-without phone',
      'c-short-phone taken-without zipCode',
      'c-no-email not-taken email',
      'c-bad-email not-taken email',
      'c-no-name not-taken fullname',
      'c-long-name not-taken fullname',
      'c-twice not-taken email',
      'c-text not-taken',
      'c-list not-taken',
      'u-faults taken-without byEmail',
      'u-faults taken-without phone',
      'u-faults taken-without birthdate',
      'u-faults taken-without membershipLevel',
      'u-faults taken-without address',
      'u-faults taken-without state',
      'u-faults taken-without subscription',
      'u-faults taken-without stripeCustomerId',
      'u-no-email not-taken email',
      'u-same-email not-taken email',
      'number 6 not-taken clientUID',
    ])
    expect([...first.report.unknownFields.keys()]).toEqual(['password', 'role', 'admin'])
  })

  test('keeps subscribers as they were, their emails in one form', async () => {
    const rows = await testShop.db
      .select()
      .from(mailingListClients)
      .where(like(mailingListClients.email, '%@old.example'))
      .orderBy(mailingListClients.email)
    expect(rows).toMatchObject([
      {
        email: 'ana.ruiz@old.example',
        fullName: 'Ana María Ruiz',
        phone: '(415) 555-0123',
        state: 'CA',
        byPhone: true,
        consentSource: 'import',
        consentedAt: new Date('2024-03-01T12:00:00Z'),
      },
      {
        email: 'bruno@old.example',
        firstName: 'Bruno',
        lastName: '',
        byEmail: false,
        consentWording: 'Imported without a recorded consent',
      },
      { email: 'carla@old.example', phone: '', zipCode: '', byEmail: false },
    ])
  })

  test('takes those without a recorded consent as not to be written to', async () => {
    const { db, services } = testShop
    const whyNot = async (email: string) => whyNotWriteTo(await factsOf(services, db, email))
    expect(await whyNot('ana.ruiz@old.example')).toBeNull()
    expect(await whyNot('bruno@old.example')).toBe('no-consent')
    const [entry] = await consentsOf(db, 'bruno@old.example')
    expect(entry).toMatchObject({ verdict: 'no', source: 'import' })
  })

  test('keeps users as they were, and nobody becomes staff by a file', async () => {
    expect(await userOf('grace@old.example')).toMatchObject({
      name: 'Grace Whitfield',
      role: 'member',
      emailVerified: false,
      phone: '14155550199',
      birthdate: '1981-04-12',
      membership: true,
      membershipLevel: 12,
      membershipText2024: 'Six bottles of 2021 Malbec.',
      state: 'NY',
      zipCode: '10011',
      billingDiffers: false,
      billingFirstName: 'Grace',
      billingZipCode: '10011',
      stripeCustomerId: 'cus_Grace1',
      subscription: 'inactive',
      createdAt: new Date('2024-01-01T00:00:00Z'),
    })
    expect(await userOf('hugo@old.example')).toMatchObject({
      firstName: 'Hugo',
      lastName: 'Ibarra Paz',
      stripeCustomerId: null,
      subscription: null,
      billingDiffers: true,
    })
    expect(await userOf('faults@old.example')).toMatchObject({
      firstName: 'F',
      lastName: 'X',
      phone: '',
      birthdate: null,
      membership: true,
      membershipLevel: 0,
      address: '',
      city: 'Reno',
      stripeCustomerId: null,
    })
  })

  test('writes to nobody, gives nobody a way to sign in, and is in the log once', async () => {
    expect(await testShop.db.select({ count: count() }).from(mails)).toEqual([{ count: 0 }])
    expect(await testShop.db.select({ count: count() }).from(identities)).toEqual([{ count: 0 }])
    const entries = await testShop.db.select().from(auditLog)
    expect(entries).toMatchObject([
      {
        action: 'records-imported',
        actorEmail: 'command line (tests)',
        after: { subscribers: 3, users: 3 },
      },
    ])
  })

  test('takes nothing new the second time, also what was changed or deleted since', async () => {
    await testShop.db
      .update(mailingListClients)
      .set({ lastName: 'By hand' })
      .where(eq(mailingListClients.email, 'bruno@old.example'))
    await testShop.db
      .delete(mailingListClients)
      .where(eq(mailingListClients.email, 'carla@old.example'))
    const again = await run()
    expect(again.report.clientsjoinedlist).toMatchObject({ taken: 0, before: 3, notTaken: 7 })
    expect(again.report.users).toMatchObject({ taken: 0, before: 4, notTaken: 3 })
    expect(again.told).toEqual([
      'c-no-email not-taken email',
      'c-bad-email not-taken email',
      'c-no-name not-taken fullname',
      'c-long-name not-taken fullname',
      'c-twice not-taken email',
      'c-text not-taken',
      'c-list not-taken',
      'u-no-email not-taken email',
      'u-same-email not-taken email',
      'number 6 not-taken clientUID',
    ])
    const rows = await testShop.db
      .select({ email: mailingListClients.email, lastName: mailingListClients.lastName })
      .from(mailingListClients)
      .where(inArray(mailingListClients.email, ['bruno@old.example', 'carla@old.example']))
    expect(rows).toEqual([{ email: 'bruno@old.example', lastName: 'By hand' }])
    expect(await testShop.db.select({ count: count() }).from(auditLog)).toEqual([{ count: 1 }])
  })

  test('tells how far it is after each two hundred documents', async () => {
    const { report, progress } = await run(manySubscribers('p', 450))
    expect(report.clientsjoinedlist).toMatchObject({ read: 450, taken: 450 })
    expect(progress).toEqual([200, 400, 450])
  })

  test('two at once take each document once', async () => {
    const runs = await Promise.all([run(manySubscribers('m', 900)), run(manySubscribers('m', 900))])
    const taken = runs.map(({ report }) => report.clientsjoinedlist.taken)
    expect(taken[0]! + taken[1]!).toBe(900)
    const rows = await testShop.db.execute<{ count: number }>(sql`
      select count(*)::int as count from mailing_list_clients where email like 'm.%'`)
    expect(rows.rows[0]!.count).toBe(900)
  })

  test('splits a full name that stands alone, and leaves names that are written', async () => {
    async function* file() {
      const names = [
        { fullname: ' Ana  María Ruiz ' },
        { fullname: 'Bo Castro' },
        { fullname: 'Carla' },
        { fullname: 'Mrs. Doyle', firstname: 'Dora' },
        { fullname: 'Eva María Paz', firstname: 'Eva', lastname: 'Paz' },
        { fullname: 'Flo Li', lastname: 'Li' },
      ]
      const clientsjoinedlist = names.map((name, n) => ({
        ...name,
        clientUID: `split${n}`,
        email: `split.${n}@old.example`,
        byEmail: true,
      }))
      yield JSON.stringify({ clientsjoinedlist })
    }
    const { told } = await run(file())
    expect(told).toEqual(['split5 taken-without lastname'])
    const rows = await testShop.db
      .select()
      .from(mailingListClients)
      .where(like(mailingListClients.email, 'split.%'))
      .orderBy(mailingListClients.email)
    expect(rows.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['Ana', ''],
      ['Bo', ''],
      ['Carla', ''],
      ['Dora', ''],
      ['Eva', 'Paz'],
      ['', ''],
    ])
  })
})

describe('an imported user', () => {
  test('can’t sign in with any password, and signs in by password recovery', async () => {
    const email = 'grace@old.example'
    const guess = { email, password: 'hunter2-of-grace' }
    expect(await testShop.shop.signIn(guess, from())).toMatchObject({
      ok: false,
      code: 'invalid-credential',
    })
    await testShop.shop.sendRecoveryEmail(email)
    const token = await tokenIn(testShop.db, email, 'password-recovery')
    expect(await testShop.shop.resetPassword({ token, password }, from())).toMatchObject({
      ok: true,
    })
    expect(await testShop.shop.signIn({ email, password }, from())).toMatchObject({ ok: true })
    expect(await userOf(email)).toMatchObject({ emailVerified: true, membershipLevel: 12 })
  })

  test('gets in by a Google account of the same, confirmed address, and by no other', async () => {
    const google = aGoogle()
    const services = { ...testShop.services, google }
    const hugo = { subject: 'g-hugo', email: 'hugo@old.example', givenName: 'H', familyName: 'I' }
    google.say({ ...hugo, emailVerified: false })
    const refused = await finishGoogleSignIn(services, new URLSearchParams(), from())
    expect(refused.entered).toMatchObject({ ok: false })
    google.say({ ...hugo, emailVerified: true })
    const entered = await finishGoogleSignIn(services, new URLSearchParams(), from())
    expect(entered.entered).toMatchObject({ ok: true })
    expect(await userOf('hugo@old.example')).toMatchObject({
      firstName: 'Hugo',
      emailVerified: true,
    })
  })
})

describe('the command', () => {
  test('reports rows, fields and reasons, and no passwords', async () => {
    const books = await openTestDatabase()
    const { code, report } = await importCommand(books.url, fixture)
    expect(code).toBe(0)
    expect(report.split('\n')).toEqual(
      expect.arrayContaining([
        'clientsjoinedlist/c-short-phone: phone left out: At least 9 number for phones',
        'clientsjoinedlist/c-no-email: not taken, email: This input is required',
        'clientsjoinedlist/c-text: not taken: This is no document',
        'users: 7 read, 3 taken (1 of them without some field), 1 taken before, 3 not taken',
        'Not taken over, in 2 documents: the field password',
      ]),
    )
    expect(report).not.toContain('hunter2')
    await books.close()
  })

  test('says how far it is, each five thousand documents', async () => {
    const books = await openTestDatabase()
    const file = join(tmpdir(), `kohue-many-${process.pid}.json`)
    await writeFile(file, manySubscribers('f', 5_200))
    const { code, said, report } = await importCommand(books.url, file)
    await rm(file)
    expect([code, said]).toEqual([0, '5,000 documents read\n'])
    expect(report).toBe(
      'clientsjoinedlist: 5,200 read, 5,200 taken (0 of them without some field),' +
        ' 0 taken before, 0 not taken\n' +
        'users: 0 read, 0 taken (0 of them without some field), 0 taken before, 0 not taken\n',
    )
    await books.close()
  })

  test('ends with a plain sentence where the file can’t be read', async () => {
    const books = await openTestDatabase()
    const torn = join(tmpdir(), `kohue-torn-${process.pid}.json`)
    await writeFile(torn, '{"users": [{"clientUID": "t1", "email": "torn@old.example"}, {"clie')
    const [none, missing, half] = [
      await importCommand(books.url),
      await importCommand(books.url, 'no-such-file.json'),
      await importCommand(books.url, torn),
    ]
    await rm(torn)
    expect([none.code, missing.code, half.code]).toEqual([1, 1, 1])
    expect(none.said).toBe('Say which file: npm run import -- FILE.\n')
    expect(missing.said).toMatch(/^There is no file .*no-such-file\.json\.\n$/)
    expect(half.said).toMatch(/^The file is not whole JSON: it ends too early, at character \d+\. /)
    expect(half.said).toContain('Nothing was imported; mend the file and run it again.')
    const latin = await importFile(
      books.url,
      'latin.json',
      Buffer.from('{"users": [{"clientUID": "l1", "firstname": "Jos\u00e9"}]}', 'latin1'),
    )
    expect([latin.code, latin.said]).toEqual([
      1,
      'The file is not UTF-8 text. Nothing was imported; mend the file and run it again.\n',
    ])
    expect(await books.db.select().from(users)).toEqual([])
    await books.close()
  })
})

test.each([
  ['that is torn', new UnreadableExport('The file is torn.'), 1],
  ['that can’t be read on', new Error('The disk is gone.'), 0],
])('of a file %s what comes before is taken where all of it was read', async (_, error, taken) => {
  const mark = randomUUID()
  async function* rows() {
    yield* exportRows(manySubscribers(mark, 1))
    throw error
  }
  const listener = { row: () => {}, progress: () => {} }
  const how = { by: 'command line (tests)', fileName: 'torn.json', listener }
  await expect(importRecords(testShop.services, rows(), how)).rejects.toBe(error)
  const found = await testShop.db.$count(
    mailingListClients,
    like(mailingListClients.email, `${mark}%`),
  )
  expect(found).toBe(taken)
})

test('a text that PostgreSQL can’t store is left out, and the documents beside it are taken', async () => {
  const mark = randomUUID()
  const named = (id: string, more: string) =>
    `{"clientUID":"${id}-${mark}","email":"${id}-${mark}@example.com","fullname":"Ana Ruiz",${more}}`
  async function* file() {
    yield `{"users":[${named('half', '"city":"San \\ud800"')},${named('nul', '"city":"a\\u0000"')},
      {"clientUID":"\\ud800","email":"id-${mark}@example.com"},${named('whole', '"city":"Napa"')}]}`
  }
  const rows: string[] = []
  const listener = {
    row: ({ row, field, reason }: ImportedRow) => void rows.push(`${row} ${field}: ${reason}`),
    progress: () => {},
  }
  const how = { by: 'command line (tests)', fileName: 'half.json', listener }
  const { users: counts } = await importRecords(testShop.services, exportRows(file()), how)
  expect(counts).toMatchObject({ read: 4, taken: 3, takenWithout: 2, notTaken: 1 })
  expect(rows).toEqual([
    `half-${mark} city: This is no text`,
    `nul-${mark} city: This is no text`,
    'number 3 clientUID: The document has no id',
  ])
})

test('a list that fails after its first batch says why, and none of it is taken', async () => {
  const mark = randomUUID()
  const listener = { row: () => {}, progress: () => {} }
  const how = { by: 'command line (tests)', fileName: 'list.csv', listener }
  const failed = testShop.db.transaction((tx) => {
    async function* rows() {
      yield* exportRows(manySubscribers(mark, 201))
      await tx.execute(sql`select 1 / 0`)
    }
    return importRecords({ ...testShop.services, db: tx as unknown as Database }, rows(), how)
  })
  await expect(failed).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  const found = await testShop.db.$count(
    mailingListClients,
    like(mailingListClients.email, `${mark}%`),
  )
  expect(found).toBe(0)
})

test('documents of two collections may have one id', async () => {
  const mark = randomUUID()
  async function* both() {
    yield JSON.stringify({
      clientsjoinedlist: [
        { clientUID: mark, fullname: 'Ana Ruiz', email: `${mark}@old.example`, byEmail: true },
      ],
      users: [
        { clientUID: mark, firstname: 'Eva', lastname: 'Marsh', email: `eva.${mark}@old.example` },
      ],
    })
  }
  const counts = { read: 1, taken: 1, before: 0, notTaken: 0 }
  const { report } = await run(both())
  expect(report.clientsjoinedlist).toMatchObject(counts)
  expect(report.users).toMatchObject(counts)
})

test('who left, complained or was erased stays off the list, and who was erased has no account', async () => {
  const { db, services } = testShop
  const emailOf = (reason: string, kind: string) => `kept-${reason}-${kind}@old.example`
  for (const reason of suppressionReasons) {
    for (const kind of ['list', 'account']) {
      await suppress(db, services.hashes.ofEmail(emailOf(reason, kind)), [reason])
    }
  }
  const clientsjoinedlist = suppressionReasons.map((reason) => ({
    clientUID: `kept-list-${reason}`,
    fullname: 'Kept Out',
    email: emailOf(reason, 'list'),
    byEmail: true,
  }))
  const account = { firstname: 'Kept', lastname: 'Out', subscription: 'active' }
  const members = suppressionReasons.map((reason) => ({
    clientUID: `kept-account-${reason}`,
    ...{ ...account, email: emailOf(reason, 'account') },
  }))
  const { told, report } = await run(
    (async function* () {
      yield JSON.stringify({ clientsjoinedlist, users: members })
    })(),
  )
  expect(told).toEqual([
    'kept-list-left not-taken email',
    'kept-list-erased not-taken email',
    'kept-list-complaint not-taken email',
    'kept-account-erased not-taken email',
  ])
  expect([report.clientsjoinedlist.taken, report.users.taken]).toEqual([1, 3])
})
