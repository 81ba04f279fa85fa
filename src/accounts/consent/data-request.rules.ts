export const dataRequestKinds = ['export', 'erasure'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

/** What staff can have done about a request, of all kinds. */
export const dataRequestOutcomes = [
  'sent',
  'erased',
  'nothing-kept',
  'withdrawn',
  'not-identified',
  'other',
] as const
export type DataRequestOutcome = (typeof dataRequestOutcomes)[number]

/** Of these, what ends a request of each kind. */
export const outcomesOf = {
  export: ['sent', 'nothing-kept', 'withdrawn', 'not-identified', 'other'],
  erasure: ['erased', 'nothing-kept', 'withdrawn', 'not-identified', 'other'],
} as const satisfies Record<DataRequestKind, readonly DataRequestOutcome[]>

/** Outcomes of a request to erase that leave the address where it is; after all others it is gone. */
export const leavesAddress = (outcome: DataRequestOutcome): boolean =>
  outcome === 'withdrawn' || outcome === 'not-identified'

/** Longest note about what was done. */
export const maxOutcomeNote = 300

export type WhyNotEnded = 'no-outcome' | 'no-note' | 'long-note'

/** Reads what was done about a request of a kind; something else has to be said in words. */
export function readOutcome(
  kind: DataRequestKind,
  typed: { outcome: string; note: string },
): { ok: true; outcome: DataRequestOutcome; note: string } | { ok: false; reason: WhyNotEnded } {
  const outcome = outcomesOf[kind].find((one) => one === typed.outcome)
  const note = typed.note.trim()
  if (!outcome) return { ok: false, reason: 'no-outcome' }
  if (outcome === 'other' && !note) return { ok: false, reason: 'no-note' }
  return note.length > maxOutcomeNote
    ? { ok: false, reason: 'long-note' }
    : { ok: true, outcome, note }
}

/** When staff are reminded of a request that is not done, in days; the usual legal limit is 45. */
export const dataRequestReminderDays = 30
