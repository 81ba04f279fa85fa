import type { SheetWords } from '../pictures/picture.rules.ts'

/** The fields of a technical sheet that is typed, with the most characters of each. */
export const sheetFieldLengths = {
  variety: 80,
  place: 60,
  alcohol: 80,
  elevage: 80,
  harvest: 80,
  bottles: 80,
  bottled: 80,
  format: 80,
  notes: 400,
} as const

export type SheetField = keyof typeof sheetFieldLengths

/** Fields that sheets stored by an earlier version do not have. */
type LaterField = 'elevage' | 'harvest' | 'bottles' | 'bottled'

/** A technical sheet as typed; stored so that it can be edited later. */
export type TypedSheet = Record<Exclude<SheetField, LaterField>, string> &
  Partial<Record<LaterField, string>>

/** The fields as typed, without control characters except line breaks. */
export function readTypedSheet(typed: Readonly<Record<string, unknown>>): TypedSheet {
  const fields = Object.entries(sheetFieldLengths).map(([name, longest]) => [
    name,
    String(typed[name] ?? '')
      .replaceAll('\r\n', '\n')
      .replaceAll(/[^\P{C}\n]/gu, '')
      .trim()
      .slice(0, longest),
  ])
  return Object.fromEntries(fields) as TypedSheet
}

type Labels = Record<SheetField, string> & { vintage: string }

/** The text of the sheet of a wine, with its vintage after the variety. */
export const sheetWordsOf = (
  { variety, place, alcohol, format, notes, ...later }: TypedSheet,
  { vintage, labels }: { vintage: string; labels: Labels },
): Omit<SheetWords, 'title'> => ({
  place,
  facts: [
    [labels.variety, variety],
    [labels.vintage, vintage],
    [labels.place, place],
    [labels.alcohol, alcohol],
    [labels.elevage, later.elevage ?? ''],
    [labels.harvest, later.harvest ?? ''],
    [labels.bottles, later.bottles ?? ''],
    [labels.bottled, later.bottled ?? ''],
    [labels.format, format],
  ],
  notes,
})
