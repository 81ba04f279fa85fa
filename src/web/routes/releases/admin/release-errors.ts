import { releaseFormCopy as copy } from '#domain/copy/admin-releases.ts'
import type { ReleaseErrors } from '#domain/releases/release-form.ts'

/** The problems of a form's fields in words. */
export const sentencesOf = (errors: ReleaseErrors): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, problem]) =>
      problem ? [[field, copy.problems[problem]]] : [],
    ),
  )
