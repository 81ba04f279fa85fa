import { expect, test } from 'vitest'

import { disputeEmail } from './dispute-email.copy.ts'

const fraud = { state: 'needs-response', reason: 'fraudulent' } as const

test('the email of a dispute asks for a response only where the shop sends none by itself', () => {
  const { text } = disputeEmail
  expect(text(fraud, '1/12/2026', false)).toContain('Responda antes del 1/12/2026')
  const sent = text(fraud, '1/12/2026', true)
  expect(sent).not.toContain('Responda')
  expect(sent).toContain(
    'La tienda envía el comprobante de entrega cuando todas las cajas están entregadas, a más tardar dos días antes del plazo (1/12/2026). No lo envía si antes se responde en el panel del proveedor de pagos.',
  )
  expect(text(fraud, null, true)).toContain('entregadas. No lo envía')
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
  expect(disputeEmail.text({ state: 'needs-response', reason: code }, null, false)).toBe(
    `El comprador disputa este pago ante su banco (motivo: ${reason}). Vea en el panel del proveedor de pagos qué se pide.`,
  )
})

test('of an inquiry it says that no money was taken back, and how it is settled', () => {
  const inquiry = { state: 'inquiry', reason: 'unrecognized' } as const
  expect(disputeEmail.text(inquiry, '1/12/2026', false)).toBe(
    'El banco del comprador pregunta por este pago (motivo: cobro no reconocido). Aún no ha retirado el dinero, y un reembolso completo resuelve la consulta. Responda antes del 1/12/2026 en el panel del proveedor de pagos, con el comprobante de entrega.',
  )
  const subjectOf = (state: 'inquiry' | 'needs-response', payment: 'order' | 'shipping') =>
    disputeEmail.subject(1001, { state, payment })
  expect([
    subjectOf('needs-response', 'order'),
    subjectOf('inquiry', 'order'),
    subjectOf('needs-response', 'shipping'),
  ]).toEqual([
    'Disputa del pago del pedido K-1001',
    'Consulta del banco sobre el pago del pedido K-1001',
    'Disputa del pago del envío del pedido K-1001',
  ])
})
