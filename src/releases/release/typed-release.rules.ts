import type {
  ReleaseFields,
  TypedRelease,
  TypedWave,
} from '#catalogue/on-sale/release-form.rules.ts'
import { hourFields, maxWaves, textFields } from '#catalogue/on-sale/release-form.rules.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'
import { baseIn } from '#platform/form/record-response.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'

export type ReleaseTexts = Record<(typeof textFields)[number], string>

/** The texts of a stored release as their form shows them. */
export const textsIn = (fields: ReleaseFields): ReleaseTexts => ({
  name: fields.name,
  season: fields.season,
  year: String(fields.year),
  kind: fields.kind,
  promise: fields.promise ?? '',
  banner: fields.banner,
  announcement: fields.announcement,
  text: fields.text,
  shipsFrom: fields.shipsFrom ?? '',
  shipsUntil: fields.shipsUntil ?? '',
})

/** A stored release as its forms show it. */
export const typedOf = (fields: ReleaseFields, timeZone: string): TypedRelease => ({
  ...textsIn(fields),
  opensAt: hourOf(fields.opensAt, timeZone),
  closesAt: hourOf(fields.closesAt, timeZone),
  promiseUntil: fields.promiseUntil ? hourOf(fields.promiseUntil, timeZone) : '',
  waves: fields.waves.map(({ id, name, opensAt }) => ({
    id,
    name,
    opensAt: hourOf(opensAt, timeZone),
  })),
})

export const textsOfRelease = (typed: TypedRelease): ReleaseTexts =>
  Object.fromEntries(textFields.map((field) => [field, typed[field]])) as ReleaseTexts

/** The posted texts. What can no longer be changed is shown as text, not sent, and stays as it was shown. */
export function readTexts(form: FormData): ReleaseTexts {
  const base = baseIn<ReleaseTexts>(form, textFields)
  const textOf = (field: (typeof textFields)[number]) =>
    form.has(field) ? String(form.get(field)).replaceAll('\r\n', '\n') : (base?.[field] ?? '')
  return Object.fromEntries(textFields.map((field) => [field, textOf(field)])) as ReleaseTexts
}

/** The id of a stored wave is a UUID. */
const waveId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The posted hours and waves; a wave without a name is left out. Null when a wave's id is invalid.
 */
export function readHours(
  form: FormData,
): Pick<TypedRelease, (typeof hourFields)[number] | 'waves'> | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const waves = Array.from({ length: maxWaves }, (_, index): TypedWave => {
    const id = text(`waves.${index}.id`)
    return {
      id: id === '' ? null : id,
      name: text(`waves.${index}.name`),
      opensAt: text(`waves.${index}.opensAt`),
    }
  }).filter(({ name }) => name.trim() !== '')
  if (waves.some(({ id }) => id !== null && !waveId.test(id))) return null
  return { ...textsOf(form, hourFields), waves }
}

/** An empty form of a new release. */
export const emptyRelease = (year: number): TypedRelease => ({
  ...(Object.fromEntries([...textFields, ...hourFields].map((field) => [field, ''])) as Omit<
    TypedRelease,
    'waves'
  >),
  season: 'fall',
  year: String(year),
  kind: 'allocated',
  promise: 'guaranteed',
  waves: [],
})
