import type { ReleaseErrors } from '#catalogue/on-sale/release-form.rules.ts'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'

/** The problems of a form's fields in words. */
export const sentencesOf = (errors: ReleaseErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, problem]) =>
      problem ? [[field, copy.problems[problem]]] : [],
    ),
  )
