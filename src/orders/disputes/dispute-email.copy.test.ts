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

test.each([
  ['bank_cannot_process', 'el banco no puede procesarlo'],
  ['credit_not_processed', 'no recibió un reembolso'],
  ['customer_initiated', 'iniciada por el cliente'],
  ['debit_not_authorized', 'débito no autorizado'],
  ['duplicate', 'cobro duplicado'],
  ['fraudulent', 'fraude'],
  ['general', 'general'],
  ['incorrect_account_details', 'datos de la cuenta incorrectos'],
  ['insufficient_funds', 'fondos insuficientes'],
  ['product_not_received', 'producto no recibido'],
  ['product_unacceptable', 'producto inaceptable'],
  ['subscription_canceled', 'suscripción cancelada'],
  ['unrecognized', 'cobro no reconocido'],
  ['check_returned', 'check_returned'],
])('the business reads the reason “%s” in its language', (code, reason) => {
  expect(disputeEmail.text(code, null, false)).toBe(
    `El comprador disputa este pago ante su banco (motivo: ${reason}). Vea en el panel del proveedor de pagos qué se pide.`,
  )
})
