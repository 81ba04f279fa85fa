import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Has a screen reader say the title of a page that the script navigated to: by itself it says that of a loaded
 * document only. A page that is shown anew under its title, such as a list in another order, is not said again.
 */
export function PageAnnouncer() {
  const location = useLocation()
  const region = useRef<HTMLParagraphElement>(null)
  const shown = useRef<string>(null)

  useEffect(() => {
    const { title } = document
    const page = `${location.pathname} ${title}`
    const isOther = shown.current !== null && shown.current !== page
    shown.current = page
    if (isOther && region.current) region.current.textContent = title
  }, [location])

  return <p ref={region} className="visually-hidden" aria-live="polite" data-print="no" />
}
