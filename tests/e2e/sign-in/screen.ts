import type { Locator, Page } from 'playwright'

import type { Person } from '#tests/harness/browser.ts'

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

export const passwordField = (page: Page | Locator, label = 'Password') =>
  page.getByLabel(label, { exact: true })

/** Fills in and sends the login form. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await passwordField(page).fill(password)
  await button(page, 'Log In').click()
}

/** Fills in and sends the registration form. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await passwordField(page).fill(person.password)
  await button(page, 'Sign In').click()
}

/** Chooses an account on Google's consent page. */
export async function consentAtGoogle(
  google: Page,
  email: string,
  isVerified = true,
): Promise<void> {
  await google.getByLabel('Email').fill(email)
  await google.getByLabel('Given name').fill('Lucía')
  await google.getByLabel('Family name').fill('Ferrer')
  if (!isVerified) await google.getByLabel('Address verified by Google').uncheck()
  await google.getByRole('button', { name: 'Continue' }).click()
}

/** The sentence is in a message that a screen reader announces. */
export async function expectSaid(page: Page, sentence: string): Promise<void> {
  const message = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: sentence })
  await message.first().waitFor()
}
