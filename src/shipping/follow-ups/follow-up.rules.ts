import { isCalendarDay } from '#platform/text/dates.rules.ts'

import { addDays } from '../readiness/dispatch-days.rules.ts'
import { maxEventText } from '../tracking/events.rules.ts'

/** What staff did about a delivery that was attempted, or a box that the depot keeps. */
export const followUps = [
  'called',
  'left-message',
  'emailed',
  'new-day',
  'sent-back',
  'other',
] as const
export type FollowUp = (typeof followUps)[number]

/** A follow-up as staff type it. */
export type TypedFollowUp = { what: string; note: string; againOn: string }

const whyNotFollowedUp = {
  'no-follow-up': 'what',
  'no-note': 'note',
  'long-note': 'note',
  'again-too-early': 'againOn',
  'again-too-late': 'againOn',
} as const satisfies Record<string, keyof TypedFollowUp>

export type WhyNotFollowedUp = keyof typeof whyNotFollowedUp

/** The field at which a form shows the reason. */
export const followUpField = (reason: WhyNotFollowedUp): keyof TypedFollowUp =>
  whyNotFollowedUp[reason]

export type ReadFollowUp =
  | { ok: true; what: FollowUp; note: string; againOn: string | null }
  | { ok: false; reason: WhyNotFollowedUp }

/** Leaves room in the text of an event for what was done. */
export const maxFollowUpNote = maxEventText - 50

/** The first and the last day on which a box can be a task again, for one followed up `today`. */
export const followUpDays = (today: string): { first: string; last: string } => ({
  first: addDays(today, 1),
  last: addDays(today, 365),
})

const isFollowUp = (text: string): text is FollowUp =>
  (followUps as readonly string[]).includes(text)

/**
 * Reads a follow-up; `today` is the calendar day on which it is typed. Without a day on which it is a
 * task again it ends the task; that day is a later one, within a year.
 */
export function readFollowUp({ what, note, againOn }: TypedFollowUp, today: string): ReadFollowUp {
  const [text, day] = [note.trim(), againOn.trim()]
  if (!isFollowUp(what)) return { ok: false, reason: 'no-follow-up' }
  if (what === 'other' && !text) return { ok: false, reason: 'no-note' }
  if (text.length > maxFollowUpNote) return { ok: false, reason: 'long-note' }
  const { first, last } = followUpDays(today)
  if (day && (!isCalendarDay(day) || day < first)) return { ok: false, reason: 'again-too-early' }
  if (day > last) return { ok: false, reason: 'again-too-late' }
  return { ok: true, what, note: text, againOn: day || null }
}

type Followed = {
  state: string
  attempts: number
  followedUpAt: Date | null
}

/** What a follow-up is about: differs once there is news of the box, or a colleague was first. */
export const followUpKey = ({ state, attempts, followedUpAt }: Followed): string =>
  [state, attempts, followedUpAt?.getTime() ?? 0].join(' ')
