import { releaseTexts } from '#catalogue/on-sale/release-form.rules.ts'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

/** What is left of a release that has ended. */
export const adminLeftoversCopy = {
  free: (cases: number | null) =>
    cases === null ? 'No count of cases is set' : `${plural(cases, 'case', 'cases')} in the pool`,
  include: (wine: string) => `Include ${wine}`,
  send: 'Make the draft',
  nameOf: (name: string) => `${name}: the rest`.slice(0, releaseTexts.name),
  errors: {
    'wrong-state': 'This release has not ended.',
    'no-wine': 'Please choose at least one of its wines.',
    invalid: 'The draft could not be made from this release. Please clone it instead.',
  },
} as const
