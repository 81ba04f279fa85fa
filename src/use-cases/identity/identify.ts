import type { Parts } from '#use-cases/parts.ts'

/** Who asks, from the request's session cookie; null is a visitor. One question to the database. */
export const identify = ({ identity }: Parts, headers: Headers) => identity.viewerOf(headers)
