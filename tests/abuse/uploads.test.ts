import { once } from 'node:events'
import { request } from 'node:http'

import { beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const wine = 'cabernet-sauvignon-2021'

let staff: Caller
let member: Caller
beforeAll(async () => {
  staff = await aStaffMember()
  member = await aMember()
})

const formWith = (bytes: Uint8Array<ArrayBuffer> | string, name: string, type: string) => {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}

const upload = (kind: string, body: FormData, caller: Caller | null = staff) =>
  ask(paths.wineFile(wine, kind), { method: 'POST', caller, body })

const kept = () => queryDatabase('select count(*)::int as files from files')
const standing = () =>
  queryDatabase('select image, picture_file, spec_sheet, version from products where id = $1', [
    wine,
  ])

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(document.domain)</script>'
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

describe('a file that is not what it says', () => {
  const refused: [string, string, Uint8Array<ArrayBuffer> | string, string, string][] = [
    ['an SVG with a script as .png', 'picture', svg, 'label.png', 'image/png'],
    ['a page as .png', 'picture', html, 'label.png', 'image/png'],
    [
      'a page behind a PNG’s first bytes',
      'picture',
      Uint8Array.from([...png, ...Buffer.from(html)]),
      'label.png',
      'image/png',
    ],
    ['a page as .pdf', 'sheet', html, 'sheet.pdf', 'application/pdf'],
    [
      'a page behind a PDF’s first bytes',
      'sheet',
      `%PDF-1.7\n${html}`,
      'sheet.pdf',
      'application/pdf',
    ],
    ['an empty file', 'picture', '', 'label.png', 'image/png'],
  ]
  test.each(refused)(
    '%s is refused, and nothing is written',
    async (_, kind, bytes, name, type) => {
      const before = [await kept(), await standing()]
      const response = await upload(kind, formWith(bytes, name, type))
      expect([400, 422]).toContain(response.status)
      expect(await response.text()).not.toContain('alert(')
      expect([await kept(), await standing()]).toEqual(before)
    },
  )

  test('a file of more than 4 MB is refused, and so is a larger body', async () => {
    const four = new Uint8Array(4 * 1024 * 1024 + 1)
    four.set(png)
    expect((await upload('picture', formWith(four, 'label.png', 'image/png'))).status).toBe(413)
    const six = formWith(new Uint8Array(6 * 1024 * 1024), 'label.png', 'image/png')
    const response = await upload('picture', six).catch(() => null)
    if (response) expect(response.status).toBe(413)
  })

  test('a form without a file, and one of another kind, get an error', async () => {
    const none = new FormData()
    none.set('file', 'text')
    expect((await upload('picture', none)).status).toBe(400)
    expect((await upload('elsewhere', formWith('x', 'a.png', 'image/png'))).status).toBe(404)
  })
})

test('who is not of the staff uploads nothing, however large', async () => {
  const before = await kept()
  const body = () => formWith(new Uint8Array(3 * 1024 * 1024), 'label.png', 'image/png')
  const visitor = await upload('picture', body(), null).catch(() => null)
  if (visitor) expect(visitor.status).toBe(302)
  const refused = await upload('picture', body(), member).catch(() => null)
  if (refused) expect(refused.status).toBe(403)
  expect(await kept()).toEqual(before)
})

test('a fifth file at once is refused before it is read, and taken once another one is through', async () => {
  const slow = Array.from({ length: 5 }, () =>
    request(`${theShop().url}${paths.wineFile(wine, 'picture')}`, {
      method: 'POST',
      headers: {
        origin: theShop().url,
        cookie: `ageKey=older; ${staff.cookie}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000,
      },
    }),
  )
  const refused = await Promise.any(
    slow.map(async (sending) => {
      sending.write('--b')
      const [{ statusCode, headers }] = await once(sending, 'response')
      return { sending, statusCode, headers }
    }),
  )
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  const status = async () => (await upload('picture', formWith('', 'a.png', 'image/png'))).status
  expect(await status()).toBe(503)
  for (const sending of slow) {
    sending.on('error', () => {})
    sending.destroy()
  }
  await expect.poll(status).toBe(400)
})

test('a NUL is refused in a field beside the file', async () => {
  const body = formWith('x', 'label.png', 'image/png')
  body.set('note', 'a\0b')
  expect((await upload('picture', body)).status).toBe(400)
})

test('addresses of files that were never uploaded are not there', async () => {
  const sha256 = 'ab'.repeat(32)
  for (const path of [
    `/pictures/${sha256}-640.avif`,
    `/pictures/${sha256}-scene-900.webp`,
    `/pictures/${sha256}-641.avif`,
    `/pdf/${sha256}.pdf`,
    `/pdf/..%2F${sha256}.pdf`,
  ]) {
    expect((await ask(path)).status, path).toBe(404)
  }
})

test('an uploaded sheet is downloaded and runs nothing', async () => {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const made = await PDFDocument.create()
  made.addPage([300, 400]).drawText('A sheet')
  made.addJavaScript('open', 'app.alert("script")')
  const bytes = Uint8Array.from(await made.save({ useObjectStreams: false }))
  const response = await upload('sheet', formWith(bytes, 'sheet.pdf', 'application/pdf'))
  expect(response.status).toBe(303)
  const [row] = await queryDatabase<{ spec_sheet: string }>(
    'select spec_sheet from products where id = $1',
    [wine],
  )
  const served = await ask(paths.pdf(row!.spec_sheet))
  expect(served.status).toBe(200)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringContaining('attachment'),
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toContain('JavaScript')
  await queryDatabase(`update products set spec_sheet = $1, sheet_file = null where id = $2`, [
    `${wine}.pdf`,
    wine,
  ])
})

test('nothing of all this is in the log', expectQuietLog)
