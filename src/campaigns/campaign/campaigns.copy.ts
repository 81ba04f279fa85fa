import { entryMinutes } from '#accounts/links/entry-link.rules.ts'
import { membershipLevels } from '#platform/club/club.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import type { WhyNoHour } from '#platform/text/typed-hour.rules.ts'

import { campaignsParts } from '../parts.rules.ts'
import type { CampaignState, EmailOutcome, WhyLeftOut } from './campaign.rules.ts'
import { campaignLimits } from './campaign.rules.ts'
import type { BlockKind, ButtonTarget, ContentError, EmailPicture } from './content.rules.ts'
import { contentLimits } from './content.rules.ts'
import type { LinkCheck } from './links.rules.ts'

/** Emails that staff write to an audience. */
export const campaignsCopy = {
  title: campaignsParts.campaigns.title,
  search: 'Name or subject',
  none: 'No campaigns yet',
  noneFound: 'No matching campaigns.',
  one: 'campaign',
  many: 'campaigns',
  add: 'Write an email',
  name: 'Name',
  nameHint: 'Only staff see it.',
  subject: 'Subject',
  state: 'State',
  anyState: 'Any state',
  sendAt: 'Sends',
  sent: 'Sent',
  entered: 'Opened',
  notYet: 'not scheduled',
  states: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    sending: 'Sending',
    paused: 'Paused',
    sent: 'Sent',
    stopped: 'Stopped',
  } satisfies Record<CampaignState, string>,
} as const

export const campaignCopy = {
  newTitle: 'New email',
  create: 'Create',
  hours: {
    'not-an-hour': 'Please enter a valid date and time.',
    skipped: 'The clocks skip this hour that night: please choose another.',
  } satisfies Record<WhyNoHour, string>,
  preheader: 'Preview line, beside the subject in the inbox',
  blocks: 'Blocks',
  newBlock: 'New block',
  ways: { up: 'Move up', down: 'Move down', remove: 'Remove' },
  kinds: {
    heading: 'Heading',
    paragraph: 'Paragraph',
    picture: 'Picture',
    wines: 'Their wines',
    button: 'Button',
  } satisfies Record<BlockKind, string>,
  text: 'Text',
  targets: {
    allocation: 'Their purchase, by their own link',
    shop: 'The members’ area',
    orders: 'Their orders',
    wines: 'The wines page',
    about: 'About us',
  } satisfies Record<ButtonTarget, string>,
  pictures: {
    'bottle-malbec-2022': '2022 Malbec',
    'bottle-malbec-2021': '2021 Malbec',
    'bottle-cabernet-sauvignon-2021': '2021 Cabernet Sauvignon',
    skyline: 'The Andes',
  } satisfies Record<EmailPicture, string>,
  clubs: { none: 'Not in the club', ...membershipLevels },
  save: 'Save',
  findPerson: 'See it as someone else',
  links: {
    open: 'Its buttons lead to pages that exist.',
    'no-button': 'It has no button.',
    draft:
      'Its release is a draft, so its links open nothing yet. It is sent once the release is scheduled.',
    'no-release': 'Its purchase link belongs to no release, so it opens an empty cart.',
    'too-early': `Its links expire after ${entryMinutes.purchaseAtMost / 24 / 60} days, before the release opens. Please send it later.`,
    over: 'Its release has closed, so its links open nothing and it is not sent.',
  } satisfies Record<LinkCheck, string>,
  schedule: 'Schedule',
  when: 'Send at',
  proposal: (at: string) =>
    `Start by ${at}, and everyone has it five minutes before the release opens.`,
  unschedule: 'Back to draft',
  discard: 'Discard this draft',
  reminderOf: (name: string) =>
    `Reminder: ${name}`.replaceAll(/\s+/g, ' ').slice(0, contentLimits.name).trim(),
  figures: 'Results',
  outcomes: {
    queued: 'Waiting',
    sent: 'Sent',
    suppressed: 'Not sent',
    rejected: 'Rejected by the recipient’s server',
    failed: 'Failed',
  } satisfies Record<EmailOutcome, string>,
  chart: 'Sent, opened and ordered, by hour',
  series: { sent: 'Sent', entered: 'Opened', ordered: 'Ordered' },
  reasons: {
    left: 'left the list',
    inactive: 'subscription inactive',
    'no-consent': 'on the list without consent',
    'never-agreed': 'never agreed to emails',
    rejected: 'address rejected twice',
    complaint: 'reported it as spam',
    erased: 'erased',
    'too-often': `limit reached: ${inWords(campaignLimits.perRelease)} a release, one in ${campaignLimits.hoursBetween} hours`,
    stopped: 'stopped before it was sent',
    over: 'the release had closed before it was sent',
    'other-address': 'gets it at their account’s other address',
    gone: 'record deleted',
  } satisfies Record<WhyLeftOut, string>,
  errors: {
    empty: 'Please write something.',
    'line-break': 'Please keep it on one line.',
    'too-long': 'This is too long.',
    'unknown-placeholder': 'No such placeholder',
    'no-blocks': 'Please add at least one block.',
  } satisfies Record<ContentError, string>,
  refused: {
    invalid: 'Nothing was saved. Please check the marked fields.',
    gone: 'This campaign is gone.',
    fixed: 'It is scheduled or has been sent, so it can’t be changed.',
    'saved-elsewhere': 'It was just saved elsewhere. Nothing was changed; please check again.',
    'saved-meanwhile':
      'It was just saved elsewhere. What you typed is still here; saving it replaces that.',
    'no-name': `Please give it a name on one line, at most ${contentLimits.name} characters.`,
    'no-release': 'That release has closed or is gone.',
    'no-start': 'That release is a draft. Schedule it first.',
  },
} as const
