import { strengthWords } from '#domain/copy/identity.ts'
import { passwordStrength, passwordStrengths } from '#domain/password-policy.ts'

// On the document, so that it holds for fields that come later.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset['minLength']) return
  const hint = document.getElementById(`${target.id}-strength`)
  const [meter, words] = hint?.children ?? []
  if (!hint || !(meter instanceof HTMLMeterElement) || !words) return
  const text = target.value
  const strength = passwordStrength(text, Number(target.dataset['minLength']))
  hint.dataset['strength'] = strength
  meter.hidden = text === ''
  meter.value = passwordStrengths.indexOf(strength)
  words.textContent = text && strengthWords[strength]
})
