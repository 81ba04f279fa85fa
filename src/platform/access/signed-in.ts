import type { Duty } from './duties.rules.ts'

/** The fields of a signed-in user that each request reads. */
export interface Viewer {
  id: string
  email: string
  firstName: string
  lastName: string
  role: 'member' | 'staff'
  /** Whether they are in the club, and its level. */
  membership: boolean
  membershipLevel: number
  /** A purchase link opened the login session, which allows a purchase only. */
  isLimited?: boolean
}

/** A signed-in user with the state that pages show. */
export interface SignedIn extends Viewer {
  /** Whether they have an order. */
  hasBought: boolean
  /** How many cases lie in their cart. */
  inCart: number
  /** Whether the preview of the coming release was opened in this login session. */
  previewOpen: boolean
  /** Duties of a staff member; empty for a customer. */
  duties: readonly Duty[]
  isLimited: boolean
  /** Staff without the required second factor: their duties do not count. */
  needsFactor?: boolean
  /** Has a second factor whose code was not entered for some minutes (`freshMinutes`). */
  isCodeStale?: boolean
}
