import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { lettersWithoutFont } from '#platform/pdf/pdf-fonts.server.ts'

import type { PackingSlip } from './packing-papers.ts'
import { packingCopy } from './packing.copy.ts'
import { pdfPackingPapers } from './pdf-packing-papers.server.ts'

const papers = pdfPackingPapers()
const folder = mkdtempSync(join(tmpdir(), 'packing-'))
afterAll(() => rmSync(folder, { recursive: true }))

const slip: PackingSlip = {
  shipment: 'S-2001',
  order: 'K-1001',
  place: '1 of 3',
  to: [
    'Maximiliana Featherstonehaugh-Villanueva',
    '12345 Llanfairpwllgwyngyll Boulevard NW',
    'Apartment 1204, c/o Señora Muñoz Łódź',
    'Rancho Santa Margarita, California 92688',
  ],
  phone: '(949) 555-0123',
  notes: [],
  service: 'Ground shipping',
  signature: 'Contains alcohol; signature of a person 21 or older required for delivery',
  wines: [{ count: 2, unit: 'cases', description: '2022 Malbec, 3-pack of 750ml' }],
  sum: '2 boxes with 6 bottles',
}

/** How many pages a PDF has, without a reader: each is an object of its own. */
const pagesIn = (file: Buffer) =>
  file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

describe('packing slips', () => {
  test('are one page per shipment, with the fonts embedded', async () => {
    const file = await papers.packingSlips([slip, { ...slip, order: 'K-1002' }, slip])
    expect(pagesIn(file)).toBe(3)
    const text = file.toString('latin1')
    expect(text).toMatch(/\/FontFile[23]/)
    expect(text).not.toMatch(/\/BaseFont \/Helvetica/)
    expect(text).toContain('/StructTreeRoot')
  })

  test('of an address that overflows stay on their page', async () => {
    const long = 'M'.repeat(40)
    const file = await papers.packingSlips([
      { ...slip, to: [long, long, long, long], service: long, sum: long },
    ])
    expect(pagesIn(file)).toBe(1)
  })
})

describe('the list of pickups', () => {
  const line = {
    time: '4:00 PM',
    place: 'Warehouse',
    name: 'Ana Ruiz',
    shipment: 'S-2001',
    order: 'K-1001',
    wines: '1 × 2022 Malbec',
  }
  test('continues on further pages, and says when there is none', async () => {
    expect(pagesIn(await papers.pickupList('Pickups, November 20, 2026', []))).toBe(1)
    const many = Array.from({ length: 30 }, () => line)
    expect(pagesIn(await papers.pickupList('Pickups, November 20, 2026', many))).toBe(3)
  })
})

const hasPoppler = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.runIf(hasPoppler)('a slip reads as it should, and has no price', async () => {
  const path = join(folder, 'slip.pdf')
  writeFileSync(path, await papers.packingSlips([slip]))
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  for (const said of [...slip.to.slice(0, 2), 'K-1001', 'S-2001', '2 cases', slip.signature!]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
  }
  expect(text).toContain('Señora Muñoz Łódź')
  expect(text).not.toMatch(/\$|price|tax/i)
})

test.runIf(hasPoppler)('notes are on their slip, in any length', async () => {
  const path = join(folder, 'gift.pdf')
  const heading = 'A note for you'
  const notes = [
    { heading, text: 'Happy birthday, 王小明!\nTo many more. Łucja' },
    { heading: 'At the gate', text: 'Ring twice' },
  ]
  writeFileSync(path, await papers.packingSlips([{ ...slip, notes }]))
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  for (const said of [
    'A note for you',
    'Happy birthday, 王小明!\n',
    'To many more. Łucja',
    'At the gate',
    'Ring twice',
    '2 cases',
  ]) {
    expect(text).toContain(said)
  }
  const wines = [slip.wines[0]!, slip.wines[0]!, slip.wines[0]!]
  for (const long of ['M'.repeat(200), '\n'.repeat(200), 'Đ'.repeat(200)]) {
    expect(
      pagesIn(await papers.packingSlips([{ ...slip, wines, notes: [{ heading, text: long }] }])),
    ).toBe(1)
  }
})

test.runIf(hasPoppler)('names and addresses of other scripts are read from a slip', async () => {
  const path = join(folder, 'scripts.pdf')
  const to = [
    '王小明',
    '建物 4B, Łukaszewicz-Đặng Straße',
    'Ελένη Παπαδοπούλου, Наталія Ґудзь',
    '김민수 さくら San Francisco, California 94110',
  ]
  writeFileSync(path, await papers.packingSlips([{ ...slip, to }]))
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  for (const line of to)
    expect(text.normalize('NFC').replaceAll(/\s/g, '')).toContain(line.replaceAll(' ', ''))
})

test('one that needs two lines in another script stays on its page', async () => {
  const file = await papers.packingSlips([
    { ...slip, to: ['王'.repeat(90), `Đặng ${'Ł'.repeat(120)}`, '建物 4B', 'San Francisco'] },
  ])
  expect(pagesIn(file)).toBe(1)
})

test('letters that no font has are named', async () => {
  expect(await lettersWithoutFont('王小明 Łukasz Đặng Ana')).toEqual([])
  expect(await lettersWithoutFont('משה Ana')).toEqual(['מ', 'ש', 'ה'])
})

test('the sum of a slip can’t be read as a case and a bottle more', () => {
  expect(packingCopy.sum(1, 1)).toBe('1 box with 1 bottle')
  expect(packingCopy.sum(2, 6)).toBe('2 boxes with 6 bottles')
})
