import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The result of a live page's form, until the page is left or a form is sent again. React Router drops
 * its own with each reload of the page's data, which a change of the list causes at any moment.
 */
export function useFormResult<Result>(actionData: Result | undefined): Result | undefined {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, result: actionData })
  const isNew = actionData !== undefined && actionData !== kept.result
  if (isNew) setKept({ key, result: actionData })
  return actionData ?? (kept.key === key ? kept.result : undefined)
}
