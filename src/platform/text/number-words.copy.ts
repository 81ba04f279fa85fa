const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

/** `3` → `three`, for sentences; above ten in figures. */
export const inWords = (count: number): string => words[count] ?? String(count)
