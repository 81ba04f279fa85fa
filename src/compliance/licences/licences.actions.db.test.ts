import { PDFDocument } from '@cantoo/pdf-lib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTimedTasks } from '#admin/today/keep-tasks.actions.server.ts'
import { tasks } from '#admin/today/tables.ts'
import { viewTasks } from '#admin/today/tasks.actions.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { licences, stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import { rebuiltSheet } from '#catalogue/sheets/rebuild-pdf.server.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import type { Staff } from '#platform/services/services.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { complianceFigures } from '../figures.server.ts'
import { setLicenceDocument, takeLicenceDocument } from './licence-document.actions.server.ts'
import { loader as loadDocument } from './licence-document.route.ts'
import { licenceList } from './licence-list.store.server.ts'
import { licenceById, licencesOfState } from './licences.store.server.ts'
import { remindOfLicences } from './remind-of-licences.actions.server.ts'
import { addLicence, saveLicence } from './save-licence.actions.server.ts'

let testShop: TestShop
let staff: Staff
beforeAll(async () => {
  testShop = await openTestShop()
  // In this process: another one is slow to start.
  testShop.services.sheets = { ...testShop.services.sheets, rebuild: rebuiltSheet }
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['compliance'] } as Staff
})
afterAll(() => testShop.close())
beforeEach(async () => {
  const { db } = testShop
  await db.delete(licences)
  await db.delete(mails)
  await db.delete(tasks)
})

const typed = {
  ...{ holder: 'business', state: 'OH', kind: 'S-2 permit', number: '4471120' },
  ...{
    from: '2026-06-01',
    until: '2027-05-31',
    reportsEvery: '',
    reportsDueDay: '',
    coveredBy: '',
  },
}

async function aLicence(change: object = {}) {
  const [row] = await testShop.db
    .insert(licences)
    .values({ ...typed, reportsEvery: null, reportsDueDay: null, addedBy: 'a', ...change } as never)
    .returning()
  return row!
}

const logged = (id: string) =>
  testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

describe('a license', () => {
  test('is added once by the same form sent twice, and noted', async () => {
    const { services, db } = testShop
    const added = await addLicence(services, staff, typed)
    const again = await addLicence(services, staff, typed)
    if (!added.ok || !again.ok) throw new Error('refused')
    expect(again.done.licence.id).toBe(added.done.licence.id)
    expect(await db.$count(licences)).toBe(1)
    const entries = await logged(added.done.licence.id)
    expect(entries).toMatchObject([
      { action: 'licence-added', subjectLabel: 'Ohio, 4471120', after: { number: '4471120' } },
    ])
  })

  test('with the number of another one of its state is refused at the field', async () => {
    const { services } = testShop
    await aLicence({ number: 'ab-1' })
    const { id } = await aLicence({ number: 'ab-2' })
    const sentence =
      'Ohio has a license with this number. If that one was renewed, change its last day.'
    expect(await addLicence(services, staff, { ...typed, number: 'AB-1' })).toMatchObject({
      status: 409,
      errors: { number: sentence },
    })
    const save = { ...typed, id, version: '1', number: 'AB-1' }
    expect(await saveLicence(services, staff, save)).toMatchObject({ errors: { number: sentence } })
    expect(
      await addLicence(services, staff, { ...typed, state: 'TX', number: 'ab-1' }),
    ).toMatchObject({ ok: true })
  })

  test('is changed, but not over what a colleague saved meanwhile', async () => {
    const { services, db } = testShop
    const { id } = await aLicence()
    const base = JSON.stringify(typed)
    const own = { ...typed, until: '2028-05-31', id, version: '1', base }
    expect(await saveLicence(services, staff, own)).toMatchObject({ ok: true })
    const late = { ...typed, kind: 'S-2', id, version: '1', base }
    expect(await saveLicence(services, staff, late)).toMatchObject({
      status: 409,
      shown: {
        problem: 'saved-elsewhere',
        values: { kind: 'S-2', until: '2028-05-31' },
        now: { version: 2 },
      },
    })
    expect(await licenceById(db, id)).toMatchObject({ kind: 'S-2 permit', until: '2028-05-31' })
    expect(await logged(id)).toMatchObject([
      {
        action: 'licence-changed',
        before: { until: '2027-05-31' },
        after: { until: '2028-05-31' },
      },
    ])
  })

  test('stays for a state that is none to ship to, but is not moved to another such state', async () => {
    const { services } = testShop
    const { id } = await aLicence({ state: 'UT' })
    const save = (change: object) =>
      saveLicence(services, staff, { ...typed, state: 'UT', id, version: '1', ...change })
    expect(await save({ state: 'AL' })).toMatchObject({
      errors: { state: 'Please choose a state that wine is shipped to.' },
    })
    expect(await save({ until: '2028-01-01' })).toMatchObject({ ok: true })
  })

  test('is for those with the duty alone', async () => {
    const { services } = testShop
    const other = { ...staff, duties: ['shipping'] } as Staff
    const { id } = await aLicence()
    expect(await addLicence(services, other, typed)).toMatchObject({ status: 403 })
    const save = { ...typed, id, version: '1' }
    expect(await saveLicence(services, other, save)).toMatchObject({ status: 403 })
    expect(await setLicenceDocument(services, other, { id })).toMatchObject({ status: 403 })
    expect(await takeLicenceDocument(services, other, { id })).toMatchObject({ status: 403 })
  })
})

const pdf = async (width: number) => {
  const made = await PDFDocument.create()
  made.addPage([width, 400])
  return new File([new Uint8Array(await made.save())], 'license.pdf')
}

describe('the document of a license', () => {
  test('is stored, replaced by one who saw it, and taken as a file', async () => {
    const { services, db } = testShop
    const { id } = await aLicence({ number: 'OH/44 71' })
    const first = await pdf(300)
    const set = (file: unknown, seen: string) =>
      setLicenceDocument(services, staff, { id, file, seen })
    expect(await takeLicenceDocument(services, staff, { id })).toMatchObject({ status: 404 })
    expect(await set(first, '')).toMatchObject({ ok: true })
    const seen = (await licenceById(db, id))!.documentSha256
    expect(seen).toMatch(/^[0-9a-f]{64}$/)
    // The same file sent twice.
    expect(await set(first, '')).toMatchObject({ ok: true })
    expect(await set(await pdf(301), '')).toMatchObject({ status: 409 })
    expect((await licenceById(db, id))!.documentSha256).toBe(seen)
    const taken = await takeLicenceDocument(services, staff, { id })
    if (!taken.ok) throw new Error(taken.sentence)
    expect(taken.done.name).toBe('license-OH-OH-44-71.pdf')
    expect(taken.done.file.toString('latin1', 0, 5)).toBe('%PDF-')
    let headers: Headers | null = null
    await loadedBy(testShop, staff)(loadDocument, {
      params: { id },
      seeing: (response) => ({ headers } = response),
    })
    // No browser keeps it, nor one that was replaced since.
    expect(headers!.get('cache-control')).toBe('private, no-store')
    expect(headers!.get('content-disposition')).toBe(
      'attachment; filename="license-OH-OH-44-71.pdf"',
    )
    expect(await set(await pdf(301), seen)).toMatchObject({ ok: true })
    expect((await logged(id)).map(({ action }) => action)).toEqual([
      'licence-document-set',
      'licence-document-set',
    ])
  })

  test.each([
    ['none', undefined, 400, 'Please choose a file.'],
    ['an empty one', new File([], 'license.pdf'), 400, 'Please choose a file.'],
    ['a page', new File(['<html>'], 'a.pdf'), 422, 'This is not a PDF, or it is damaged.'],
    ['half a PDF', new File(['%PDF-1.7\n<'], 'a.pdf'), 422, 'This is not a PDF, or it is damaged.'],
    [
      'one of more than 4 MB',
      new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'a.pdf'),
      413,
      'This file is larger than 4 MB.',
    ],
  ])('is not %s', async (_, file, status, sentence) => {
    const { id } = await aLicence()
    const sent = await setLicenceDocument(testShop.services, staff, { id, file, seen: '' })
    expect(sent).toMatchObject({ status, errors: { file: sentence } })
    expect((await licenceById(testShop.db, id))!.hasDocument).toBe(false)
  })
})

describe('an order for a state', () => {
  const problemAt = async (at: string, state = 'OH') => {
    const shipTo = { state, zipCode: '43004', name: 'Ana Ruiz', birthdate: '1980-01-01' }
    const sale = { userId: null, email: 'ana@example.com', units: {} }
    const verdict = await stateVerdict(
      testShop.db,
      { ...sale, shipTo: shipTo as ShipToRecord },
      new Date(at),
    )
    return verdict.problem
  }
  /** Of Columbus, in summer. */
  const lastMinute = '2027-06-01T03:59:59Z'
  const midnight = '2027-06-01T04:00:00Z'
  const next = { from: '2027-06-01', until: '2028-05-31', number: '2' }

  test('passes at 23:59 of the last day of its license, and is refused at 00:00', async () => {
    await aLicence()
    expect(await problemAt(lastMinute)).toBeNull()
    expect(await problemAt(midnight)).toBe('state-suspended')
    expect(await problemAt(midnight, 'TX')).toBeNull()
  })

  test('passes on while the next license of the same holder and kind is valid', async () => {
    await aLicence()
    await aLicence({ ...next, kind: 's-2  Permit.' })
    expect(await problemAt(midnight)).toBeNull()
    expect(await problemAt('2028-06-01T04:00:00Z')).toBe('state-suspended')
  })

  test.each([
    ['another holder', { holder: 'shipper' }],
    ['another kind', { kind: 'Importer' }],
    ['another state', { state: 'TX' }],
    ['a later first day', { from: '2027-06-02' }],
  ])('is refused where the next one is of %s', async (_, change) => {
    await aLicence()
    await aLicence({ ...next, ...change })
    expect(await problemAt(midnight)).toBe('state-suspended')
  })

  test('passes with what covers the ended license, or a later one of it', async () => {
    const { id } = await aLicence({ coveredBy: 'the renewal' })
    expect(await problemAt(midnight)).toBeNull()
    await testShop.db.update(licences).set({ coveredBy: '' }).where(eq(licences.id, id))
    await aLicence({ ...next, until: '2027-06-30', coveredBy: 'the renewal' })
    expect(await problemAt('2027-08-01T12:00:00Z')).toBeNull()
  })

  test('is refused as long as one of several holders is without a license', async () => {
    await aLicence({ until: '2028-01-01' })
    await aLicence({ holder: 'shipper', number: '2' })
    expect(await problemAt(midnight)).toBe('state-suspended')
  })
})

/** A day so many days from today, in the time of Ohio. */
const inDays = async (days: number) => {
  const { rows } = await testShop.db.execute<{ day: string }>(
    sql`select (day_in('OH', now()) + ${days}::int)::text as day`,
  )
  return rows[0]!.day
}
const endsIn = async (days: number, change: object = {}) =>
  aLicence({ from: '2020-01-01', until: await inDays(days), number: `n${days}`, ...change })

describe('the business', () => {
  const remind = async () => {
    await remindOfLicences(testShop.services)
    const rows = await testShop.db.select().from(mails).orderBy(mails.createdAt)
    await testShop.db.delete(mails)
    return rows.map(({ kind, recipient, props }) => ({ kind, recipient, props }))
  }
  const from = (daysLeft: number, change: object) => ({
    kind: 'licence-expiring',
    recipient: 'cellar@kohue.example',
    props: { state: 'OH', holder: 'business', kind: 'S-2 permit', daysLeft, ...change },
  })

  test('is told 45, 14 and 3 days before, and not of what has a successor or is covered', async () => {
    const { id } = await endsIn(45)
    await endsIn(46, { state: 'TX' })
    await endsIn(-1, { state: 'CA' })
    await endsIn(10, { state: 'MN', coveredBy: 'the renewal' })
    await endsIn(10, { state: 'NY', number: 'old' })
    await endsIn(400, { state: 'NY', number: 'new' })
    expect(await remind()).toEqual([
      expect.objectContaining(
        from(45, {
          ...{ number: 'n45', until: await inDays(45) },
          link: `http://localhost:3000/admin/compliance/licenses/${id}`,
        }),
      ),
    ])
  })

  test('is told once for each, and anew of another last day', async () => {
    const { id } = await endsIn(40)
    const setUntil = async (days: number) =>
      testShop.db
        .update(licences)
        .set({ until: await inDays(days) })
        .where(eq(licences.id, id))
    const told = async () => {
      await remindOfLicences(testShop.services)
      return testShop.db.$count(mails)
    }
    expect([await told(), await told()]).toEqual([1, 1])
    await setUntil(30)
    expect([await told(), await told()]).toEqual([2, 2])
    const day = 24 * 60
    testShop.pass(16 * day)
    expect([await told(), await told()]).toEqual([3, 3])
    testShop.pass(2 * day)
    expect(await told()).toBe(3)
    testShop.pass(9 * day)
    expect([await told(), await told()]).toEqual([4, 4])
    testShop.pass(3 * day)
    expect(await told()).toBe(4)
    testShop.pass(day)
    expect(await told()).toBe(4)
    testShop.pass(-31 * day)
  })
})

describe('“Today”', () => {
  const today = async () => {
    await openTimedTasks(testShop.services)
    const { tasks: shown } = await viewTasks(testShop.services, staff)
    return shown.map(({ title, about }) => [title, about])
  }
  const written = async (days: number) => {
    const [year, month, day] = (await inDays(days)).split('-').map(Number)
    return `${month}/${day}/${year}`
  }
  const renew = 'change its last day or enter the new one; or say what covers it'

  test('has a license that ends within 45 days, until it is renewed', async () => {
    const { id } = await endsIn(45)
    await endsIn(46, { state: 'TX' })
    expect(await today()).toEqual([
      [
        `The license for Ohio ends on ${await written(45)}`,
        `The business: S-2 permit, number n45. Once it is renewed, ${renew}.`,
      ],
    ])
    const until = await inDays(410)
    await testShop.db.update(licences).set({ until }).where(eq(licences.id, id))
    expect(await today()).toEqual([])
  })

  test('has a license that ended, unless its state is suspended by a rule', async () => {
    await endsIn(-1, { holder: 'shipper' })
    await endsIn(-1, { state: 'TX', coveredBy: 'the renewal' })
    expect(await today()).toEqual([
      [
        `Ohio is suspended: its license ended on ${await written(-1)}`,
        'Its shipper: S-2 permit, number n-1. Change its last day or enter the new one; or say what covers it, or suspend the state.',
      ],
    ])
    expect(await complianceFigures.read(testShop.db)).toMatchObject({ suspendedByLicence: 1 })
    await testShop.db.insert(stateRules).values({
      ...{ state: 'OH', version: 1, from: '2020-01-01', isSuspended: true, source: 'a' },
      ...{ confirmedBy: 'a', confirmedAt: sql`now()` as never },
    })
    expect(await today()).toEqual([])
  })
})

test('the list has what ends first first, with how it stands, and finds by state and number', async () => {
  const { db } = testShop
  await endsIn(-1, { number: 'ended' })
  await endsIn(20, { state: 'TX', number: 'soon' })
  await endsIn(200, { state: 'DC', number: 'later', holder: 'shipper' })
  const listed = async (params: string) => {
    const query = readListQuery(licenceList.shape, new URLSearchParams(params))
    return (await licenceList.rows(db, query)).map(({ number }) => number)
  }
  expect(await listed('')).toEqual(['ended', 'soon', 'later'])
  expect(await listed('q=columbia')).toEqual(['later'])
  expect(await listed('q=tx')).toEqual(['soon'])
  expect(await listed('holder=shipper')).toEqual(['later'])
  expect(await listed('standing=valid')).toEqual(['soon', 'later'])
  expect(await listed('standing=ends-soon')).toEqual(['soon'])
  expect(await listed('standing=ended')).toEqual(['ended'])
  expect(await listed('standing=suspending')).toEqual(['ended'])
  expect(await licencesOfState(db, 'OH')).toMatchObject([
    { number: 'ended', daysLeft: -1, hasBegun: true, isSuspending: true, hasDocument: false },
  ])
})
