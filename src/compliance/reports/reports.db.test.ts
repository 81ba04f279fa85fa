import { randomUUID } from 'node:crypto'

import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import { parcels, shipments } from '#shipping/tables.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import type { Place, StaffMember } from '#tests/harness/shipping.ts'
import { handOver, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { compareCarrierList } from '../carrier-list/compare-list.actions.server.ts'
import { complianceReports } from '../tables.ts'
import { complianceTasks } from '../tasks.server.ts'
import { saveWineFacts } from '../wine-facts/save-wine-facts.actions.server.ts'
import { fileReport, unfileReport } from './file-report.actions.server.ts'
import { makeReport } from './make-report.actions.server.ts'
import { loader as loadFile } from './report-file.route.ts'
import { differencesOf } from './report-file.rules.ts'
import { dueReports } from './reports.store.server.ts'
import { takeReportFile } from './take-report-file.actions.server.ts'
import { tellOfDueReports } from './tell-of-due-reports.actions.server.ts'

let testShop: TestShop
let shipper: StaffMember
let staff: StaffMember

beforeEach(async () => {
  testShop = await openTestShop()
  shipper = await shippingStaff(testShop)
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['compliance'] }
})
afterEach(() => testShop.close())

/** Shipments with a tracking number, each delivered and signed for, by their ship dates. */
async function shippedTo(place: Place, ...moments: string[]) {
  const { db } = testShop
  const sent = await shipmentsTo(testShop, shipper, place, moments.length)
  await handOver(testShop, shipper, sent)
  for (const [at, moment] of moments.entries()) {
    await db
      .update(shipments)
      .set({ handedAt: new Date(moment), state: 'delivered', signedBy: 'A. Ruiz' })
      .where(eq(shipments.id, sent[at]!.shipment.id))
  }
  return sent.map(({ shipment, order }) => ({ ...shipment, order }))
}

const asked = { state: 'TX', period: '2026-10', format: 'texas' }

/** Sends the form, and returns the report that it made or found. */
async function made(form: Record<string, unknown> = {}) {
  const result = await makeReport(testShop.services, staff, { ...asked, ...form })
  if (!result.ok) throw new Error(result.sentence)
  const [report] = await testShop.db
    .select()
    .from(complianceReports)
    .where(eq(complianceReports.id, result.done.id))
  return { ...report!, said: result.said!.sentence }
}

const partOf = (file: string, title: string) => {
  const read = readCsv(file)
  const rows = read.ok ? read.rows.map(({ cells }) => cells) : []
  const start = rows.findIndex(([first]) => first === title)
  return rows.slice(
    start + 2,
    rows.findIndex(([first], at) => at > start && first === 'Total'),
  )
}

test('a month of Texas has its shipments by ship date in days of its own time, and their exact sum', async () => {
  const { db } = testShop
  const all = await shippedTo(
    'TX',
    // Chicago is five hours behind UTC until the first Sunday of November.
    '2026-10-01T04:59:59Z',
    '2026-10-01T05:00:00Z',
    '2026-10-15T18:00:00Z',
    '2026-11-01T04:59:59Z',
    '2026-11-01T05:00:00Z',
  )
  await shippedTo('AZ', '2026-10-15T18:00:00Z')
  const report = await made()
  const inOctober = all.slice(1, 4)
  expect(partOf(report.file, 'Shipments').map((row) => [row[0], row.at(-1)])).toEqual([
    ['2026-10-01', `S-${inOctober[0]!.number}`],
    ['2026-10-15', `S-${inOctober[1]!.number}`],
    ['2026-10-31', `S-${inOctober[2]!.number}`],
  ])
  const { rows } = await db.execute<{ gallons: string; ml: number }>(sql`
    select round(sum(line.units * wine.bottles * wine.bottle_ml) / 3785.411784, 4)::text as gallons,
      sum(line.units * wine.bottles * wine.bottle_ml)::int as ml
    from shipment_lines as line join products as wine on wine.id = line.product_id
    join shipments as s on s.id = line.shipment_id
    where s.to_state = 'TX' and (s.handed_at at time zone 'America/Chicago')::date
      between '2026-10-01' and '2026-10-31'`)
  expect(report.figures).toMatchObject({ shipments: 3, ...rows[0], isDraft: false })
  expect(report.file).toContain(`\r\nTotal,,,,,${rows[0]!.gallons},`)
  expect(report).toMatchObject({ version: 1, madeBy: staff.email, filedOn: null })
  const { rows: hashed } = await db.execute<{ hash: string }>(
    sql`select encode(sha256(convert_to(file, 'UTF8')), 'hex') as hash from compliance_reports`,
  )
  expect(report.sha256).toBe(hashed[0]!.hash)
})

test('the day that a shipper’s file names is the ship date, whatever the zone of the state', async () => {
  const [shipment] = await shippedTo('AZ', '2026-10-30T20:00:00Z')
  await testShop.db.execute(sql`
    with day as (select '2026-11-01'::timestamp at time zone 'America/Los_Angeles' as at),
    told as (insert into shipment_events (shipment_id, at, is_day, source, kind)
      select ${shipment!.id}, at, true, 'shipper-file', 'shipped' from day)
    update shipments set shipped_at = (select at from day) where id = ${shipment!.id}`)
  const november = { state: 'AZ', period: '2026-11', format: 'general' }
  expect((await made(november)).file).toContain(`S-${shipment!.number},2026-11-01\r\n`)
  expect((await made({ ...november, period: '2026-10' })).figures.shipments).toBe(0)
})

test('the days of the order and of the delivery are those of the state, as its ship date is', async () => {
  const { db } = testShop
  const [shipment] = await shippedTo('TX', '2026-10-10T18:00:00Z')
  // Half an hour after midnight in Chicago, and the evening before in Los Angeles.
  await db.execute(sql`
    update shipments set delivered_at = '2026-10-15T05:30:00Z' where id = ${shipment!.id}`)
  await db.execute(sql`
    update orders set created_at = '2026-10-02T05:30:00Z' where id = ${shipment!.order.id}`)
  const columns = ['orderedOn', 'deliveredOn']
  const { file } = await made({ format: 'general', columns })
  expect(file.split('\r\n')[1]!.split(',')).toEqual([
    ...[`S-${shipment!.number}`, '2026-10-10', '2026-10-02', '2026-10-15'],
  ])
})

test('a shipment without tracking number or signer makes the report incomplete, and is named', async () => {
  const { db } = testShop
  const [first, second, third] = await shippedTo(
    'TX',
    ...['2026-10-05T18:00:00Z', '2026-10-06T18:00:00Z', '2026-10-07T18:00:00Z'],
  )
  expect((await made()).figures.incomplete).toEqual([])
  await db.execute(sql`update parcels set superseded_at = now() where shipment_id = ${first!.id}`)
  await db.execute(sql`update shipments set signed_by = null where id = ${second!.id}`)
  await db.execute(
    sql`update shipments set signed_by = null, state = 'returned' where id = ${third!.id}`,
  )
  const report = await made()
  expect(report.figures.incomplete).toEqual([
    { shipment: first!.number, order: first!.order.number, lacks: ['tracking'] },
    { shipment: second!.number, order: second!.order.number, lacks: ['signer'] },
  ])
  expect(report.said).toMatch(/^Version 2 for Texas, October 2026, is made. It is incomplete: 2 /)
  expect(report.file).toContain(
    `Incomplete,S-${first!.number} of K-${first!.order.number}: no tracking number\r\n`,
  )
})

test('made again after a correction it is a version that lists exactly that row', async () => {
  const { db, services } = testShop
  const all = await shippedTo('TX', '2026-10-05T18:00:00Z', '2026-10-06T18:00:00Z')
  const first = await made()
  const again = await made()
  expect([again.id, again.said]).toEqual([first.id, 'Nothing has changed since version 1.'])
  const [parcel] = await db
    .update(parcels)
    .set({ trackingNumber: '1Z999AA10123456784' })
    .where(eq(parcels.shipmentId, all[1]!.id))
    .returning()
  const second = await made()
  expect(second.version).toBe(2)
  expect(differencesOf(first.file, second.file)).toEqual([
    {
      ...{ shipment: `S-${all[1]!.number}`, what: 'changed' },
      changes: [
        {
          ...{ column: 'Tracking number', wine: null, after: parcel!.trackingNumber },
          before: `1Z999AA1${String(all[1]!.number).padStart(10, '0')}`,
        },
      ],
    },
  ])
  // Two at once make one version.
  await saveWineFacts(services, staff, { wine: 'malbec-2021', brand: 'Kohue', class: 'Table wine' })
  const wines = await db.execute<{ id: string }>(
    sql`select distinct product_id as id from shipment_lines`,
  )
  for (const { id } of wines.rows) {
    await saveWineFacts(services, staff, { wine: id, brand: 'Kohue Wines' })
  }
  const both = await Promise.all([made(), made()])
  expect(both.map(({ version }) => version)).toEqual([3, 3])
  const log = await db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'report-made'))
    .orderBy(asc(auditLog.id))
  expect(log.map(({ after }) => (after as { version: number }).version)).toEqual([1, 2, 3])
})

test('a period that runs is a draft, which is not filed, and one to come has no report', async () => {
  const { services } = testShop
  services.clock = () => new Date('2026-11-01T04:59:59Z')
  const draft = await made()
  expect(draft.figures.isDraft).toBe(true)
  expect(draft.file).toContain('\r\nDraft,The period is not over.\r\n')
  expect(await fileReport(services, staff, { id: draft.id, filedOn: '2026-11-01' })).toMatchObject({
    ok: false,
    sentence: 'This is a draft. Make the report again once its period is over.',
  })
  expect(await makeReport(services, staff, { ...asked, period: '2026-11' })).toMatchObject({
    ok: false,
    errors: { period: 'This period has not begun.' },
  })
  services.clock = () => new Date('2026-11-01T05:00:00Z')
  const last = await made()
  expect([last.version, last.figures.isDraft]).toEqual([2, false])
})

test('what is no state, period or format is refused', async () => {
  for (const [field, value] of [
    ['state', 'XX'],
    ['state', ''],
    ['period', '2026-13'],
    ['period', ''],
    ['format', 'pdf'],
  ] as const) {
    const result = await makeReport(testShop.services, staff, { ...asked, [field]: value })
    expect(result).toMatchObject({
      ok: false,
      status: 400,
      errors: { [field]: expect.any(String) },
    })
  }
})

test('the columns of a general list are kept with it', async () => {
  await shippedTo('TX', '2026-10-05T18:00:00Z')
  const report = await made({ format: 'general', columns: ['city', 'alcohol'] })
  expect(report.figures.columns).toEqual(['shipment', 'shippedOn', 'city', 'wine', 'alcohol'])
  expect(report.file).toMatch(
    /^\uFEFFShipment,Ship date,City,Wine,Alcohol %\r\n.*,Austin,.*,unknown\r\n/,
  )
})

const licence = (change: Partial<typeof licences.$inferInsert> = {}) =>
  testShop.db.insert(licences).values({
    ...{ holder: 'business', state: 'TX', kind: 'Direct shipper', number: randomUUID() },
    ...{ from: '2026-09-10', until: '2027-09-09', reportsEvery: 'month', reportsDueDay: 31 },
    ...{ addedBy: 'test', addedAt: new Date('2026-11-10T18:00:00Z'), ...change },
  })

test('the licenses of a report are those that were valid on a day of its period', async () => {
  const of = (number: string, from: string, until: string, change: object = {}) =>
    licence({ number, from, until, ...change })
  await of('ended before', '2025-10-01', '2026-09-30')
  await of('ended on its first day', '2025-10-02', '2026-10-01')
  await of('began on its last day', '2026-10-31', '2027-10-30')
  await of('began after it', '2026-11-01', '2027-10-31')
  await of('elsewhere', '2026-01-01', '2026-12-31', { state: 'VT' })
  await of('all the time', '2026-01-01', '2026-12-31', { holder: 'shipper' })
  expect((await made()).figures.licenses).toEqual([
    ...['began on its last day', 'ended on its first day', 'all the time'],
  ])
})

const due = async (today: string) =>
  (await dueReports(testShop.db, today)).map(
    ({ state, every, from, dueOn }) => `${state} ${every} ${from} ${dueOn}`,
  )

test('reports are due by the licenses, from the period before the license was entered', async () => {
  await licence()
  await licence({ state: 'VT', reportsEvery: 'half-year', reportsDueDay: 15 })
  await licence({ state: 'MN', reportsEvery: null, reportsDueDay: null })
  // The same report of two holders is one.
  await licence({ holder: 'shipper', reportsDueDay: 20 })
  expect(await due('2026-11-30')).toEqual(['TX month 2026-10-01 2026-11-20'])
  expect(await due('2026-12-31')).toEqual([
    ...['TX month 2026-10-01 2026-11-20', 'TX month 2026-11-01 2026-12-20'],
  ])
  expect(await due('2027-01-01')).toEqual([
    ...['TX month 2026-10-01 2026-11-20', 'TX month 2026-11-01 2026-12-20'],
    ...['VT half-year 2026-07-01 2027-01-15', 'TX month 2026-12-01 2027-01-20'],
  ])
  // The last one is of the month in which the license ended, on the last day of a short month.
  await testShop.db.execute(sql`delete from licences where holder = 'shipper' or state = 'VT'`)
  await testShop.db.execute(sql`update licences set until_day = '2027-01-20'`)
  expect((await due('2028-01-01')).at(-1)).toBe('TX month 2027-01-01 2027-02-28')
})

test('a report that is due is a task and one email, until it is filed', async () => {
  const { db, services } = testShop
  await licence()
  services.clock = () => new Date('2026-11-01T06:30:00Z')
  const told = () => db.select().from(mails).where(eq(mails.kind, 'report-due'))
  const tasks = async (today: string) => {
    const { rows } = await db.execute<{ subject: string; detail: string }>(
      sql`select * from (${complianceTasks['report-due'].causes({ timeZone: 'America/Los_Angeles', today })}) as cause
        order by subject`,
    )
    return rows.map(({ subject, detail }) => [
      complianceTasks['report-due'].title({ number: null, detail }),
      complianceTasks['report-due'].href({ number: null, subject }),
    ])
  }
  // It is a day later in Texas, and not yet in the shop.
  await db.execute(sql`update licences set added_at = '2026-10-20'`)
  const september = ['The report to Texas for September 2026 is due', expect.any(String)]
  expect(await tasks('2026-10-31')).toEqual([september])
  await tellOfDueReports(services)
  await tellOfDueReports(services)
  expect((await told()).map(({ props }) => props)).toMatchObject([{ period: 'septiembre de 2026' }])
  services.clock = () => new Date('2026-11-01T19:00:00Z')
  await Promise.all([tellOfDueReports(services), tellOfDueReports(services)])
  await tellOfDueReports(services)
  const [, mail, ...others] = (await told()).toSorted((a, b) => a.number - b.number)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: services.settings.businessEmail,
    props: {
      ...{ state: 'Texas', period: 'octubre de 2026', dueOn: '30 de noviembre de 2026' },
      link: `${services.settings.publicUrl}/admin/compliance/reports?state=TX&period=2026-10`,
    },
  })
  expect(await tasks('2026-11-01')).toEqual([
    september,
    [
      'The report to Texas for October 2026 is due',
      '/admin/compliance/reports?state=TX&period=2026-10',
    ],
  ])
  const report = await made()
  expect(await tasks('2026-11-01')).toHaveLength(2)
  const file = (filedOn: string) => fileReport(services, staff, { id: report.id, filedOn })
  expect(await file('2026-10-31')).toMatchObject({ ok: false, status: 400 })
  expect(await file('2026-11-02')).toMatchObject({ ok: false, status: 400 })
  expect(await file('2026-11-01')).toMatchObject({ ok: true })
  expect(await file('2026-11-01')).toMatchObject({ ok: true })
  expect(await tasks('2026-11-01')).toEqual([september])
  expect(
    (await db.select().from(complianceReports).where(eq(complianceReports.id, report.id)))[0],
  ).toMatchObject({ filedOn: '2026-11-01', filedBy: staff.email })
  expect(await unfileReport(services, staff, { id: report.id })).toMatchObject({ ok: true })
  expect(await tasks('2026-11-01')).toHaveLength(2)
  const logged = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(sql`action in ('report-filed', 'report-not-filed')`)
  expect(logged.map(({ action }) => action).sort()).toEqual(['report-filed', 'report-not-filed'])
})

test('the business is told of each state whose report is due, and of each kind of period', async () => {
  const { db, services } = testShop
  const addedAt = new Date('2026-12-10T18:00:00Z')
  await licence({ addedAt })
  await licence({ state: 'VT', addedAt })
  await licence({ state: 'MN', reportsEvery: 'quarter', addedAt })
  await licence({ state: 'OH', reportsEvery: 'year', from: '2026-01-01', addedAt })
  services.clock = () => new Date('2027-01-02T19:00:00Z')
  await tellOfDueReports(services)
  await tellOfDueReports(services)
  const told = await db.select().from(mails).where(eq(mails.kind, 'report-due'))
  const about = told.map(({ props }) => props as { state: string; period: string })
  expect(about.map(({ state, period }) => `${state}, ${period}`).toSorted()).toEqual([
    'Minnesota, octubre a diciembre de 2026',
    'Ohio, 2026',
    'Texas, diciembre de 2026',
    'Texas, noviembre de 2026',
    'Vermont, diciembre de 2026',
    'Vermont, noviembre de 2026',
  ])
})

test('a report of many persons leaves the shop with a fresh code only', async () => {
  const { db, services } = testShop
  const report = await made()
  const take = (viewer: Partial<StaffMember & { isCodeStale: boolean }>) =>
    takeReportFile(services, { ...staff, ...viewer }, { id: report.id })
  expect(await take({})).toMatchObject({ ok: true, done: { file: report.file } })
  await db.execute(
    sql`update compliance_reports set figures = figures || '{"shipments": 501}' where id = ${report.id}`,
  )
  expect(await take({})).toMatchObject({ ok: false, elsewhere: { to: '/account/second-factor' } })
  expect(await take({ isCodeStale: true })).toMatchObject({ ok: false, isCodeDue: true })
  expect(await take({ isCodeStale: false })).toMatchObject({ ok: true })
  const rows = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'list-exported'))
    .orderBy(asc(auditLog.id))
  expect(rows.map(({ after }) => (after as { rows: number }).rows)).toEqual([0, 501])
  let headers: Headers | null = null
  await loadedBy(testShop, { ...staff, isCodeStale: false })(loadFile, {
    params: { id: report.id },
    seeing: (response) => ({ headers } = response),
  })
  expect(headers!.get('cache-control')).toBe('private, no-store')
  expect(headers!.get('content-type')).toBe('text/csv; charset=utf-8')
  await db.execute(sql`update compliance_reports set file = ''`)
  expect(await take({ isCodeStale: false })).toMatchObject({ ok: false, status: 404 })
})

test('facts of a wine are saved over the version that was shown, and never invented', async () => {
  const { db, services } = testShop
  const save = (form: Record<string, unknown>) =>
    saveWineFacts(services, staff, { wine: 'malbec-2022', ...form })
  const facts = { brand: 'Kohue', class: 'Table wine', alcohol: '13.9', country: 'Argentina' }
  expect(await save({ ...facts, alcohol: '4.9' })).toMatchObject({
    errors: { alcohol: 'Percent from 5.0 to 24.0, please, such as 13.5.' },
  })
  expect(await save({ ...facts, cola: '22/01' })).toMatchObject({
    errors: { cola: expect.any(String) },
  })
  expect(await save({ ...facts, class: 'Beer' })).toMatchObject({
    errors: { class: expect.any(String) },
  })
  expect(await save({ ...facts, brand: 'x'.repeat(81) })).toMatchObject({ status: 400 })
  expect(await save({ ...facts, wine: 'none' })).toMatchObject({ ok: false, status: 404 })
  const firsts = await Promise.all([save(facts), save({ ...facts, brand: 'Other' })])
  expect(firsts.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await save({ ...facts, country: 'Chile', version: '2' })).toMatchObject({ status: 409 })
  expect(await save({ ...facts, country: 'Chile', version: '1' })).toMatchObject({ ok: true })
  // Sent again, it is saved already.
  expect(await save({ ...facts, country: 'Chile', version: '1' })).toMatchObject({ ok: true })
  const { rows } = await db.execute(sql`select * from wine_facts`)
  expect(rows).toMatchObject([
    { ...facts, alcohol: '13.9', country: 'Chile', cola: '', version: 2 },
  ])
})

test('a carrier’s list with one foreign parcel names it, and what only the shop has', async () => {
  const { services } = testShop
  const [first, second] = await shippedTo('TX', '2026-10-05T18:00:00Z', '2026-10-06T18:00:00Z')
  const number = (shipment: { number: number }) =>
    `1Z999AA1${String(shipment.number).padStart(10, '0')}`
  const compare = (content: BlobPart, form: object = {}) =>
    compareCarrierList(services, staff, {
      ...{ file: new File([content], 'ups.csv'), period: '2026-10', state: 'TX', carrier: 'ups' },
      ...form,
    })
  const list = `Tracking,State,Ship date\n${number(first!)},TX,2026-10-05\n1Z999AA10123456784,TX,2026-10-09\n`
  expect(await compare(list)).toMatchObject({
    ok: true,
    done: {
      ...{ both: 1, others: 0, unread: [] },
      differences: [
        { kind: 'theirs-only', trackingNumber: '1Z999AA10123456784', line: 3 },
        { kind: 'ours-only', trackingNumber: number(second!), shipment: second!.number },
      ],
    },
  })
  expect(await compare(list, { carrier: 'fedex' })).toMatchObject({
    done: { differences: [{ kind: 'theirs-only' }] },
  })
  for (const [content, form, sentence] of [
    ['', {}, 'Choose a file.'],
    [new Uint8Array([0xff, 0xfe, 0x41]), {}, 'The file is not UTF-8 text.'],
    ['a,b\n1,2', {}, 'The column “tracking number” is missing.'],
    ['x'.repeat(5 * 1024 * 1024 + 1), {}, 'At most 5 MB.'],
    [`tracking\n${'1Z999AA10123456784\n'.repeat(20_001)}`, {}, 'At most 20,000 rows.'],
    [list, { file: 'no file' }, 'Choose a file.'],
    [list, { period: 'x' }, 'Choose a period.'],
  ] as const) {
    expect(await compare(content, form)).toMatchObject({ ok: false, sentence })
  }
})
