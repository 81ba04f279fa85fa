import { accountFieldNames } from '#platform/form/fields.copy.ts'

import type { EmailsToAccount } from '../consent/consent.rules.ts'

/** What the account says. Quoted sentences of the specification stand verbatim. */
export const accountCopy = {
  title: 'Account Details',
  blocks: {
    personal: 'Personal information',
    shipping: 'Shipping address',
    billing: 'Billing address',
  },
  edit: 'Edit',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  saved: 'Your account is saved.',
  otherAccount:
    'You are now signed in to a different account, so nothing was saved. This is the account you are in.',
  savedElsewhere:
    'Your account was changed in another window. The saved value is shown beside each field: save again to replace it, or cancel to keep it.',
  savedNow: (value: string) => `Saved now: ${value || 'nothing'}`,
  fixFirst: 'Please check the marked fields. Nothing has been saved yet.',
  empty: 'Not given',
  optional: 'Optional',
  fields: accountFieldNames,
  hints: {
    phone: 'Digits only. For the carrier, on the day of delivery.',
    birthdate: 'You must be 21 or older to buy wine.',
    optionalText: 'Anything we should know, in up to 80 letters.',
  },
  billing: {
    question: 'Use shipping address as billing address',
    yes: 'YES',
    no: 'NO',
    same: 'The billing address is the shipping address.',
  },
  subscription: {
    title: 'Subscription',
    leave: {
      title: 'Unsubscribe?',
      text: 'We will no longer write to you about our releases. Your account and your orders stay as they are.',
      yes: 'Yes, unsubscribe',
      no: 'Keep my subscription',
    },
    emails: {
      sent: 'We write to you by email about our releases.',
      listed: 'We write to you by email about our releases: you are on our mailing list.',
      unconfirmed:
        'We do not write to you about our releases yet: your email address is not confirmed.',
      'unconfirmed-unchecked':
        'We do not write to you about our releases yet: your email address is not confirmed, and “Email” is not checked under “Contact me by”.',
      unchecked:
        'We do not write to you about our releases yet: “Email” is not checked under “Contact me by”.',
      rejected: 'We cannot write to you about our releases: our emails to this address came back.',
      none: 'We do not write to you about our releases.',
    } satisfies Record<EmailsToAccount, string>,
    confirm: 'Confirm my email address',
    contact: 'Change how I am contacted',
    active: {
      choice: 'Unsubscribe',
      alert: 'We are happy! We will contact you via email to confirm your choice.',
    },
    inactive: {
      choice: 'Subscribe',
      alert: 'Sorry to see you go! We will contact you via email to confirm.',
    },
  },
  yourData: {
    title: 'Security and data',
    text: 'Everything we keep about you, as one file.',
    download: 'Download my data',
    keptCards: 'Saved cards',
    close: 'Delete my account',
  },
  security: 'Security: password and devices',
  closing: {
    title: 'Delete my account',
    goesTitle: 'What is deleted',
    goes: 'Your profile, addresses, cart, requests, ways to sign in and emails are deleted at once and for good. Wine that is reserved for you is no longer kept for you.',
    list: 'Also erase my record on the mailing list',
    listHint: 'If you leave this unchecked, you stay on the list as you are now.',
    staysTitle: 'What we keep',
    stays:
      'Your orders stay in our records without your account: the law requires us to keep what was sold, to whom, and where it was sent.',
    confirmTitle: 'Confirm',
    password: 'Your password',
    passwordHint:
      'If you sign in with Google and have no password, log in again first and leave this empty.',
    close: 'Delete my account',
    keep: 'Keep my account',
    doneTitle: 'Your account is deleted',
    done: 'Your profile, addresses, cart, requests and ways to sign in are gone. Your orders are kept without your account, as the law requires. Thank you for your time with us.',
    toHome: 'Back to the home page',
  },
  newEmail: {
    password: 'Your password, to change your email',
    asked:
      'Saved. We sent an email to each address: approve the change at your current one, then confirm it at the new one.',
  },
} as const
