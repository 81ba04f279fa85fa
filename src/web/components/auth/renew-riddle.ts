type Turnstile = { render(place: Element, options: { sitekey: string }): void; reset(): void }

/** Each answer to the riddle is good for one try: the next needs a new one, and a network. */
export function renewRiddle(): void {
  if (!navigator.onLine) return addEventListener('online', renewRiddle, { once: true })
  const { turnstile } = window as { turnstile?: Turnstile }
  const place = document.querySelector<HTMLElement>('.cf-turnstile')
  if (!turnstile || !place) return
  if (place.childElementCount > 0) turnstile.reset()
  else turnstile.render(place, { sitekey: place.dataset['sitekey'] ?? '' })
}
