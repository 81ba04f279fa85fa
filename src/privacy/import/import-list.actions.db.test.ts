import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { consents } from '#accounts/consent/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { importFile } from '#tests/harness/import-command.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { importedRecords } from './tables.ts'

let books: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  books = await openTestDatabase()
})
afterAll(() => books.close())

const importCsv = (content: string | Uint8Array) => importFile(books.url, 'list.csv', content)

const ana = 'ana@list.example,Ana Ruiz,yes'

test.each([
  [
    'another encoding',
    Buffer.from(`email,name,consent\nj@list.example,José,yes`, 'latin1'),
    /^The file is not UTF-8 text: save it as “CSV UTF-8”\./,
  ],
  [
    'no consent column',
    `email,name\nana@list.example,Ana Ruiz`,
    /^There is no column “consent” in the first row: it says yes or no of each address; whose cell is empty is not written to\./,
  ],
  [
    'no email column',
    `name,consent\nAna Ruiz,yes`,
    /^There is no column “email” in the first row\./,
  ],
  [
    'neither of them',
    `name\nAna Ruiz`,
    /^There is no column “email” or “consent” in the first row: consent says yes or no of each/,
  ],
  [
    'a column twice',
    `email,consent,Email,name\n${ana},x`,
    /^The column “email” stands twice in the first row\./,
  ],
  [
    'ten million commas',
    `email,name,consent\n${','.repeat(10_000_000)}`,
    /^The file is larger than 5 MB\./,
  ],
  [
    'commas up to the limit',
    `email,name,consent\n${ana}\nx${','.repeat(5_000_000)}x`,
    /^A row has more than 500 cells\./,
  ],
  [
    'a quotation mark that never closes',
    `email,name,consent\n"${ana}`,
    /^A quotation mark is opened and never closed\./,
  ],
  ['headings alone', `email,name,consent\n`, /^The file has no rows below its headings\./],
  ['nothing', '', /^The file has no rows below its headings\./],
  [
    'too many rows',
    `email,name,consent\n${`${ana}\n`.repeat(20_001)}`,
    /^The file has more than 20,000 rows\./,
  ],
])('of a list with %s nothing is taken, and it says why', async (_what, content, sentence) => {
  const { code, report, said } = await importCsv(content)
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
  expect(said).toMatch(/ Nothing was imported; mend the file and run it again\.\n$/)
  expect(report).not.toContain('@list.example')
  expect(await books.db.select().from(mailingListClients)).toEqual([])
})

test('each refused row is named by number, field and reason; the others are not taken either', async () => {
  const { code, report, said } = await importCsv(
    [
      'email,name,consent',
      ana,
      '',
      'not an address,Bo Ray,yes',
      'cy@list.example,=HYPERLINK("http://evil.example"),yes',
      'di@list.example,Di Day,perhaps',
      'ANA@list.example,Ana Ruiz,no',
      'ed@list.example,Ed Eel,yes,more',
      'flo@list.example,,yes',
      'mt@list.example,{FNAME} {LNAME},yes',
      'mu@list.example,*|FNAME|* *|LNAME|*,yes',
    ].join('\n'),
  )
  expect([code, said]).toEqual([1, expect.stringMatching(/^8 rows are refused\. Nothing/)])
  expect(report.trim().split('\n')).toEqual([
    'row 4: email: This is not a valid email',
    'row 5: full name: Begins like a formula',
    'row 6: consent: Is neither yes nor no, nor empty',
    'row 7: email: Stands in row 2, too',
    'row 8: row: Has more cells than there are headings',
    'row 9: full name: You must write something',
    'row 10: full name: Is a placeholder of a mailing program, not a name',
    'row 11: full name: Is a placeholder of a mailing program, not a name',
  ])
  expect(await books.db.select().from(mailingListClients)).toEqual([])
})

test('a list is taken whole: with its consent, without one as not to be written to; once', async () => {
  const list = [
    '\uFEFFEmail;Full name;Consent;Phone;Joined;Favourite wine',
    'ana@list.example;Ana Ruiz;yes;+1 415 555 0123;2024-03-01;Malbec',
    'bo@list.example;Bo Ray;no;12;;',
    `cy@list.example;Cy Cox;;'+14155550124;;`,
  ].join('\r\n')
  const first = await importCsv(list)
  expect([first.code, first.said]).toEqual([0, ''])
  expect(first.report).toContain('Not taken over: the column Favourite wine\n')
  expect(first.report).toContain('\nrow 3: phone left out: ')
  expect(first.report).toContain('\nrow 4: consent left out: No consent is given')
  expect(first.report).toContain('\nmailing list: 3 read, 3 taken')
  expect(first.report).not.toContain('users')
  const rows = await books.db.select().from(mailingListClients).orderBy(mailingListClients.email)
  expect(rows.map(({ email, byEmail, phone }) => [email, byEmail, phone])).toEqual([
    ['ana@list.example', true, '+1 415 555 0123'],
    ['bo@list.example', false, ''],
    ['cy@list.example', false, '+14155550124'],
  ])
  expect(rows[0]!.consentedAt.toISOString()).toBe('2024-03-01T12:00:00.000Z')
  const entries = await books.db.select().from(consents).orderBy(consents.email)
  expect(entries.map(({ verdict, source, wording }) => [verdict, source, wording])).toEqual([
    ['yes', 'import', 'Joined the mailing list on the earlier site'],
    ['no', 'import', 'Refused emails on the earlier site'],
    ['no', 'import', 'Imported without a recorded consent'],
  ])
  const taken = await books.db.select().from(importedRecords)
  expect(JSON.stringify(taken)).not.toContain('list.example')
  const again = await importCsv(list)
  expect(again.report).toContain('3 read, 0 taken (0 of them without some field), 3 taken before')
  expect(await books.db.select().from(auditLog)).toHaveLength(1)
  expect(await inconsistencies(books.url)).toEqual([])
})

test('a confirmed account keeps what it said about emails, and has the record of its address', async () => {
  const { db } = books
  const account = async (email: string, said: { byEmail: boolean; emailVerified?: boolean }) => {
    const [row] = await db
      .insert(users)
      .values({
        email,
        name: 'Gil Gale',
        firstName: 'Gil',
        lastName: 'Gale',
        emailVerified: true,
        ...said,
      })
      .returning()
    return row!.id
  }
  const said = (email: string, verdict: 'yes' | 'no') =>
    db
      .insert(consents)
      .values({ email, kind: 'email', verdict, source: 'account', wording: 'Said before' })
  const ids = {
    'ticked@list.example': await account('ticked@list.example', { byEmail: true }),
    'yes@list.example': await account('yes@list.example', { byEmail: false }),
    'no@list.example': await account('no@list.example', { byEmail: true }),
    'silent@list.example': await account('silent@list.example', { byEmail: false }),
  }
  await account('unconfirmed@list.example', { byEmail: true, emailVerified: false })
  await said('yes@list.example', 'yes')
  await said('no@list.example', 'no')
  const list = [
    'email,name,consent',
    'ticked@list.example,Gil Gale,',
    'yes@list.example,Gil Gale,no',
    'no@list.example,Gil Gale,yes',
    'silent@list.example,Gil Gale,yes',
    'unconfirmed@list.example,Gil Gale,',
  ].join('\n')
  expect((await importCsv(list)).code).toBe(0)
  const rows = await db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.fullName, 'Gil Gale'))
    .orderBy(mailingListClients.email)
  expect(rows.map(({ email, byEmail, userId }) => [email, byEmail, userId])).toEqual([
    ['no@list.example', false, ids['no@list.example']],
    ['silent@list.example', true, ids['silent@list.example']],
    ['ticked@list.example', true, ids['ticked@list.example']],
    ['unconfirmed@list.example', false, null],
    ['yes@list.example', true, ids['yes@list.example']],
  ])
  const entries = await db.select().from(consents).orderBy(consents.email)
  const imported = entries.filter(({ source }) => source === 'import')
  expect(
    imported.flatMap(({ email, verdict }) =>
      Object.hasOwn(ids, email) || email.startsWith('unconfirmed') ? [[email, verdict]] : [],
    ),
  ).toEqual([
    ['silent@list.example', 'yes'],
    ['unconfirmed@list.example', 'no'],
  ])
  expect(await inconsistencies(books.url)).toEqual([])
})

test('who is said to join in the future joined when the list was imported', async () => {
  const list = 'email,name,consent,joined\nfay@list.example,Fay Fox,yes,2199-01-01'
  expect((await importCsv(list)).code).toBe(0)
  const [fay] = await books.db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, 'fay@list.example'))
  for (const at of [fay!.createdAt, fay!.consentedAt!]) {
    expect(at.getTime()).toBeLessThanOrEqual(Date.now())
  }
})
