/** A field's text; a file or a field that was not sent is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The texts of these fields, by name. */
export const textsOf = <Field extends string>(form: FormData, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) as Record<Field, string>

/**
 * A whole number as a form or an address sends it: up to nine plain digits, which fit its column. Null
 * for anything else; `Number` alone takes `1e1` for ten and a blank for none.
 */
export const wholeNumberIn = (typed: unknown): number | null =>
  /^\d{1,9}$/.test(String(typed)) ? Number(typed) : null
