import { isLimitedUseCase } from '#platform/access/limited-session.rules.ts'

/** A limited login session used more than its purchase; pages ask to confirm before that. */
class NotConfirmed extends Error {
  readonly statusCode = 403
}

/** A viewer may be an argument, or a property of one. */
const isLimitedViewer = (value: unknown, isPart = false): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((value as { isLimited?: unknown }).isLimited === true ||
    (!isPart && Object.values(value).some((part) => isLimitedViewer(part, true))))

/**
 * Throws NotConfirmed where a limited session may not use this use-case, whatever page called it.
 */
export function refuseLimited(useCase: string, given: readonly unknown[]): void {
  if (isLimitedUseCase(useCase) || !given.some((one) => isLimitedViewer(one))) return
  throw new NotConfirmed(`A limited login session may not use ${useCase}`)
}
