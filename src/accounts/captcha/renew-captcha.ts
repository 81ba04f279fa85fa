type Turnstile = {
  render(place: Element, options: { sitekey: string }): void
  reset(widget: Element): void
}

const turnstile = () => (window as { turnstile?: Turnstile }).turnstile

/** Renders the widgets of this page that its script has not rendered yet. */
export function renderCaptcha(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.cf-turnstile:empty')) {
    turnstile()?.render(place, { sitekey: place.dataset['sitekey'] ?? '' })
  }
}

/** A captcha's solution is valid once: asks for a new one, as soon as there is a network. */
export function renewCaptcha(): void {
  if (!navigator.onLine) return addEventListener('online', renewCaptcha, { once: true })
  for (const widget of document.querySelectorAll('.cf-turnstile:not(:empty)')) {
    turnstile()?.reset(widget)
  }
  renderCaptcha()
}
