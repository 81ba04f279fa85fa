import { randomUUID } from 'node:crypto'

import type { Browser, Page } from 'playwright'

import type { Member } from '#tests/e2e/members/a-member.ts'
import { aMember } from '#tests/e2e/members/a-member.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'

/** A signed-in staff user in a browser context. */
export const aStaffMember = (
  browser: Browser,
  options: Parameters<typeof aMember>[1] = {},
): Promise<Member> => aMember(browser, { ...options, profile: { role: 'staff' } })

/** A mailing-list subscriber with a unique last name. */
export async function aSubscriber(): Promise<{ id: string; email: string; lastName: string }> {
  const [mark] = randomUUID().split('-')
  const subscriber = { email: `${mark}@list.example`, lastName: `Castro-${mark}` }
  const rows = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ($1, 'Bruno', $2, $3, 'test', 'made for a test') returning id`,
    [`Bruno ${subscriber.lastName}`, subscriber.lastName, subscriber.email],
  )
  return { id: rows[0]!.id, ...subscriber }
}

/** A user with a unique last name. */
export async function aUser(
  profile: Record<string, unknown> = {},
): Promise<{ id: string; email: string; lastName: string }> {
  const [mark] = randomUUID().split('-')
  const columns = {
    first_name: 'Nora',
    last_name: `Quinn-${mark}`,
    name: `Nora Quinn-${mark}`,
    email: `${mark}@user.example`,
    ...profile,
  }
  const names = Object.keys(columns)
  const rows = await queryDatabase<{ id: string }>(
    `insert into users (${names.join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  )
  return { id: rows[0]!.id, email: columns.email, lastName: columns.last_name }
}

export const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

/** Presses Save as a keyboard does: an inactive one answers too. */
export async function pressSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Follows the menu to a part of the admin: on a phone it opens first, elsewhere one points at the group. */
export async function followMenu(page: Page, group: string, part: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Menu' })
  if (await opener.isVisible()) await opener.click()
  else await menu.getByRole('link', { name: group, exact: true }).first().hover()
  await menu.getByRole('link', { name: part, exact: true }).last().click()
}
