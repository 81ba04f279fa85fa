import { usersListCopy } from '#domain/copy/desk-lists.ts'

/** How somebody wants to be contacted, in words; empty where they did not say. */
export const contactBy = ({ byEmail, byPhone }: { byEmail: boolean; byPhone: boolean }): string =>
  usersListCopy.contactBy[
    byEmail && byPhone ? 'both' : byEmail ? 'email' : byPhone ? 'phone' : 'neither'
  ]
