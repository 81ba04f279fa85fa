/** A field's text; a file or a field that was not sent is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The texts of these fields, by name. */
export const textsOf = <Field extends string>(form: FormData, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) as Record<Field, string>

/** A whole number of up to nine digits as a form sends it; 0 for anything else. */
export const wholeNumberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
