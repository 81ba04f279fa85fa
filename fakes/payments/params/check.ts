import { invalidParams, missingParam } from '#fakes/payments/errors.ts'

import type { Accepted, AcceptedObject } from './accepted.ts'
import type { Decoded, DecodedForm } from './form-decoding.ts'

/**
 * Validates decoded parameters against the accepted ones and converts strings into numbers, booleans
 * and lists. Refuses with Stripe's errors; an empty value stays `''`, as in the SDK's types.
 */
export function checkParams(form: DecodedForm, accepted: AcceptedObject): Record<string, unknown> {
  const unknown = Object.keys(form).filter((name) => !Object.hasOwn(accepted.o, name))
  if (unknown.length > 0) throw unknownParams(unknown)
  return checkObject(form, accepted, '')
}

const unknownParams = (names: string[]) =>
  invalidParams(
    names.length === 1
      ? `Received unknown parameter: ${names[0]}`
      : `Received unknown parameters: ${names.join(', ')}`,
    { code: 'parameter_unknown', param: names[0]! },
  )

function checkObject(form: DecodedForm, accepted: AcceptedObject, at: string) {
  const checked: Record<string, unknown> = {}
  for (const name of Object.keys(form)) {
    const path = at === '' ? name : `${at}[${name}]`
    const wanted = accepted.o[name]
    if (!wanted || !Object.hasOwn(accepted.o, name)) throw unknownParams([path])
    checked[name] = checkValue(form[name]!, wanted, path)
  }
  for (const name of accepted.r ?? []) {
    if (!(name in checked)) throw missingParam(at === '' ? name : `${at}[${name}]`)
  }
  return checked
}

function checkValue(value: Decoded, wanted: Accepted, at: string): unknown {
  if (typeof wanted === 'string') return checkLeaf(value, wanted, at)
  if ('z' in wanted) return value === '' ? '' : checkValue(value, wanted.z, at)
  if ('u' in wanted) return checkEither(value, wanted.u, at)
  if ('e' in wanted) return checkEnum(value, wanted.e, at)
  if ('a' in wanted) return checkArray(value, wanted.a, at)
  if (typeof value === 'string') {
    if (value === '') throw emptyValue(at)
    throw invalidParams('Invalid object', { param: at })
  }
  if ('o' in wanted) return checkObject(value, wanted, at)
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, checkValue(inner, wanted.d, `${at}[${key}]`)]),
  )
}

function checkEither(value: Decoded, wanted: Accepted[], at: string): unknown {
  const fitting = wanted.find((option) => couldBe(value, option))
  return checkValue(value, fitting ?? wanted.at(-1)!, at)
}

function couldBe(value: Decoded, option: Accepted): boolean {
  if (typeof option === 'object' && ('o' in option || 'a' in option || 'd' in option)) {
    return typeof value === 'object'
  }
  if (typeof value === 'object') return option === 'm'
  if (option === 'b') return value === 'true' || value === 'false'
  if (option === 'i') return /^-?\d+$/.test(value)
  return typeof option === 'string' || !('e' in option) || option.e.includes(value)
}

function checkEnum(value: Decoded, values: string[], at: string) {
  if (typeof value === 'string' && values.includes(value)) return value
  if (value === '') throw emptyValue(at)
  const list =
    values.length > 1 ? `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}` : values[0]
  throw invalidParams(`Invalid ${at}: must be ${values.length > 1 ? 'one of ' : ''}${list}`, {
    param: at,
  })
}

function checkArray(value: Decoded, wanted: Accepted, at: string) {
  if (value === '') throw emptyValue(at)
  if (typeof value === 'string') throw invalidParams('Invalid array', { param: at })
  const keys = Object.keys(value)
  if (keys.some((key) => !/^\d+$/.test(key))) throw invalidParams('Invalid array', { param: at })
  return keys
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => checkValue(value[key]!, wanted, `${at}[${key}]`))
}

function checkLeaf(value: Decoded, wanted: 's' | 'i' | 'n' | 'b' | 'm', at: string) {
  if (wanted === 'm') return checkMetadata(value, at)
  if (typeof value !== 'string') {
    throw invalidParams(`Invalid ${leafNames[wanted]}: ${JSON.stringify(value)}`, { param: at })
  }
  if (value === '' && wanted !== 's') throw emptyValue(at)
  switch (wanted) {
    case 's':
      if (value === '') throw emptyValue(at)
      if (value.length > 5000) {
        throw invalidParams(
          `Invalid string: ${value.slice(0, 10)}…; must be at most 5000 characters`,
          { param: at },
        )
      }
      return value
    case 'i':
      if (!/^-?\d{1,15}$/.test(value)) {
        throw invalidParams(`Invalid integer: ${value}`, {
          code: 'parameter_invalid_integer',
          param: at,
        })
      }
      return Number(value)
    case 'n':
      if (!/^-?\d{1,12}(\.\d{1,12})?$/.test(value))
        throw invalidParams(`Invalid decimal: ${value}`, { param: at })
      return Number(value)
    case 'b':
      if (value !== 'true' && value !== 'false')
        throw invalidParams(`Invalid boolean: ${value}`, { param: at })
      return value === 'true'
  }
}

const leafNames = { s: 'string', i: 'integer', n: 'decimal', b: 'boolean' }

const emptyValue = (at: string) =>
  invalidParams(
    `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: at },
  )

function checkMetadata(value: Decoded, at: string): Record<string, string> | '' {
  if (value === '') return ''
  if (typeof value === 'string') throw invalidParams('Invalid object', { param: at })
  const entries = Object.entries(value)
  if (entries.length > 50) {
    throw invalidParams('Metadata can have up to 50 keys.', { param: at })
  }
  for (const [key, text] of entries) {
    if (typeof text !== 'string')
      throw invalidParams('Metadata values must be strings.', { param: `${at}[${key}]` })
    if (key.length > 40) {
      throw invalidParams(`Metadata keys can have up to 40 characters: ${key}`, {
        param: `${at}[${key}]`,
      })
    }
    if (text.length > 500) {
      throw invalidParams(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters. Invalid value: ${text.slice(0, 20)}…`,
        { param: `${at}[${key}]` },
      )
    }
  }
  return Object.fromEntries(entries) as Record<string, string>
}
