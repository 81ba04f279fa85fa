import { fieldMessages } from '#platform/form/fields.copy.ts'

/** The sentences of the staff's form for a subscriber (specification, section 5), verbatim. */
export const subscriberMessages = {
  ...fieldMessages,
  atLeast4: 'At Least 4 letters please', // sic
  noMoreThan40: 'No more than 40 letters',
  atLeast3: 'At Least 3 letters please', // sic
} as const

export const subscriberCopy = {
  title: 'Subscriber',
  person: 'Subscriber',
  contact: 'Phone and address',
  allKept: 'All we keep about them',
  standing: 'On the list',
  updated: 'CLient Updated', // sic
  emailTaken: 'Another subscriber has this email.',
  since: 'Since',
  from: 'Joined at',
  recordedAs: 'Recorded as',
  left: 'Left the list',
  add: {
    title: 'Add a subscriber',
    action: 'Add a subscriber',
    intro:
      'Only for someone who said yes in writing. They get the welcome email, with its link to leave the list.',
    fullname: 'Full name',
    email: 'Email',
    proof: 'Where they said yes',
    proofHint:
      'Such as: signed the guest book at the tasting in Napa, May 3, 2026. Kept with the record.',
    sayWhere: 'Please say where and when they said yes, in at least 8 letters',
    submit: 'Add to the list',
    back: 'Back to the list',
    added: 'Added to the mailing list. The welcome email is on its way.',
    source: 'staff, said yes in writing',
    refused: {
      'on-list': 'This address is already on the mailing list. Nothing was changed.',
      'has-left':
        'This person has left the mailing list. We emailed them to ask if they want to come back. They rejoin when they say yes.',
      'asked-often':
        'This person has left the mailing list, and was asked twice by email within a day whether they want to come back. They rejoin when they say yes.',
    },
  },
  leave: {
    action: 'Unsubscribe',
    title: 'Unsubscribe',
    ask: (name: string) => `Take ${name} off the mailing list?`,
    text: (email: string) =>
      `${email} gets no more emails of the mailing list. The record stays, and only they can rejoin.`,
    submit: 'Unsubscribe',
    keep: 'Keep on the list',
    done: 'Taken off the mailing list.',
    savedElsewhere:
      'Someone changed this record in the meantime. Nothing was done; please look again.',
  },
} as const
