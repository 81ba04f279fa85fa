import { deflateSync } from 'node:zlib'

import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'

import { rebuiltSheet } from './rebuild-pdf.server.ts'
import { sheetFiles } from './sheet-files.server.ts'

const { typeset } = sheetFiles()

const words = {
  title: '2024 Cabernet Franc',
  place: 'Paraje Altamira, Uco Valley',
  facts: [
    ['Variety', 'Cabernet Franc'],
    ['Vintage', '2024'],
    ['Origin', 'Paraje Altamira, Uco Valley, Mendoza, Argentina'],
    ['Alcohol', '14.1 % by volume'],
    ['Format', 'Case of three bottles of 750 ml'],
    ['Empty', ''],
  ],
  notes: 'Fermented in concrete with its own yeasts; twelve months in old oak. José Peña made it.',
} as const

async function pdfWith(change: (made: PDFDocument) => void, pages = 1): Promise<Buffer> {
  const made = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) made.addPage([300, 400]).drawText('A sheet')
  change(made)
  return Buffer.from(await made.save({ useObjectStreams: false }))
}

const reasonOf = async (file: Buffer) => {
  const rebuilt = await rebuiltSheet(file)
  return rebuilt.ok ? 'taken' : rebuilt.reason
}

describe('an uploaded technical sheet', () => {
  it('is built anew from its pages: scripts, links and attachments are gone', async () => {
    const sent = await pdfWith((made) => {
      made.addJavaScript('open', 'app.alert("script")')
      made.attach(Buffer.from('attached'), 'attached.html')
      const link = made.context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 300, 400],
        A: { S: 'URI', URI: PDFString.of('javascript:alert(1)') },
      })
      made
        .getPage(0)
        .node.set(PDFName.of('Annots'), made.context.obj([made.context.register(link)]))
      made
        .getPage(0)
        .node.set(
          PDFName.of('AA'),
          made.context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert(2)') } }),
        )
      made.setTitle('Somebody’s name')
    })
    expect(sent.toString('latin1')).toMatch(/JavaScript/)
    const rebuilt = await rebuiltSheet(sent)
    if (!rebuilt.ok) throw new Error(rebuilt.reason)
    const plain = await PDFDocument.load(rebuilt.bytes)
    const text = Buffer.from(await plain.save({ useObjectStreams: false })).toString('latin1')
    expect(plain.getPageCount()).toBe(1)
    expect(text).not.toMatch(/JavaScript|\/JS\b|EmbeddedFile|\/Annot|\/AA\b|URI|Somebody/)
  })

  it('is refused when it is another file, locked, too long or too large', async () => {
    expect(await reasonOf(Buffer.from('<html><script>1</script>'))).toBe('not-a-pdf')
    expect(await reasonOf(Buffer.from('%PDF-1.7\n<script>'))).toBe('not-a-pdf')
    expect(await reasonOf(await pdfWith(() => {}, 9))).toBe('too-many-pages')
    const locked = await PDFDocument.create()
    locked.addPage()
    locked.encrypt({ userPassword: 'a', ownerPassword: 'b' })
    expect(await reasonOf(Buffer.from(await locked.save()))).toBe('locked')
    expect(await reasonOf(Buffer.alloc(4 * 1024 * 1024 + 1))).toBe('too-large')
  })

  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 32))
  const ascii85 = Buffer.from(`${'z'.repeat(3_000_000)}~>`)
  // Of a run: 128 copies of one byte by each pair.
  const runs = Buffer.concat([Buffer.alloc(2_000_000, Buffer.from([129, 32])), Buffer.from([128])])

  it.each([
    ['/ObjStm', '/FlateDecode', 'stream\n', bomb],
    ['/ObjStm', '[/FlateDecode /FlateDecode]', 'stream\n', deflateSync(bomb)],
    ['/ObjStm', '[/ASCIIHexDecode /FlateDecode]', 'stream\n', Buffer.from(bomb.toString('hex'))],
    ['/ObjStm', '/RunLengthDecode', 'stream\n', runs],
    ['/ObjStm', '[/RunLengthDecode /ASCII85Decode]', 'stream\n', ascii85],
    ['/Obj#53tm', '/Flate#44ecode', 'stream\r', bomb],
    ['/XRef', '[/FlateDecode]', 'stream\r\n', bomb],
  ])(
    'is refused before tables are decoded beyond bounds: %s %s',
    async (type, filter, word, data) => {
      const file = Buffer.concat([
        Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type ${type} /N 1 /First 4 /Filter ${filter} `),
        Buffer.from(`/W [1 2 1] /Size 1 /Root 2 0 R /Length ${data.length} >>\n${word}`),
        data,
        Buffer.from('\nendstream\nendobj\ntrailer << /Root 2 0 R >>\n%%EOF'),
      ])
      const before = process.memoryUsage().arrayBuffers
      expect(await reasonOf(file)).toBe('not-a-pdf')
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024)
    },
  )
})

describe('a technical sheet set by the shop', () => {
  it('is one tagged page with its fonts embedded', async () => {
    const file = await typeset(words)
    const plain = await PDFDocument.load(file)
    expect(plain.getPageCount()).toBe(1)
    expect(plain.getTitle()).toContain('2024 Cabernet Franc')
    const text = file.toString('latin1')
    expect(text).toMatch(/StructTreeRoot/)
    expect(text).toMatch(/FontFile/)
    expect(file.length).toBeLessThan(200_000)
  })

  it('keeps to its page whatever is typed', async () => {
    const long = 'Very long words '.repeat(60)
    const facts = words.facts.map(([label]) => [label, long.slice(0, 120)] as const)
    const file = await typeset({
      title: long.slice(0, 80),
      place: long.slice(0, 80),
      facts,
      notes: long,
    })
    expect((await PDFDocument.load(file)).getPageCount()).toBe(1)
  })
})
