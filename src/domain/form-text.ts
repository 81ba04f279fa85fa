/** A field's text; a file or a field that was not sent is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A whole number as a form sends one, or 0, which is the number of nothing. */
export const wholeNumberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
