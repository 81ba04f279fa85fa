import { randomUUID } from 'node:crypto'

import { PDFDocument } from '@cantoo/pdf-lib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { expectNoSideways, oppositeWays } from '#tests/e2e/members/a-member.ts'
import { expectAccessible } from '#tests/harness/accessible.ts'
import { openBrowser } from '#tests/harness/browser.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

import { aStaffMember } from './a-staff-member.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const aPdf = async () => {
  const made = await PDFDocument.create()
  made.addPage().drawText('License')
  return Buffer.from(await made.save())
}

describe.each(oppositeWays)('staff ($size, JavaScript $javaScript)', (way) => {
  test('enter a license that has ended, say what covers it, upload it, and enter what follows', async () => {
    const number = `W-${'9'.repeat(40)}-${randomUUID().slice(0, 8)}`
    const staff = await aStaffMember(browser, way)
    const { page } = staff
    const press = (name: string) =>
      page.getByRole('button', { name, exact: true }).click({ timeout: 90_000 })
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const check = async () => {
      await expectNoSideways(staff)
      if (way.javaScript) await expectAccessible(page)
    }

    await page.goto(paths.compliance())
    await page.getByRole('link', { name: 'Licenses', exact: true }).click()
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    await check()
    await page.getByRole('link', { name: 'New license' }).click()
    await page.getByRole('heading', { name: 'New license' }).waitFor()
    await field('State').selectOption('Wyoming')
    await field('First day').fill('2020-02-01')
    await field('Last day').fill('2020-01-31')
    await press('Add the license')
    for (const sentence of [
      'Please choose who holds it.',
      'Please say what kind of license it is.',
      'Please type its number.',
      'Its last day is before its first day.',
    ]) {
      await page.getByText(sentence).waitFor()
    }
    await check()
    expect(await field('First day').inputValue()).toBe('2020-02-01')
    await field('Holder').selectOption('The business')
    await field('Kind').fill(`Shipper ${number}`)
    await field('Number').fill(number)
    await field('Last day').fill('2020-12-31')
    await field('Reports due').selectOption('Every quarter')
    await field('Day of the month').fill('20')
    await press('Add the license')
    await page.getByRole('heading', { name: 'License for Wyoming' }).waitFor()
    await page.getByText(/: Wyoming is suspended/).waitFor()
    await check()

    await field('Covered by').fill('the renewal of December')
    await press('Save')
    await page
      .getByText(/^Ended, covered by the renewal/)
      .first()
      .waitFor()

    const file = page.locator('input[type=file]')
    await file.setInputFiles({
      name: 'license.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n<script>alert(1)</script>'),
    })
    await press('Upload the document')
    await page.getByText('This is not a PDF, or it is damaged.').waitFor()
    await page.getByRole('heading', { name: 'License for Wyoming' }).waitFor()
    await check()
    await file.setInputFiles({
      name: 'license.pdf',
      mimeType: 'application/pdf',
      buffer: await aPdf(),
    })
    await press('Upload the document')
    const document = page.getByRole('link', { name: 'Download the document' })
    await document.waitFor()
    const taken = await staff.context.request.get(
      new URL((await document.getAttribute('href'))!, page.url()).href,
    )
    expect(taken.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="license-WY-W-9/),
      'x-content-type-options': 'nosniff',
    })

    await page.getByRole('link', { name: 'Enter the one that follows' }).click()
    await page.getByRole('heading', { name: 'New license' }).waitFor()
    expect(await field('First day').inputValue()).toBe('2021-01-01')
    expect(await field('Kind').inputValue()).toBe(`Shipper ${number}`)
    await field('Number').fill(number.toLowerCase())
    await field('Last day').fill('2999-12-31')
    await press('Add the license')
    await page.getByText(/has a license with this number/).waitFor()
    await field('Number').fill(`${number}b`)
    await press('Add the license')
    await page.getByText('Valid', { exact: true }).first().waitFor()

    await page.goto(paths.licences({ q: number }))
    await page.getByRole('link', { name: 'Wyoming' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Wyoming' }).count()).toBe(2)
    await check()
    await queryDatabase('delete from licences where number like $1', [`${number}%`])
    expect(staff.faults.filter((fault) => !/40[09]|422/.test(fault))).toEqual([])
  })
})
