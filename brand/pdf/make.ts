/**
 * Makes the PDFs of the shop from the words it shows: `npm run pdf`. Printed by Chromium, which
 * tags headings, lists and reading order for screen readers (docs/decisions/0016).
 */
import { mkdir, writeFile } from 'node:fs/promises'

import { chromium } from 'playwright'
import sharp from 'sharp'

import { findChromium } from '#launch/browsers.ts'

import { digestOf, papers } from './papers.ts'

const pictures = new URL('../../public/pictures/', import.meta.url)
const folder = new URL('../../public/pdf/', import.meta.url)

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(),
  // Unhinted, or the windowless browser sets letters on whole pixels of the screen.
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
})
const page = await browser.newPage()
const printedFrom: Record<string, string> = {}
for (const { file, words, html, isLegal } of papers) {
  await page.setContent(await html())
  await page.evaluate(() => document.fonts.ready)
  const pdf = undated(await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true }))
  await writeFile(new URL(file, folder), pdf)
  printedFrom[file] = digestOf(words)
  if (isLegal) await writeFile(new URL(file.replace('.pdf', '.webp'), pictures), await firstPage())
  process.stdout.write(`${file} ${(pdf.length / 1024).toFixed(0)} kB\n`)
}
await browser.close()
const record = new URL('printed-from.json', import.meta.url)
await writeFile(record, `${JSON.stringify(printedFrom, null, 2)}\n`)

/** The first sheet of letter paper as a picture, twice as large as its page shows it. */
async function firstPage(): Promise<Buffer> {
  await page.setViewportSize({ width: 816, height: 1056 })
  await page.addStyleTag({ content: 'body { padding: 0.85in 1.3in; background: #fffdf9 }' })
  const shot = await page.screenshot()
  return sharp(shot).resize(544).webp({ quality: 60 }).toBuffer()
}

/** The same words make the same file: the moment of printing is left out. Lengths must not change. */
function undated(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1').replace(/\(D:\d{14}/g, '(D:20260101000000')
  return Buffer.from(text, 'latin1')
}
