import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

type Pressed = { element: HTMLElement; path: string; name: string; around: HTMLElement[] }

const nameOf = (element: Element): string =>
  `${element.getAttribute('name')} ${element.getAttribute('aria-label') ?? element.textContent}`

/**
 * What was pressed keeps the focus where the page stays: forms are new after they are saved, rows change
 * places, and browsers then give the focus to nothing. Where it is gone, what stood beside it has the focus.
 */
export function KeepFocus(): null {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const pressed = useRef<Pressed>(null)
  const isIdle = state === 'idle'

  useEffect(() => {
    if (!isIdle) {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return
      const around: HTMLElement[] = []
      for (let at = element.parentElement; at && at.localName !== 'main'; at = at.parentElement) {
        around.push(at)
      }
      pressed.current = { element, path: pathname, name: nameOf(element), around }
      return
    }
    const before = pressed.current
    pressed.current = null
    if (before?.path !== pathname || document.activeElement !== document.body) return
    placeFor(before)?.focus({ preventScroll: true })
  }, [isIdle, pathname])

  return null
}

function placeFor({ element, name, around }: Pressed): HTMLElement | undefined {
  if (element.isConnected) return element
  const tag = element.localName
  const same = [...document.querySelectorAll<HTMLElement>(`main ${tag}`)].find(
    (other) => nameOf(other) === name && other.checkVisibility(),
  )
  const beside = around
    .find((each) => each.isConnected && each.querySelector('button, a[href]'))
    ?.querySelectorAll<HTMLElement>('button, a[href]')
  return same ?? [...(beside ?? [])].find((other) => other.checkVisibility())
}
