export {
  countUndeliveredEmails,
  resendEmail,
  leaveEmail,
  deleteOldEmails,
} from './undelivered-emails.actions.server.ts'
export { receiveBounce } from '#mail/bounces/receive-bounce.actions.server.ts'
export { sendForm, whyFormIsRefused } from './send-form.actions.server.ts'
