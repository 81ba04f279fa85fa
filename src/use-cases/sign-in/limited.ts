import { limitedUseCases } from '#domain/sign-in/limited-session.ts'

/** A limited login session asked for more than its purchase. The pages ask to confirm before. */
class NotConfirmed extends Error {
  readonly statusCode = 403
}

/** A viewer may be handed over by itself, or as a part of what is asked. */
const isLimitedViewer = (value: unknown, isPart = false): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((value as { isLimited?: unknown }).isLimited === true ||
    (!isPart && Object.values(value).some((part) => isLimitedViewer(part, true))))

/**
 * Throws NotConfirmed where a limited session may not use this use-case, whatever page called it.
 */
export function refuseLimited(useCase: string, given: readonly unknown[]): void {
  if (limitedUseCases.has(useCase) || !given.some((one) => isLimitedViewer(one))) return
  throw new NotConfirmed(`A limited login session may not use ${useCase}`)
}
