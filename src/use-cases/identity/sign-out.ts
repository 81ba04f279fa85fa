import type { Parts } from '#use-cases/parts.ts'

/** Ends the session of the request, in the database too. */
export const signOut = ({ identity }: Parts, headers: Headers) => identity.signOut(headers)
