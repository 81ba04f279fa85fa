import { secondFactor } from '#accounts/second-factor/second-factor.rules.ts'
import { adminParts } from '#platform/admin/parts.rules.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'

/** The page of the staff and their duties. */
export const peopleCopy = {
  title: adminParts.people.title,
  intro:
    'Who works here, and what each of them may do. Taking a duty away signs that person out everywhere.',
  person: 'Person',
  duties: 'Duties',
  lastSeen: 'Last seen',
  devices: (count: number) => (count === 1 ? '1 device' : `${count} devices`),
  never: 'Not signed in',
  you: 'you',
  save: 'Save duties',
  saveOf: (email: string) => `Save duties: ${email}`,
  dutiesOf: (email: string) => `Duties of ${email}`,
  end: 'End staff rights',
  endOf: (email: string) => `End staff rights: ${email}`,
  invite: {
    submit: 'Send an invitation',
    sent: 'The invitation is on its way. Its link works once, for 48 hours.',
    open: 'Invited',
    until: 'The link works until',
    withdraw: 'Take back',
    withdrawOf: (email: string) => `Take back the invitation: ${email}`,
    withdrawn: 'The invitation is taken back.',
    refused: {
      invalid: 'Please type a whole email address.',
      already: 'This person is already on the staff.',
      'second-address':
        'This is the second address of a merged account, and staff log in by the first one. Please invite that one.',
    },
  },
  former: {
    title: 'Staff rights ended',
    ended: 'ended',
    by: (email: string) => `by ${email}`,
  },
  factor: {
    title: 'Second factor',
    has: 'Second factor on',
    none: 'No second factor',
    remove: 'Remove second factor',
    removeOf: (email: string) => `Remove the second factor: ${email}`,
    removed: 'Removed. Both of you are told by email.',
    isFree: 'Each of the staff may turn on a second factor for their own account.',
    isRequired: `All staff need a second factor. ${secondFactor.graceDays} days after this was turned on, the admin opens only with one.`,
    require: 'Require it of all staff',
    noLongerRequire: 'No longer require it',
    nowRequired: `Required from now on. Staff without one have ${secondFactor.graceDays} days to set it up.`,
    noLongerRequired: 'No longer required.',
    own: 'Your own second factor',
    refused: {
      'own-first': 'Set up your own second factor first.',
      self: 'To turn off your own, go to “Your own second factor” and enter a code.',
      none: 'This person has no second factor.',
    },
  },
  grant: {
    title: 'Make someone staff',
    hint: 'An invitation goes to anyone. “Make staff” is at once, for an account with a confirmed address: they are signed out everywhere and log in again.',
    email: 'Their email',
    duties: 'Their duties',
    submit: 'Make staff',
    none: 'Please choose at least one duty.',
  },
  alarms: {
    title: 'Alarms',
    since: 'Since',
    isOn: 'Owners are told of an alarm by email: once, every four hours while it lasts, and when it ends.',
    isOff: 'Alarms of the shop are tasks on Today for owners. No email is sent.',
    hint: 'An alarm is what needs somebody who runs the server, such as emails that do not leave.',
    turnOn: 'Tell owners by email',
    turnOff: 'No longer tell by email',
    turnedOn: 'Owners are now told of alarms by email.',
    turnedOff: 'Owners are no longer told of alarms by email.',
  },
  loginLinks: {
    title: 'Sign in by email',
    isOn: 'Customers can ask for a link at Log in that logs them in once. Staff always use their password or Google.',
    isOff: 'Customers log in with their password or Google.',
    hint: 'The page changes within a minute.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnedOn: 'Customers can now log in by a link sent to their address.',
    turnedOff: 'Customers can no longer ask for a link to log in.',
  },
  names: {
    owner: 'Owner',
    releases: 'Releases',
    shipping: 'Shipping',
    support: 'Support',
    compliance: 'Compliance',
    emails: 'Emails',
    accounting: 'Accounting',
  } satisfies Record<Duty, string>,
  hints: {
    owner: 'everything',
    releases: 'wines, stock and releases',
    shipping: 'shipments',
    support: 'orders, refunds, requests, customers and subscribers',
    compliance: 'no pages of its own yet',
    emails: 'campaigns, and emails that failed',
    accounting: 'reconciliation and months',
  } satisfies Record<Duty, string>,
  outcomes: {
    changed: 'Saved. They may have to log in again.',
    same: 'Nothing to change.',
    ended: 'Their staff rights have ended, and they are signed out everywhere.',
  },
  refused: {
    unknown: 'Nobody is registered with this email.',
    unconfirmed:
      'This address is not confirmed, so anyone may have registered under it. Its owner has to confirm it first, under Password and devices.',
    'last-owner': 'There has to be an owner. Make someone else one first.',
    'changed-meanwhile':
      'Someone changed these duties in the meantime. Nothing was saved; please look again.',
  },
} as const

export const dutyNames = (duties: readonly Duty[]): string =>
  dutiesIn(duties)
    .map((duty) => peopleCopy.names[duty])
    .join(', ') || 'None'
