/** A limited login session used more than its purchase; pages ask to confirm before that. */
class NotConfirmed extends Error {
  readonly statusCode = 403
}

/**
 * First in every action of a signed-in customer that the link of a purchase does not open. Throws
 * NotConfirmed in a limited login session.
 */
export function demandConfirmed(viewer: { isLimited?: boolean | undefined }): void {
  if (viewer.isLimited) throw new NotConfirmed('A limited login session may not do this')
}
