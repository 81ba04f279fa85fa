import { createHash } from 'node:crypto'

/** A Google account. */
export type Person = {
  email: string
  emailVerified: boolean
  givenName: string
  familyName: string
  /** The ID token is signed with a key that is not in the key set. */
  isForged?: boolean
}

/** Accounts offered on the consent page; any other can be typed in. */
export const people: readonly Person[] = [
  {
    email: 'lucia.ferrer@gmail.example',
    emailVerified: true,
    givenName: 'Lucía',
    familyName: 'Ferrer',
  },
  { email: 'new@kohue.example', emailVerified: true, givenName: 'Nora', familyName: 'Ewing' },
  {
    email: 'someone@unproven.example',
    emailVerified: false,
    givenName: 'Sam',
    familyName: 'Unproven',
  },
]

/** Google's subject id: 21 digits that never change. */
export const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 18)}`)
    .toString()
    .padStart(21, '1')
    .slice(0, 21)
