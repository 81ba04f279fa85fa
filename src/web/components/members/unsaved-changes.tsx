import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { accountCopy } from '#domain/copy/account.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import styles from './account-details.module.css'

/** Asks before what was typed is lost, within the page and when leaving it. */
export function UnsavedChanges({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && formOf(currentLocation) !== formOf(nextLocation),
  )
  useEffect(() => {
    if (!isUnsaved) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isUnsaved])

  const { title, text, stay, leave } = accountCopy.leaveUnsaved
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={title}>
      <div className={styles.form}>
        <p>{text}</p>
        <div className={styles.ways}>
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

/** The part of an address that decides which form is open: the cart may open over it. */
function formOf({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search)
  return [pathname, params.get('view'), params.get('edit')].join(' ')
}
