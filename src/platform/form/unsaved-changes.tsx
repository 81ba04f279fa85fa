import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { Location } from 'react-router'
import { useBlocker } from 'react-router'

import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { cluster, stack } from '#ui/layout.ts'

import { formCopy } from './fields.copy.ts'

type Props = {
  isUnsaved: boolean
  /** True while the form itself is being submitted. */
  isOwnSubmit: RefObject<boolean>
}

/**
 * Asks before unsaved changes are lost: by leaving the page, by opening another block, or by any
 * other form of the page, whose redirect would close this one.
 */
export function UnsavedChanges({ isUnsaved, isOwnSubmit }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && !isOwnSubmit.current && replacesForm(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (!isUnsaved) return
    const onLeave = (event: BeforeUnloadEvent) => {
      // On a slow phone the response can lead on to a document before React has rendered the submission.
      if (!isOwnSubmit.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isUnsaved, isOwnSubmit])

  if (!isUnsaved) return null
  const { title, text, stay, leave } = formCopy.leaveUnsaved
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={title}>
      <div className={stack(2.5)}>
        <p>{text}</p>
        <div className={cluster([2, 3])}>
          <Button type="button" onClick={() => blocker.reset?.()}>
            {stay}
          </Button>
          <Button type="button" kind="secondary" onClick={() => blocker.proceed?.()}>
            {leave}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A navigation to the very same URL is the submission of another form. */
const replacesForm = (from: Location, to: Location): boolean =>
  formOf(from) !== formOf(to) || urlOf(from) === urlOf(to)

const urlOf = ({ pathname, search, hash }: Location) => pathname + search + hash

/** The part of a URL that decides which form is open: the cart may open over it. */
function formOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search)
  return [pathname, params.get('view'), params.get('edit')].join(' ')
}
