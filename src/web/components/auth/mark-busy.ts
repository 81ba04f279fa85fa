/** Shows that a form is under way; the function it gives takes that back. */
export function markBusy(form: HTMLFormElement, submitter: HTMLElement | null): () => void {
  const buttons = [...form.querySelectorAll('button:not([type="button"])')]
  const words = submitter?.textContent ?? ''
  const busyWords = submitter?.dataset['busy']
  form.setAttribute('aria-busy', 'true')
  for (const button of buttons) button.setAttribute('aria-disabled', 'true')
  if (busyWords) submitter.textContent = busyWords
  return () => {
    form.removeAttribute('aria-busy')
    for (const button of buttons) button.removeAttribute('aria-disabled')
    if (busyWords) submitter.textContent = words
  }
}
