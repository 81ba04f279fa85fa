/** True where PostgreSQL rejected a row by that unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const refusal = error instanceof Error && error.cause ? error.cause : error
  const { code, constraint: broken } = refusal as { code?: string; constraint?: string }
  return code === '23505' && broken === constraint
}
