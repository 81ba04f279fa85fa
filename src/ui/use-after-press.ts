import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs its argument once no pointer is pressed. What moves the page between
 * pointer down and up would take the pressed control from under the pointer, and the press is lost.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const flush = () => {
      if (isPressed.current) return
      for (const run of waiting.current.splice(0)) run()
    }
    const release = () => {
      isPressed.current = false
      // After the click event, which follows the release in the same task.
      setTimeout(flush)
    }
    document.addEventListener('pointerdown', () => (isPressed.current = true), options)
    document.addEventListener('pointerup', release, options)
    document.addEventListener('pointercancel', release, options)
    // A touch blurs and clicks after the pointer is up: the wait is one task even then.
    document.addEventListener('focusout', () => setTimeout(flush), options)
    return () => listening.abort()
  }, [])

  return (run) => void waiting.current.push(run)
}
