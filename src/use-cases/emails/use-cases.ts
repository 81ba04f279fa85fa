export { countUndeliveredEmails, resendEmail, deleteOldEmails } from './undelivered-emails.ts'
export { leaveEmail } from './leave-email.ts'
export { receiveBounce } from './receive-bounce.ts'
export { sendForm, whyFormIsRefused } from './send-form.ts'
