import type { Services } from '#use-cases/services.ts'

/** The user of the request's session cookie; null for a visitor. One query. */
export const identify = ({ identity }: Services, headers: Headers) => identity.viewerOf(headers)
