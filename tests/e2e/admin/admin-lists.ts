import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'

import { aMember } from '#tests/e2e/members/a-member.ts'
import type { Member } from '#tests/e2e/members/a-member.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

/** A signed-in staff user. */
export async function aStaffMember(
  browser: Browser,
  options: Parameters<typeof aMember>[1] = {},
): Promise<Member> {
  const member = await aMember(browser, options)
  await queryDatabase(`update users set role = 'staff' where email = $1`, [member.person.email])
  return member
}

/** A word that no other test has in its names, so that a search finds this test's people alone. */
export const aGroup = () => `g${randomUUID().slice(0, 8)}`

export type Named = { firstName: string; lastName?: string; left?: boolean }

/** Puts people on the mailing list, past the form. */
export async function subscribers(group: string, people: readonly Named[]): Promise<void> {
  for (const { firstName, lastName = '', left = false } of people) {
    await queryDatabase(
      `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
         consent_wording, unsubscribed_at)
       values ($1 || ' ' || $2, $1, $2, $3, 'test', 'test', case when $4 then now() end)`,
      [firstName, lastName, `${randomUUID()}@${group}.example`, left],
    )
  }
}

/** `prefix` and a number of two digits: P01, P02 … */
export const numbered = (count: number): Named[] =>
  Array.from({ length: count }, (_, index) => ({
    firstName: `P${String(index + 1).padStart(2, '0')}`,
    lastName: 'Listed',
  }))

export const search = (page: Page) => page.getByRole('searchbox')
export const summary = (page: Page, text: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`\\b${text}\\b`) })
    .first()
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const firstNames = (page: Page) => page.getByRole('rowheader').allInnerTexts()
