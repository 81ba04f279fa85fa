export {
  countUndeliveredEmails,
  resendEmail,
  leaveEmail,
  deleteOldEmails,
} from './undelivered-emails.ts'
export { receiveBounce } from './receive-bounce.ts'
export { sendForm, whyFormIsRefused } from './send-form.ts'
