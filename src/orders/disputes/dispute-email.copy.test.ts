import { expect, test } from 'vitest'

import { disputeEmail } from './dispute-email.copy.ts'

test('the email of a dispute asks for a response only where the shop sends none by itself', () => {
  const { text } = disputeEmail
  expect(text('fraudulent', '1/12/2026', false)).toContain('Responda antes del 1/12/2026')
  const sent = text('fraudulent', '1/12/2026', true)
  expect(sent).not.toContain('Responda')
  expect(sent).toContain(
    'La tienda envía el comprobante de entrega cuando todas las cajas están entregadas, a más tardar dos días antes del plazo (1/12/2026). No lo envía si antes se responde en el panel del proveedor de pagos.',
  )
  expect(text('fraudulent', null, true)).toContain('entregadas. No lo envía')
})
