import { choiceCopy } from '#domain/copy/where-it-is.ts'

type Tone = 'good' | 'bad' | 'info'
export type ChoiceNotice = { tone: Tone; sentence: string }

/** What came of a choice, by its key in the address of the page. */
const notices = {
  'slot-agreed': { tone: 'good', sentence: choiceCopy.slot.agreed },
  'slot-taken': { tone: 'bad', sentence: choiceCopy.slot.taken },
  'slot-late': { tone: 'info', sentence: choiceCopy.slot.late },
  'slot-missing': { tone: 'bad', sentence: choiceCopy.slot.missing },
  'risk-done': { tone: 'good', sentence: choiceCopy.weather.done },
  'risk-late': { tone: 'info', sentence: choiceCopy.weather.late },
  'risk-missing': { tone: 'bad', sentence: choiceCopy.weather.missing },
} as const satisfies Record<string, ChoiceNotice>

export type ChoiceNoticeKey = keyof typeof notices

export const choiceNotice = (key: string | null): ChoiceNotice | null =>
  key !== null && Object.hasOwn(notices, key) ? notices[key as ChoiceNoticeKey] : null
