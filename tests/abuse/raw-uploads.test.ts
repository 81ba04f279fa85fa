import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

import { beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const wine = 'cabernet-sauvignon-2021'

let staff: Caller
let otherDuty: Caller
let member: Caller
let release: string
let licence: string
beforeAll(async () => {
  staff = await aStaffMember()
  member = await aMember()
  otherDuty = await aMember()
  await queryDatabase(
    `with staff as (update users set role = 'staff' where id = $1)
     insert into staff_duties (user_id, duty) values ($1, 'support')`,
    [otherDuty.id],
  )
  release = await putRelease({ email: null, state: 'draft' })
  await queryDatabase(
    `insert into shipping_settings (begun_at, begun_by, dispatch)
     values (now(), $1, '{"ground":[1],"overnight":[1],"holidays":[],"daysBefore":2}') on conflict do nothing`,
    [staff.email],
  )
  const [profile] = await queryDatabase<{ id: string }>(
    `insert into shipper_profiles (name, columns, date_format, row_per, order_by)
     values ('Raw uploads', '[]', 'iso', 'parcel', 'number') returning id`,
  )
  const [made] = await queryDatabase<{ id: string }>(
    `insert into licences (holder, state, kind, number, from_day, until_day, added_by)
     values ('business', 'OH', 'S-2 permit', 'raw uploads', '2020-01-01', '2999-01-01', $1) returning id`,
    [staff.email],
  )
  licence = made!.id
  return async () => {
    await queryDatabase('delete from licences where id = $1', [licence])
    await queryDatabase('delete from shipper_profiles where id = $1', [profile!.id])
    await queryDatabase('delete from shipping_settings where begun_by = $1', [staff.email])
    await dropReleases()
  }
})

/** Every form with a file: its page and the fields beside the file. */
const uploads: Record<string, { path: () => string; fields: Record<string, string> }> = {
  'the picture of a wine': { path: () => paths.wineFile(wine, 'picture'), fields: {} },
  'the sheet of a wine': { path: () => paths.wineFile(wine, 'sheet'), fields: {} },
  'a file of allocations': {
    path: () => paths.release(release, 'allocations'),
    fields: { intent: 'import' },
  },
  'the document of a license': {
    path: () => paths.licence(licence),
    fields: { intent: 'document' },
  },
  'the list of a carrier': {
    path: paths.carrierList,
    fields: { intent: 'compare', period: '2026-10', state: '', carrier: '' },
  },
  'a file of tracking numbers': { path: paths.handovers, fields: { intent: 'tracking' } },
}

const boundary = 'kohueboundary'
const multipart = `multipart/form-data; boundary=${boundary}`
const nul = '\0'

/** No picture, no PDF, and no file of either list. */
const junk = 'not a file of any kind\r\n'

type Part = { head?: string; name?: string; fileName?: string; type?: string; content?: string }

function part({
  name = 'file',
  fileName = 'file.csv',
  type = 'text/csv',
  content = junk,
  head = `content-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}`,
}: Part = {}): string {
  return `--${boundary}\r\n${head}${head && '\r\n'}\r\n${content}\r\n`
}

const field = ([name, value]: [string, string]) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

type Fields = Record<string, string>
const formOf = (fields: Fields, ...parts: string[]) =>
  Buffer.from(`${Object.entries(fields).map(field).join('')}${parts.join('')}--${boundary}--\r\n`)

type Attack = {
  body: (fields: Fields) => Buffer
  /** Over those of an honest form. */
  headers?: Record<string, string>
  /** How much longer than the body its length is said to be. */
  lies?: number
  /** Leaves the connection open, although there is more to come. */
  waits?: boolean
  isStreamed?: boolean
  caller?: () => Caller | null
  statuses?: number[]
}

const honest = (fields: Fields) => formOf(fields, part())
const large = (fields: Fields) => formOf(fields, part({ content: 'x'.repeat(6 * 1024 * 1024) }))

const attacks: Record<string, Attack> = {
  'of no kind that is taken': { body: honest, statuses: [409, 422] },
  'without a boundary': { body: honest, headers: { 'content-type': 'multipart/form-data' } },
  'with an empty boundary': {
    body: honest,
    headers: { 'content-type': 'multipart/form-data; boundary=' },
  },
  'with two boundaries': {
    body: honest,
    headers: { 'content-type': `multipart/form-data; boundary=other; boundary=${boundary}` },
  },
  'with another boundary than it says': {
    body: honest,
    headers: { 'content-type': 'multipart/form-data; boundary=other' },
  },
  'that never ends': { body: (fields) => honest(fields).subarray(0, -8) },
  'with nothing in it': { body: () => Buffer.alloc(0) },
  'of nothing but its end': { body: () => formOf({}) },
  'with two files for one field': {
    body: (fields) => formOf(fields, part(), part()),
    statuses: [400],
  },
  'with a thousand files': {
    body: (fields) => formOf(fields, ...Array.from({ length: 1000 }, () => part())),
    statuses: [400],
  },
  'with a file where a field should be': {
    body: () => formOf({}, part({ name: 'intent' }), part()),
  },
  'with a part without headers': { body: (fields) => formOf(fields, part({ head: '' })) },
  'with a part without a name': {
    body: (fields) => formOf(fields, part({ head: 'content-disposition: form-data' })),
  },
  'with a part of another disposition': {
    body: (fields) =>
      formOf(fields, part({ head: 'content-disposition: attachment; filename="a"' })),
  },
  'with a header of a hundred thousand characters': {
    body: (fields) => formOf(fields, part({ head: `x: ${'y'.repeat(100_000)}` })),
  },
  'with a field called __proto__': {
    body: (fields) => formOf({ ...fields, ['__proto__']: 'x' }, part({ name: '__proto__' })),
  },
  'with a name that leads out of its folder': {
    body: (fields) => formOf(fields, part({ fileName: '../../../../etc/cron.d/kohue' })),
  },
  'with a name that leads out of its folder, as Windows does': {
    body: (fields) => formOf(fields, part({ fileName: '..\\..\\kohue.csv' })),
  },
  'with a line break in its name': {
    body: (fields) => formOf(fields, part({ fileName: 'a.csv\r\nx-header: y' })),
  },
  'with an encoded line break in its name': {
    body: (fields) => formOf(fields, part({ fileName: 'a.csv%0D%0Ax-header: y' })),
    statuses: [400],
  },
  'with a NUL in its name': {
    body: (fields) => formOf(fields, part({ fileName: `a.csv${nul}.png` })),
    statuses: [400],
  },
  'with a NUL in the name of its field': {
    body: (fields) => formOf(fields, part({ name: `file${nul}` }), part()),
    statuses: [400],
  },
  'with a NUL in the name of a field beside it': {
    body: (fields) => formOf({ ...fields, [`a${nul}`]: 'x' }, part()),
    statuses: [400],
  },
  'of NULs': { body: (fields) => formOf(fields, part({ content: nul.repeat(1000) })) },
  'that says it is a picture': { body: (fields) => formOf(fields, part({ type: 'image/png' })) },
  'that says it is a page': { body: (fields) => formOf(fields, part({ type: 'text/html' })) },
  'of another encoding': {
    body: (fields) => formOf(fields, part({ type: 'text/csv; charset=utf-7' })),
  },
  'sent as text': { body: honest, headers: { 'content-type': 'text/plain' } },
  'sent as JSON': { body: honest, headers: { 'content-type': 'application/json' } },
  'sent as a plain form': {
    body: honest,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'shorter than it says': { body: honest, lies: 1000 },
  'longer than it says': { body: honest, lies: -40 },
  // Its length alone decides: nothing more is sent.
  'over the limit': { body: honest, lies: 6 * 1024 * 1024, waits: true, statuses: [413] },
  'over the limit and streamed, its length unsaid': {
    body: large,
    isStreamed: true,
    // The connection may be reset before the response is read.
    statuses: [413, Number.NaN],
  },
  'compressed, as it says': {
    body: (fields) => gzipSync(honest(fields)),
    headers: { 'content-encoding': 'gzip' },
  },
  'that grows a thousandfold when it is decompressed': {
    body: () => gzipSync(Buffer.alloc(50 * 1024 * 1024)),
    headers: { 'content-encoding': 'gzip' },
  },
  'not compressed, though it says so': { body: honest, headers: { 'content-encoding': 'gzip' } },
  'by nobody': { body: honest, caller: () => null, statuses: [302] },
  'by a customer': { body: honest, caller: () => member, statuses: [403] },
  'by staff without the duty': { body: honest, caller: () => otherDuty, statuses: [403] },
  'of another site': { body: honest, headers: { origin: 'https://evil.example' }, statuses: [403] },
}

/** Sends bytes as they are, and reads what comes back until the connection ends. */
async function sent(path: string, attack: Attack, fields: Fields) {
  const { url } = theShop()
  const { port, host, origin } = new URL(url)
  const { headers = {}, lies = 0, waits, isStreamed, caller = () => staff } = attack
  const body = attack.body(fields)
  const length = isStreamed
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': String(body.length + lies) }
  const all = {
    ...{ host, origin, 'content-type': multipart, connection: 'close', ...length, ...headers },
    cookie: `ageKey=older; ${caller()?.cookie ?? ''}`,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(Number(port), '127.0.0.1')
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1')
  })
  // What is refused before it was all sent may end with a reset of the connection.
  socket.on('error', () => {})
  const closed = new Promise((done) => {
    socket.once('close', done)
  })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  if (isStreamed) {
    const size = 256 * 1024
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.subarray(at, at + size)
      socket.write(`${chunk.length.toString(16)}\r\n`)
      socket.write(chunk)
      socket.write('\r\n')
    }
    socket.write('0\r\n\r\n')
  } else socket.write(body)
  if (lies > 0 && !waits) socket.end()
  await closed
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]), said }
}

/** All that an upload could write; not what time and jobs change of wines: holds that end, their prices. */
const stored = async () => {
  const row = `(to_jsonb(t) - array['held', 'promised', 'sold', 'release_state', 'price_id'])::text`
  const tables = [
    'files',
    'products',
    'allocations',
    'tracking_files',
    'parcels',
    'handovers',
    'licences',
  ]
  return queryDatabase(
    tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as rows,
             md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from ${table} t`,
      )
      .join(' union all '),
  )
}

describe.each(Object.entries(uploads))('%s', (_, { path, fields }) => {
  test.each(Object.entries(attacks))(
    '%s is refused, and nothing is stored',
    async (_how, attack) => {
      const before = await stored()
      const { status, said } = await sent(path(), attack, fields)
      const { statuses } = attack
      if (statuses) expect(statuses).toContain(status)
      else expect(status >= 400 && status < 500, `${status}`).toBe(true)
      // What breaks off is answered by the parser of requests, before there is a page.
      if (status >= 400 && (!attack.lies || attack.waits)) expect(said).toContain('</html>')
      // Neither the file nor where it came apart stands in the response.
      expect(said).not.toMatch(/node_modules|\bat \w+ \(|x-header: y/)
      expect(await stored()).toEqual(before)
      expect((await ask(paths.ourWines(), { caller: staff })).status).toBe(200)
    },
  )
})

test('nothing of all this is in the log', expectQuietLog)
