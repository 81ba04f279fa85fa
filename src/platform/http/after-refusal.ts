import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a page whose action may meet a changed record (409): loads its data again, which React Router
 * does not do after a status of 400 or more.
 */
export const alsoAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate
