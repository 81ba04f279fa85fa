import { httpError } from '../http/http-error.ts'
import { wholeNumberIn } from './form-text.rules.ts'

/** The version that a form was filled from; what is no version is rejected with 400. */
export function versionIn(form: FormData): number {
  const version = wholeNumberIn(form.get('version'))
  if (version === null) throw httpError(400)
  return version
}
