import { passwordStrength, passwordStrengths } from './password-policy.rules.ts'
import { strengthWords } from './sign-in.copy.ts'

// On the document, so that it also handles fields that are put in later.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset['minLength']) return
  const hint = document.getElementById(`${target.id}-strength`)
  const [meter, label] = hint?.children ?? []
  if (!hint || !(meter instanceof HTMLMeterElement) || !label) return
  const text = target.value
  const strength = passwordStrength(text, Number(target.dataset['minLength']))
  hint.dataset['strength'] = strength
  meter.hidden = text === ''
  meter.value = passwordStrengths.indexOf(strength)
  label.textContent = text && strengthWords[strength]
})
