import { httpError } from '../http/http-error.ts'

/** The version that a form was filled from; what is no version is rejected with 400. */
export function versionIn(form: FormData): number {
  const text = String(form.get('version') ?? '')
  // Beyond nine digits a number no longer fits the column.
  if (!/^\d{1,9}$/.test(text)) throw httpError(400)
  return Number(text)
}
