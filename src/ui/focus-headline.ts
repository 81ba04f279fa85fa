/**
 * Where reading begins in a dialog that a mouse opened: WebKit would draw the keyboard's ring around its
 * button. It takes the focus from then on only, else browsers would prefer it for the keyboard, too.
 */
export function focusHeadline(dialog: HTMLDialogElement): void {
  const headline = dialog.querySelector<HTMLElement>('h2[data-headline]')
  if (!headline) return
  headline.tabIndex = -1
  headline.focus()
}
