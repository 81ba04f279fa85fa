import { isCalendarDay } from '#domain/dates.ts'

import { maxEventText } from './events.ts'

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

export type WhyNotFollowedUp = 'no-follow-up' | 'no-note' | 'long-note' | 'again-too-early'

export type ReadFollowUp =
  | { ok: true; what: FollowUp; note: string; againOn: string | null }
  | { ok: false; reason: WhyNotFollowedUp }

/** Leaves room in the text of an event for what was done. */
export const maxFollowUpNote = maxEventText - 50

const isFollowUp = (text: string): text is FollowUp =>
  (followUps as readonly string[]).includes(text)

/**
 * Reads a follow-up; `today` is the calendar day on which it is typed. Without a day on which it is a
 * task again it ends the task; that day is a later one.
 */
export function readFollowUp({ what, note, againOn }: TypedFollowUp, today: string): ReadFollowUp {
  const [text, day] = [note.trim(), againOn.trim()]
  if (!isFollowUp(what)) return { ok: false, reason: 'no-follow-up' }
  if (what === 'other' && !text) return { ok: false, reason: 'no-note' }
  if (text.length > maxFollowUpNote) return { ok: false, reason: 'long-note' }
  if (day && (!isCalendarDay(day) || day <= today)) return { ok: false, reason: 'again-too-early' }
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
