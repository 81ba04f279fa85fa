/** Whether PostgreSQL rejected a row because of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const { code, constraint: broken } = cause as { code?: string; constraint?: string }
  return code === '23505' && broken === constraint
}
