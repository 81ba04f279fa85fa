const violationOf = (error: unknown): { code?: string; constraint?: string } =>
  (error instanceof Error && error.cause ? error.cause : error) as object

/** Whether PostgreSQL rejected a row because of this unique constraint, or of any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = violationOf(error)
  return code === '23505' && (constraint === undefined || broken === constraint)
}

/** Whether PostgreSQL kept a row because others refer to it. */
export const isStillReferred = (error: unknown): boolean => violationOf(error).code === '23503'
