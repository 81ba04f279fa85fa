import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import { mergeCopy } from '#privacy/merging/merges.copy.ts'
import {
  dataRequestsCopy,
  personCopy,
  personalDataCopy,
} from '#privacy/personal-data/personal-data.copy.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { emailWithLinkTo, subjectsTo } from '#tests/harness/inbox.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'
import { theShop } from '#tests/harness/the-shop.ts'

/** What staff and subscribers do about one person, by browsers without JavaScript. */
let staff: Caller
let staffBrowser: ReturnType<typeof plainBrowser>
beforeAll(async () => {
  staff = await aStaffMember()
  staffBrowser = plainBrowser(staff.cookie)
})

/** A customer whose address is confirmed. */
async function aCustomer(lastName = 'Ruiz'): Promise<Caller> {
  const customer = await aMember()
  await queryDatabase(
    `update users set email_verified = true, last_name = $2, phone = '4155550177' where id = $1`,
    [customer.id, lastName],
  )
  return customer
}

describe('data requests', () => {
  test('are noted and marked done, and a form that was answered already says so', async () => {
    const list = await staffBrowser.visit(paths.dataRequests())
    const typed = await staffBrowser.press(list, dataRequestsCopy.save, {
      kind: 'erasure',
      email: 'Ana',
    })
    expect(typed.status).toBe(400)
    expect(typed.text).toContain(dataRequestsCopy.invalid)
    expect(typed.html).toContain('value="Ana"')

    const email = `${crypto.randomUUID()}@letter.example`
    // The kind that was chosen beside the refused address still is.
    const noted = await staffBrowser.press(typed, dataRequestsCopy.save, { email })
    const [request] = await queryDatabase<{ number: number; kind: string }>(
      `select number::int, kind from data_requests where email = $1`,
      [email],
    )
    expect(request!.kind).toBe('erasure')
    expect(noted.text).toContain(dataRequestsCopy.recorded(request!.number))
    expect(noted.text).toContain(email)
    const twice = await staffBrowser.press(typed, dataRequestsCopy.save, { email })
    expect(twice.text).toContain(dataRequestsCopy.recordedBefore(request!.number))

    const { number } = request!
    const close = dataRequestsCopy.closeOf(number)
    const closing = await staffBrowser.visit(paths.dataRequests({ close: String(number) }))
    expect(closing.text).toContain(dataRequestsCopy.sure)
    const unsaid = await staffBrowser.press(closing, close, {})
    expect(unsaid.status).toBe(400)
    expect(unsaid.text).toContain(dataRequestsCopy.whyNot['no-outcome'])
    const said = { outcome: 'nothing-kept', note: 'By letter' }
    const done = await staffBrowser.press(unsaid, close, said)
    expect(done.text).toContain(dataRequestsCopy.finished(number))
    expect(done.text).not.toContain(email)
    const again = await staffBrowser.press(closing, close, said)
    expect(again.text).toContain('It was already done.')
  })
})

describe('a fresh link', () => {
  afterEach(dropReleases)

  test('is sent once by each form, and three an hour', async () => {
    const customer = await aCustomer()
    await putRelease({ email: customer.email })
    const button = `${personCopy.freshLink} ${personCopy.freshLinkTo('The spring release')}`
    let page = await staffBrowser.visit(paths.person(customer.id))
    // What is kept for them stands on the page.
    expect(page.text).toMatch(/Allocations .*The spring release 2024 Malbec, 3-pack of 750ml 4 0 /)
    const sent = await staffBrowser.press(page, button)
    expect(sent.text).toContain(personCopy.freshLinkSent)
    expect((await staffBrowser.press(page, button)).text).toContain(personCopy.freshLinkSent)
    const links = () =>
      queryDatabase(`select 1 from mails where kind = 'purchase-link' and recipient = $1`, [
        customer.email,
      ])
    expect(await links()).toHaveLength(1)
    for (let times = 0; times < 2; times++) {
      page = await staffBrowser.visit(paths.person(customer.id))
      await staffBrowser.press(page, button)
    }
    page = await staffBrowser.visit(paths.person(customer.id))
    const refused = await staffBrowser.press(page, button)
    expect(refused.text).toContain('Nothing was sent: they were sent three links within the hour.')
    expect(await links()).toHaveLength(3)
  })
})

describe('a merge', () => {
  /** The two accounts side by side. */
  async function compared(into: Caller, from: Caller) {
    const person = await staffBrowser.visit(paths.person(into.id))
    expect(person.html).toContain(`href="${paths.mergeUser(into.id)}"`)
    const asked = await staffBrowser.visit(paths.mergeUser(into.id))
    return staffBrowser.press(asked, mergeCopy.find, { with: from.email })
  }

  test('asks for the other account, keeps what was chosen, and is undone', async () => {
    const [into, from] = [await aCustomer('Ruiz'), await aCustomer('Ruiz Molina')]
    const asked = await staffBrowser.visit(paths.mergeUser(into.id))
    const nobody = await staffBrowser.press(asked, mergeCopy.find, {
      with: 'nobody@nowhere.example',
    })
    expect([nobody.status, nobody.text.includes(mergeCopy.unknown)]).toEqual([404, true])

    const form = await compared(into, from)
    expect(form.text).toContain(mergeCopy.moves(from.email, into.email))
    const merged = await staffBrowser.press(form, mergeCopy.merge, { name: 'from' })
    expect(merged.path).toBe(paths.person(into.id))
    expect(merged.text).toContain('The accounts are merged. Both addresses are told.')
    expect(merged.text).toContain('Ruiz Molina')
    // Reloading what was sent merges nothing more.
    expect((await staffBrowser.press(form, mergeCopy.merge, { name: 'from' })).text).toContain(
      'The accounts are merged. Both addresses are told.',
    )
    for (const email of [into.email, from.email]) {
      expect(await subjectsTo(email, 2)).toContain('Your two Kohue accounts are now one')
    }

    const undone = await staffBrowser.press(merged, mergeCopy.undoButton)
    expect(undone.text).toContain(
      'The merge is undone. Both addresses are told; a no to emails stays.',
    )
    const late = await staffBrowser.press(merged, mergeCopy.undoButton)
    expect(late.text).toContain('This merge was undone before.')
    const rows = await queryDatabase(
      `select last_name, email from users where id = any($1) and erase_at is null order by last_name`,
      [[into.id, from.id]],
    )
    expect(rows).toEqual([
      { last_name: 'Ruiz', email: into.email },
      { last_name: 'Ruiz Molina', email: from.email },
    ])
  })

  test('of an account with itself, with staff, unconfirmed or changed meanwhile says why not', async () => {
    const [into, from] = [await aCustomer(), await aCustomer()]
    const itself = await compared(into, into)
    expect([itself.status, itself.text.includes(mergeCopy.self)]).toEqual([400, true])
    const colleague = await aStaffMember()
    // Said beforehand, in place of the button.
    const withStaff = await compared(into, colleague)
    expect(withStaff.text).toContain('Accounts of staff are not merged.')
    await expect(staffBrowser.press(withStaff, mergeCopy.merge)).rejects.toThrow('no button Merge')
    const unsure = await aMember()
    const withUnsure = await compared(into, unsure)
    expect(withUnsure.text).toContain(
      'Both email addresses must be confirmed first. Otherwise someone else’s mailbox could open this account.',
    )

    const form = await compared(into, from)
    await queryDatabase(`update users set version = version + 1 where id = $1`, [from.id])
    const stale = await staffBrowser.press(form, mergeCopy.merge)
    expect([
      stale.status,
      stale.text.includes('One of the accounts was changed in the meantime. Please look again.'),
    ]).toEqual([409, true])
    expect(
      await queryDatabase('select 1 from person_merges where into_user = $1', [into.id]),
    ).toEqual([])
    const distinct = await staffBrowser.press(stale, mergeCopy.distinct)
    expect(distinct.text).toContain('Noted: the pair is off the list.')
  })
})

describe('a subscriber without an account', () => {
  async function aSubscriber(email: string) {
    const browser = plainBrowser()
    const form = await browser.visit(paths.mailingList())
    const joined = await browser.press(form, 'Subscribe', { fullname: 'Ana Ruiz', email })
    expect(joined.text).toContain('You have been added to our mailing list.')
    const [row] = await queryDatabase(`select id from mailing_list_clients where email = $1`, [
      email,
    ])
    const { fakesUrl } = theShop()
    const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
    const { messages } = (await response.json()) as { messages: { links: string[] }[] }
    const foot = messages[0]!.links.map((one) => new URL(one).pathname)
    return {
      browser,
      id: String(row!['id']),
      asks: foot.find((one) => one.startsWith('/your-data/'))!,
    }
  }

  test('sees, corrects, downloads, leaves and erases by a link that works once', async () => {
    const email = `${crypto.randomUUID()}@list.example`
    const { browser, asks } = await aSubscriber(email)
    const sent = await browser.press(await browser.visit(asks), personalDataCopy.send)
    expect(sent.text).toContain(personalDataCopy.sent)
    const link = new URL(await emailWithLinkTo(email, paths.subscriberData(), 2))
    const unused = await browser.visit(link.pathname + link.search)
    let kept = await browser.press(unused, personalDataCopy.open)
    expect(kept.text).toContain(email)

    const wrong = await browser.press(kept, personalDataCopy.save, { fullname: 'Ana' })
    expect(wrong.status).toBe(400)
    kept = await browser.press(wrong, personalDataCopy.save, { fullname: 'Ana María Ruiz' })
    expect(kept.text).toContain(personalDataCopy.saved)
    const file = await browser.visit(paths.subscriberDataFile())
    expect(JSON.parse(file.html)).toMatchObject({ mailingList: { email } })
    kept = await browser.press(kept, personalDataCopy.leave)
    expect(kept.text).toContain('by the link in one of our emails.')

    const other = plainBrowser()
    const usedUp = await other.visit(link.pathname + link.search)
    expect([usedUp.status, usedUp.text.includes(personalDataCopy.noneTitle)]).toEqual([404, true])

    const unsure = await browser.press(kept, personalDataCopy.erase)
    expect([unsure.status, unsure.text.includes(personalDataCopy.tickFirst)]).toEqual([400, true])
    const erased = await browser.press(unsure, personalDataCopy.erase, { sure: 'yes' })
    expect(erased.text).toContain(personalDataCopy.erased)
    await expect
      .poll(() => queryDatabase(`select 1 from mailing_list_clients where email = $1`, [email]))
      .toEqual([])
    const gone = await browser.visit(asks)
    expect([gone.status, gone.text.includes(personalDataCopy.unknownTitle)]).toEqual([404, true])
  })

  test('leaves by the page’s button; every state of it says what is true', async () => {
    const email = `${crypto.randomUUID()}@list.example`
    const { browser, id } = await aSubscriber(email)
    const { fakesUrl } = theShop()
    const response = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000`)
    const { messages } = (await response.json()) as {
      messages: { headers: Record<string, string> }[]
    }
    const path = new URL(/^<(.+)>$/.exec(messages[0]!.headers['List-Unsubscribe']!)![1]!).pathname

    const page = await browser.visit(path)
    expect(page.text).toContain(`${email} is on our mailing list.`)
    const left = await browser.press(page, 'Unsubscribe')
    expect(left.text).toContain('You are off the list')
    expect(left.text).toMatch(/You left the list on .* by the link in one of our emails\./)
    // Twice is once.
    expect((await browser.press(page, 'Unsubscribe')).text).toContain('You are off the list')
    const noes = `select 1 from consents where email = $1 and verdict = 'no'`
    expect(await queryDatabase(noes, [email])).toHaveLength(1)

    // Without the part that says to whom it was sent it still leaves the list; without all of its signature it does not.
    const cut = await browser.visit(path.slice(0, -15))
    expect([cut.status, cut.text.includes('This link does not work')]).toEqual([404, true])
    await queryDatabase('delete from mailing_list_clients where id = $1', [id])
    const gone = await browser.visit(path)
    expect([gone.status, gone.text.includes('You are not on our list')]).toEqual([404, true])
    expect(gone.text).toContain('so it brings you no emails')
  })
})

test('nothing of all this is in the log', expectQuietLog)
