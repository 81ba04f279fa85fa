import { passwordToggle } from './password-toggle.ts'

// On the document, so that it holds for fields that come later.
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const toggle = target.closest('button[data-shows-password]')
  const input = document.getElementById(toggle?.getAttribute('aria-controls') ?? '')
  if (!toggle || !(input instanceof HTMLInputElement)) return
  const isShown = input.type === 'password'
  input.type = isShown ? 'text' : 'password'
  toggle.toggleAttribute('data-shown', isShown)
  toggle.setAttribute('aria-label', isShown ? passwordToggle.hide : passwordToggle.show)
})
