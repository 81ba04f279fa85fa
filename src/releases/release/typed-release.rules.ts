import { textsOf } from '#platform/form/form-text.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'

import type {
  ReleaseFields,
  TypedRelease,
  TypedWave,
} from '#catalogue/on-sale/release-form.rules.ts'
import { hourFields, maxWaves, textFields } from '#catalogue/on-sale/release-form.rules.ts'

export type ReleaseTexts = Record<(typeof textFields)[number], string>

/** A stored release as its forms show it. */
export const typedOf = (fields: ReleaseFields, timeZone: string): TypedRelease => ({
  name: fields.name,
  season: fields.season,
  year: String(fields.year),
  banner: fields.banner,
  announcement: fields.announcement,
  text: fields.text,
  kind: fields.kind,
  promise: fields.promise ?? '',
  opensAt: hourOf(fields.opensAt, timeZone),
  closesAt: hourOf(fields.closesAt, timeZone),
  promiseUntil: fields.promiseUntil ? hourOf(fields.promiseUntil, timeZone) : '',
  shipsFrom: fields.shipsFrom ?? '',
  shipsUntil: fields.shipsUntil ?? '',
  waves: fields.waves.map(({ id, name, opensAt }) => ({
    id,
    name,
    opensAt: hourOf(opensAt, timeZone),
  })),
})

export const textsOfRelease = (typed: TypedRelease): ReleaseTexts =>
  Object.fromEntries(textFields.map((field) => [field, typed[field]])) as ReleaseTexts

/** The posted texts; a field that was not sent is empty. */
export const readTexts = (form: FormData): ReleaseTexts =>
  Object.fromEntries(
    textFields.map((field) => [field, String(form.get(field) ?? '').replaceAll('\r\n', '\n')]),
  ) as ReleaseTexts

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
