import * as z from 'zod/mini'

import type { Checked } from '#platform/form/field-rules.rules.ts'
import { checkFields, ifGiven, least, most, text } from '#platform/form/field-rules.rules.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { centsFromDollars, decimalAmount } from '#platform/text/money.rules.ts'

import { readStock } from '../stock/stock.rules.ts'
import { wineMessages as says } from './admin-wines.copy.ts'
import type { products } from './tables.ts'
import { wineTextLimits } from './wine-texts.rules.ts'

type Row = typeof products.$inferSelect

/** The form of a new wine, as staff type it. */
export const emptyWine = {
  name: '',
  vintage: '',
  subtitle: '3-pack of 750ml',
  bottles: '3',
  bottleMl: '750',
  titleCart: '',
  description: '',
  story: '',
  /** In dollars. */
  price: '',
  /** `unlimited` where no limit was chosen: an empty field never means that. */
  stock: '',
}

export type WineFields = typeof emptyWine

export const wineFields = Object.keys(emptyWine) as (keyof WineFields)[]

const priceLimits = { least: 100, most: 999_999 } as const
const firstVintage = 1990

/** Chosen instead of a number of cases. */
export const noStockLimit = 'unlimited'

/** Cents of a price typed in dollars, with or without `$` and commas; null outside $1.00 to $9,999.99. */
export function readPrice(typed: string): Cents | null {
  try {
    const cents = centsFromDollars(typed.replaceAll(/[$,\s]/g, ''))
    return cents >= priceLimits.least && cents <= priceLimits.most ? cents : null
  } catch {
    return null
  }
}

/** Cases as typed: null for no limit, undefined for no valid count. */
export const readWineStock = (typed: string): number | null | undefined =>
  typed === noStockLimit ? null : typed.trim() === '' ? undefined : readStock(typed)

const line = (longest: number) => text().check(least(1, says.required), most(longest, says.tooLong))

const whole = (form: RegExp, sentence: string) =>
  text().check(
    least(1, says.required),
    ifGiven((value) => form.test(value), sentence),
  )

const schemaIn = (year: number) =>
  z.object({
    name: line(wineTextLimits.name).check(
      ifGiven((value) => wineId(2000, value) !== null, 'A name with letters, please'),
      ifGiven((value) => yearIn(value) === undefined, says.nameWithYear),
    ),
    vintage: text().check(
      least(1, says.required),
      ifGiven(
        (value) => /^\d{4}$/.test(value) && +value >= firstVintage && +value <= year + 1,
        says.vintage(firstVintage, year + 1),
      ),
    ),
    subtitle: line(wineTextLimits.subtitle),
    bottles: whole(/^[1-9]\d?$/, says.bottles),
    bottleMl: whole(/^[1-9]\d{1,4}$/, says.bottleMl),
    titleCart: text().check(most(wineTextLimits.titleCart, says.tooLong)),
    description: line(wineTextLimits.description),
    story: text().check(most(wineTextLimits.story, says.tooLong)),
    price: text().check(
      least(1, says.required),
      ifGiven((value) => readPrice(value) !== null, 'Dollars from 1.00 to 9,999.99, please'),
    ),
    stock: text().check(
      least(1, says.stock),
      ifGiven((value) => readWineStock(value) !== undefined, says.stock),
    ),
  })

/** A year that may be a vintage, as a word of its own. */
const yearIn = (typed: string): string | undefined => /\b(?:199\d|20\d\d)\b/.exec(typed)?.[0]

const countIn = /(\d+)\s?(?:-?\s?pack|bottles?|[x×])/i
const sizeIn = /(\d+)\s?ml\b/i

/**
 * Checks the form as typed; `year` is the current one. The title is made of vintage and name; a typed
 * title for the cart may not name another year, nor the unit's text another number or size of bottles.
 * The fields are as the form shows them again, so that `450` and `450.00` are equal.
 */
export function checkWine(values: WineFields, year: number): Checked<WineFields> {
  const checked = checkFields<WineFields>(schemaIn(year), values)
  const differs = (named: string | undefined, typed: string) => named && named !== typed.trim()
  const inCart = yearIn(values.titleCart)
  const errors = {
    ...(differs(inCart, values.vintage) && { titleCart: says.otherYear(inCart!, values.vintage) }),
    ...(differs(countIn.exec(values.subtitle)?.[1], values.bottles) && {
      bottles: says.otherUnit(values.subtitle),
    }),
    ...(differs(sizeIn.exec(values.subtitle)?.[1], values.bottleMl) && {
      bottleMl: says.otherUnit(values.subtitle),
    }),
  }
  if (!checked.ok || Object.keys(errors).length > 0) {
    return { ok: false, errors: { ...errors, ...(!checked.ok && checked.errors) } }
  }
  const priceCents = readPrice(checked.fields.price)!
  return { ok: true, fields: fieldsOfWine({ ...columnsOfWine(checked.fields), priceCents }) }
}

/** The form as posted; a field that was not sent is empty. */
export const readWine = (form: FormData): WineFields => ({
  ...textsOf(form, wineFields),
  ...(form.get('unlimited') && { stock: noStockLimit }),
})

/**
 * The id of a wine, made of its name and vintage: `cabernet-franc-2024`. Null for a name without a
 * Latin letter or digit.
 */
export function wineId(vintage: number, name: string): string | null {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words ? `${words.join('-')}-${vintage}` : null
}

/** As it is titled in the shop: `2024 Cabernet Franc`. */
export const wineTitle = ({ vintage, name }: Pick<WineFields, 'vintage' | 'name'>): string =>
  `${vintage} ${name}`

/** The columns of validated fields, without the price, which is written once. */
export const columnsOfWine = (fields: WineFields) => {
  const title = wineTitle(fields)
  return {
    title,
    subtitle: fields.subtitle,
    bottles: Number(fields.bottles),
    bottleMl: Number(fields.bottleMl),
    titleCart: fields.titleCart || title,
    vintage: Number(fields.vintage),
    description: fields.description,
    descriptionA: fields.story,
    stock: readWineStock(fields.stock) ?? null,
  } satisfies Partial<Row>
}

/** The name of a wine: its title without the vintage. */
export const nameOfWine = ({ title, vintage }: Pick<Row, 'title' | 'vintage'>): string =>
  title.replace(new RegExp(`^${vintage}\\s+`), '')

type Columns = Pick<Row, keyof ReturnType<typeof columnsOfWine> | 'priceCents'>

/** A wine's columns as the form shows them. */
export const fieldsOfWine = (row: Columns): WineFields => ({
  name: nameOfWine(row),
  vintage: String(row.vintage),
  subtitle: row.subtitle,
  bottles: String(row.bottles),
  bottleMl: String(row.bottleMl),
  titleCart: row.titleCart === row.title ? '' : row.titleCart,
  description: row.description,
  story: row.descriptionA,
  price: decimalAmount(row.priceCents),
  stock: row.stock === null ? noStockLimit : String(row.stock),
})
