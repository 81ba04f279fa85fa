/** Marks a form as being sent; the returned function undoes that. */
export function markBusy(form: HTMLFormElement, submitter: HTMLElement | null): () => void {
  const buttons = [...form.querySelectorAll('button:not([type="button"])')]
  const label = submitter?.textContent ?? ''
  const busyLabel = submitter?.dataset['busy']
  form.setAttribute('aria-busy', 'true')
  for (const button of buttons) button.setAttribute('aria-disabled', 'true')
  if (busyLabel) submitter.textContent = busyLabel
  return () => {
    form.removeAttribute('aria-busy')
    for (const button of buttons) button.removeAttribute('aria-disabled')
    if (busyLabel) submitter.textContent = label
  }
}
