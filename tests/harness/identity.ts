import { randomUUID } from 'node:crypto'

import { desc, eq } from 'drizzle-orm'

import type { Google, OAuthState, GoogleProfile } from '#accounts/google/google.ts'
import { sessions } from '#accounts/sign-in/tables.ts'
import { mails } from '#mail/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import type { TestShop } from './test-shop.ts'

/** Headers of a request from an IP address with these cookies. */
export const from = (address = '203.0.113.1', cookies: readonly string[] = []): Headers =>
  new Headers({
    'x-kohue-address': address,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36',
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
  })

export const password = 'altamira'

export const somePerson = () => ({
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: `${randomUUID()}@example.com`,
  password,
})

/** A newly registered user, and the request headers of their browser. */
export async function registeredPerson({ shop, db }: TestShop, address?: string) {
  const person = somePerson()
  const entered = await shop.register(person, from(address))
  if (!entered.ok) throw new Error(entered.code)
  const [viewer] = await db.select().from(users).where(eq(users.id, entered.userId))
  return { ...person, viewer: viewer!, headers: from(address, entered.cookies) }
}

/** Emails to an address, newest first. */
export const emailsTo = (db: Database, recipient: string) =>
  db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(desc(mails.number))

/** The token of the link in the newest email of a kind. */
export async function tokenIn(db: Database, recipient: string, kind: string): Promise<string> {
  const emails = await emailsTo(db, recipient)
  const props = emails.find((email) => email.kind === kind)?.props as { link?: string } | undefined
  if (!props?.link) throw new Error(`No ${kind} for ${recipient}`)
  return new URL(props.link).searchParams.get('token')!
}

export const sessionsOf = (db: Database, userId: string) =>
  db.select().from(sessions).where(eq(sessions.userId, userId))

/** A fake Google that returns the profile it was last given. */
export function aGoogle(): Google & { say(profile: GoogleProfile, connects?: boolean): void } {
  let profile: GoogleProfile | undefined
  const state: OAuthState = {
    state: 's',
    nonce: 'n',
    verifier: 'v',
    redirectUri: 'http://localhost:3000/login/google/callback',
    to: '/members',
    inWindow: false,
    connects: false,
  }
  return {
    say: (what, connects = false) => {
      profile = what
      state.connects = connects
    },
    begin: async () => ({ url: 'https://google.example/', cookies: [] }),
    stateOf: () => state,
    finish: async () => profile!,
    forget: () => [],
  }
}
