import type { ReleaseDayWarning } from './release-day.rules.ts'

/** What is wrong, what to do, and the part of “A release day” in docs/operations.md that says more. */
export const releaseDayWarningCopy = {
  'no-process-ready': {
    title: 'No process is ready',
    todo: 'Look at the log and the database, then restart the shop.',
    section: 'A process is missing',
  },
  'process-missing': {
    title: 'A process is not ready',
    todo: 'The others serve. Look at its log, and restart it.',
    section: 'A process is missing',
  },
  'provider-failing': {
    title: 'The payment provider fails',
    todo: 'Look at its status page. If it lasts, pause the release.',
    section: 'The payment provider fails',
  },
  'nobody-pays': {
    title: 'Payment pages are open, and no order arrives',
    todo: 'Try the payment page and look at the webhook. If in doubt, pause the release.',
    section: 'Nobody pays',
  },
  paused: {
    title: 'The release is paused: nobody can buy',
    todo: 'Resume once the reason is gone.',
    section: 'The release is paused',
  },
  'receipts-wait': {
    title: 'Receipts are late',
    todo: 'Nothing is lost. Pause campaigns, and look at the mail server.',
    section: 'Receipts are late',
  },
  'pages-slow': {
    title: 'Pages are slow',
    todo: 'Add a process, and look for a long query.',
    section: 'Pages are slow',
  },
} as const satisfies Record<ReleaseDayWarning, { title: string; todo: string; section: string }>

export const releaseDayCopy = {
  staleSection: 'A process is missing',
  seconds: (count: number) => `${count} s`,
  ofAll: (ready: number, all: number) => `${ready} of ${all}`,
} as const
