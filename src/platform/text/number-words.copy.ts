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

/** `7` → `a week`, `14` → `two weeks`, `5` → `five days`. */
export const daysInWords = (days: number): string =>
  days === 7 ? 'a week' : days % 7 === 0 ? `${inWords(days / 7)} weeks` : `${inWords(days)} days`

/** `5242880` bytes → `5 MB` */
export const megabytes = (bytes: number): string => `${bytes / 2 ** 20} MB`
