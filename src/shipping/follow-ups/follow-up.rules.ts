import { isCalendarDay } from '#platform/text/dates.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

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
type FollowUp = (typeof followUps)[number]

/** What staff did about a box that could not be delivered. */
export const followUpName = {
  called: 'Called the buyer',
  'left-message': 'Left the buyer a message',
  emailed: 'Wrote to the buyer',
  'new-day': 'Agreed on another day with the carrier',
  'sent-back': 'Had it sent back',
  other: 'Something else',
} as const satisfies Record<FollowUp, string>

/** `Called the buyer: home on Friday` */
export function followUpText(what: FollowUp, note: string): string {
  if (what === 'other') return note
  return note ? `${followUpName[what]}: ${note}` : followUpName[what]
}

/** A follow-up as staff type it. */
export type TypedFollowUp = { what: string; note: string; againOn: string }

export type ReadFollowUp =
  | { ok: true; what: FollowUp; note: string; againOn: string | null }
  | { ok: false; field: keyof TypedFollowUp; sentence: string }

/** Leaves room in the text of an event for what was done. */
export const maxFollowUpNote = maxEventText - 50

/** The first and the last day on which a box can be a task again, for one followed up `today`. */
export const followUpDays = (today: string): { first: string; last: string } => ({
  first: addDays(today, 1),
  last: addDays(today, 365),
})

/**
 * Reads a follow-up; `today` is the calendar day on which it is typed. Without a day on which it is a
 * task again it ends the task; that day is a later one, within a year.
 */
export function readFollowUp({ what, note, againOn }: TypedFollowUp, today: string): ReadFollowUp {
  const [text, day] = [note.trim(), againOn.trim()]
  const wrong = (field: keyof TypedFollowUp, sentence: string) =>
    ({ ok: false, field, sentence }) as const
  if (!isOneOf(followUps, what)) return wrong('what', 'Please choose what was done.')
  if (what === 'other' && !text) {
    return wrong('note', 'Please say in your words what was done.')
  }
  if (text.length > maxFollowUpNote) {
    return wrong('note', `At most ${maxFollowUpNote} characters.`)
  }
  const { first, last } = followUpDays(today)
  if (day && (!isCalendarDay(day) || day < first)) {
    return wrong('againOn', 'Choose a later day than today, or none.')
  }
  if (day > last) return wrong('againOn', 'Choose a day within a year, or none.')
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
