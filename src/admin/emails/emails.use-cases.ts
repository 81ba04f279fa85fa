export { receiveBounce } from '#mail/bounces/receive-bounce.actions.server.ts'
export { whyFormIsRefused } from './send-form.actions.server.ts'
