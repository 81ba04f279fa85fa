import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a page that says how things stand now when its action met a changed record (409): its data are
 * read again, which React Router leaves out after a status of 400 or more.
 */
export const alsoAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate
