import type { Services } from '#use-cases/services.ts'

/** Ends the request's login session, in the database too. */
export const signOut = ({ identity }: Services, headers: Headers) => identity.signOut(headers)
