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

/** The last result of a form, also where it was sent again and the network brought back no response. */
export function useLastResult<Result>(result: Result | null): Result | null {
  const [last, setLast] = useState(result)
  if (result && result !== last) setLast(result)
  return result ?? last
}
