import { isCalendarDay } from '#platform/text/dates.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

/** A document of the earlier database: field names with values of any kind. */
export type Document = Readonly<Record<string, unknown>>

/** Why a row, or a field of it, was not imported. Never contains the value. */
export type ImportError = { field: string; reason: string }

/** Parses a row's text; null when it is no JSON object. */
export function documentIn(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A trimmed text, empty when absent; null when the value is neither text nor number, or a text that PostgreSQL can't
 * store: JSON may have NUL in it, or half a character, which is a surrogate alone.
 */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return null
  return value.trim()
}

/** A text on one line of at most 60 characters, safe to print. */
export const printable = (text: string): string => {
  const line = typedLine(text.replace(/[\u0080-\u009f]/g, ' '))
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** A boolean however it was written; null when it is none. */
export function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 1) return true
  if (value === 'false' || value === 0 || value === '') return false
  return null
}

/**
 * A moment in any notation of the earlier database: ISO text, milliseconds, or an object of seconds
 * and nanoseconds under any of the exporters' names. Null when it is none.
 */
export function momentOf(value: unknown, depth = 0): Date | null {
  // No exporter wraps one in more than two objects.
  if (depth > 2) return null
  if (typeof value === 'string') return momentOfText(value.trim())
  if (typeof value === 'number') return validDate(value)
  if (!isObject(value)) return null
  if ('__datatype__' in value && isObject(value['value'])) {
    return momentOf(value['value'], depth + 1)
  }
  if ('$date' in value) return momentOf(value['$date'], depth + 1)
  const seconds = value['_seconds'] ?? value['seconds']
  return typeof seconds === 'number' ? validDate(seconds * 1000) : null
}

/** A day without an hour is its noon in UTC, which is that day in American time zones, too. */
function momentOfText(text: string): Date | null {
  const day = dayOf(text)!.slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return validDate(Date.parse(text))
  if (!isCalendarDay(day)) return null
  const hasHour = text.startsWith(day) && text !== day
  return validDate(Date.parse(hasHour ? text : `${day}T12:00Z`))
}

function validDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year >= 1900 && year < 2200 ? date : null
}

/** A day as `YYYY-MM-DD`, also from `4/12/1981`; other texts are returned unchanged. */
export function dayOf(value: unknown): string | null {
  if (isObject(value)) return momentOf(value)?.toISOString().slice(0, 10) ?? null
  const text = textOf(value)
  if (text === null) return null
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (american) {
    const [, month, day, year] = american
    return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  }
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text
}
