import { randomUUID } from 'node:crypto'

import { hashPassword } from 'better-auth/crypto'

import { userByEmail } from '#accounts/users/users.store.server.ts'
import type { Database } from '#platform/database/connection.server.ts'

import { demoMembers, demoPassword } from '../demo-members.ts'

/** Where people of the stories live; `area` begins their phone numbers. */
const towns = [
  ['Valencia Street', 'San Francisco', 'CA', '94110', '415'],
  ['West 11th Street', 'New York', 'NY', '10011', '212'],
  ['Pearl Street', 'Boulder', 'CO', '80302', '303'],
  ['Beacon Street', 'Boston', 'MA', '02116', '617'],
  ['Peachtree Street', 'Atlanta', 'GA', '30309', '404'],
  ['Pike Street', 'Seattle', 'WA', '98101', '206'],
  ['Walnut Street', 'Philadelphia', 'PA', '19103', '215'],
  ['Abbot Kinney Boulevard', 'Venice', 'CA', '90291', '310'],
  ['Meeting Street', 'Charleston', 'SC', '29401', '843'],
  ['Court Street', 'Brooklyn', 'NY', '11201', '718'],
  ['Nassau Street', 'Princeton', 'NJ', '08542', '609'],
  ['Hennepin Avenue', 'Minneapolis', 'MN', '55403', '612'],
  ['NW 23rd Avenue', 'Portland', 'OR', '97210', '503'],
  ['Solano Avenue', 'Napa', 'CA', '94558', '707'],
  ['Chapel Street', 'New Haven', 'CT', '06510', '203'],
  ['Canyon Road', 'Santa Fe', 'NM', '87501', '505'],
  ['Biscayne Boulevard', 'Miami', 'FL', '33137', '305'],
  ['Camelback Road', 'Phoenix', 'AZ', '85016', '602'],
  ['Congress Street', 'Portland', 'ME', '04101', '207'],
] as const
const texas = [
  ['Congress Avenue', 'Austin', 'TX', '78701', '512'],
  ['Heights Boulevard', 'Houston', 'TX', '77007', '713'],
] as const

/** A house of its own for each index, with its phone: no two people are found as duplicates by them. */
export function homeOf(index: number, isTexan = false) {
  const all = isTexan ? texas : towns
  const [street, city, state, zipCode, area] = all[index % all.length]!
  return {
    address: `${112 + ((index * 137) % 1_800)} ${street}`,
    city,
    state,
    zipCode,
    phone: `${area}555${1_000 + index}`,
  }
}

const firstNames =
  'Amelia Benjamin Carmen Desmond Eleanor Felix Greta Henry Imani Julian Katherine Leo Mariana Nathan Olivia Preston Ruth Simon Theresa Victor'.split(
    ' ',
  )
const lastNames =
  'Abbott Brandt Castellano Delgado Engel Foster Gallagher Hoffman Ibarra Jensen Kowalski Lindqvist Moreau Nakamura Osborne Pellegrini Quinn Rosenthal Sandoval Thornton Underwood Vasquez Whitaker'.split(
    ' ',
  )

/** A name of its own for each index below 460. */
export const nameOf = (index: number) => ({
  firstName: firstNames[index % firstNames.length]!,
  lastName: lastNames[index % lastNames.length]!,
})

/** Of people of the stories alone: the domain is never one that receives mail. */
const storyDomain = 'story.example'

export const emailOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName}.${lastName}@${storyDomain}`.toLowerCase()

/** Of the demo's password where its members are; elsewhere of one that nobody knows. */
export async function storyPasswordHash(db: Database): Promise<string> {
  const isDemo = (await userByEmail(db, demoMembers[0]!.email)) !== null
  return hashPassword(isDemo ? demoPassword : randomUUID())
}
