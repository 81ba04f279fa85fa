import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const accountTest = 'src/privacy/people/account.actions.db.test.ts'
const mergeTest = 'src/privacy/merging/merge-people.actions.db.test.ts'
const undoTest = 'src/privacy/merging/undo-merge.actions.db.test.ts'

const merging: readonly Mutation[] = [
  ...inFile('src/privacy/merging/merge-people.actions.server.ts', mergeTest, [
    ['a merge does not see what was saved meanwhile', 'if (!isAsShown)', 'if (false)'],
  ]),
  ...inFile('src/privacy/merging/merge.rules.ts', 'src/privacy/merging/merge.rules.test.ts', [
    [
      'an account with an unconfirmed address is merged',
      'both.every(({ emailVerified }) => emailVerified)',
      'true',
    ],
    ['an account of staff is merged', "both.some(({ role }) => role === 'staff')", 'false'],
  ]),
  ...inFile('src/accounts/consent/consent.actions.server.ts', mergeTest, [
    [
      'who never was on the list leaves it by a merge',
      "if (said.why === 'no-consent' && !other.hasConsent) return",
      '',
    ],
    [
      'the merged address’s no holds although the other said yes since',
      'if (carriesRefusalOver(said, other)) await',
      'if (carriesRefusalOver(said, said)) await',
    ],
    [
      'a rejection by a mail server moves as a no',
      "['left', 'no-consent', 'inactive', 'complaint']",
      "['left', 'no-consent', 'inactive', 'complaint', 'rejected']",
    ],
  ]),
  ...inFile('src/accounts/consent/consent.rules.ts', mergeTest, [
    ['a yes that came later is overruled', ' || other.at <= no.at', ' || other.at >= no.at'],
  ]),
  ...inFile('src/releases/allocations/merge-allocations.store.server.ts', mergeTest, [
    [
      'merged allocations are summed unasked',
      'sum ? into.units + from.units',
      'true ? into.units + from.units',
    ],
  ]),
  ...inFile('src/requests/personal-data.server.ts', mergeTest, [
    [
      'two open requests for the same both stay in the queue',
      "set state = 'withdrawn', version",
      "set state = 'open', version",
    ],
    [
      'the request that asked later is the one that stays',
      '(later.queued_at, later.id) > (earlier.queued_at, earlier.id)',
      '(later.queued_at, later.id) < (earlier.queued_at, earlier.id)',
    ],
  ]),
  ...inFile('src/privacy/merging/undo-merge.actions.server.ts', undoTest, [
    ['a merge is undone after its time', ' || merge.undoUntil <= working.now', ''],
    [
      'who signed in by the second address stays in the other account',
      'await endSessionsOf(tx, pair.into)',
      '',
    ],
    [
      'an undo leaves the orders where they went',
      'await moveBack?.(tx, pair, restore.belongings)',
      '',
    ],
  ]),
  ...inFile('src/releases/allocations/merge-allocations.store.server.ts', undoTest, [
    [
      'an undo takes away what was bought since',
      'const taken = now.bought - bought + now.held',
      'const taken = 0',
    ],
    [
      'an undo promises more than there is',
      'const kept = Math.min(rest, (await freeUnits(tx, productId)) ?? rest)',
      'const kept = Math.max(rest, (await freeUnits(tx, productId)) ?? rest)',
    ],
  ]),
]

const campaignTest = 'src/campaigns/campaign/campaigns.actions.db.test.ts'
const outboxTest = 'src/app/jobs/deliver-emails.db.test.ts'

const campaigns: readonly Mutation[] = [
  ...inFile('src/campaigns/campaign/audience.store.server.ts', campaignTest, [
    [
      'a campaign goes to accounts that nobody confirmed',
      'sql`u.email_verified and u.erase_at is null',
      'sql`u.erase_at is null',
    ],
    ['who is on the list and has an account gets two', 'not u.email_verified and u.role', 'u.role'],
    [
      'a suppressed address is in the audience',
      'suppressions: suppressed.get(hashes[index]!) ?? []',
      'suppressions: []',
    ],
    [
      'a fourth email of one release leaves',
      "c.id <> ${id} and had.outcome in ('queued', 'sent')\n  group by",
      "c.id <> ${id} and had.outcome = 'failed'\n  group by",
    ],
  ]),
  ...inFile(
    'src/campaigns/campaign/audience.store.server.ts',
    'src/campaigns/campaign/audience.store.db.test.ts',
    [
      ['a wave is those who were lowered to nothing in it', ' and a.units > 0`', '`'],
      [
        'a reminder goes to those who have bought all',
        'a.units > a.held + a.bought and',
        'a.units >= a.held + a.bought and',
      ],
      [
        'a correction goes to those who never got what it corrects',
        " and got.outcome = 'sent')`",
        ')`',
      ],
      [
        'who had three emails of a release gets one when few are asked',
        ')) >= ${campaignLimits.perRelease}\n',
        ')) > ${campaignLimits.perRelease}\n',
      ],
    ],
  ),
  ...inFile(
    'src/campaigns/campaign/campaign-emails.store.server.ts',
    'src/campaigns/campaign/campaign-recipients.actions.db.test.ts',
    [
      [
        'an email says that wine under a cap is kept',
        "case when r.promise = 'guaranteed'",
        'case when true',
      ],
      ['an email says that wine is kept whose promise is over', 'filter (where until > now())', ''],
    ],
  ),
  ...inFile('src/campaigns/campaign/campaign-emails.store.server.ts', campaignTest, [
    [
      'a paused campaign goes on leaving',
      "delete from mails where state = 'queued'",
      "delete from mails where state = 'sending'",
    ],
    [
      'the address of an erased person stays in a stopped campaign',
      "state = 'suppressed' and forget",
      "state = 'sending' and forget",
    ],
    [
      'a stopped campaign goes on leaving',
      "update mails set state = 'suppressed', props = '{}'",
      "update mails set state = 'queued', props = '{}'",
    ],
  ]),
  ...inFile('src/app/jobs/send-email.ts', campaignTest, [
    [
      'a campaign goes on leaving once its release has closed',
      "release?.isOpen ? null : 'over'",
      'null',
    ],
  ]),
  ...inFile('src/campaigns/campaign/send-campaign.actions.server.ts', campaignTest, [
    [
      'a campaign about a draft begins',
      "links === 'over' || links === 'draft'",
      "links === 'over'",
    ],
    ['two campaigns that begin together reach one person', 'await lockAudiences(tx)', ''],
    [
      'the emails of a campaign all have the link of one person',
      'link: links[index] ?? plain',
      'link: links[0] ?? plain',
    ],
  ]),
  ...inFile(
    'src/privacy/merging/undo-merge.actions.server.ts',
    'src/privacy/merging/undo-merge.actions.db.test.ts',
    [
      [
        'support takes apart the account of an owner',
        "if (into.role === 'staff') return mergeCopy.ofStaff",
        '',
      ],
      [
        'a merge is undone from the page of another person',
        'if (merge?.intoUser !== id)',
        'if (!merge)',
      ],
    ],
  ),
  ...inFile(
    'src/platform/action/carry-out.server.ts',
    'src/platform/action/staff-action.db.test.ts',
    [
      [
        'a form that is sent again with other values is taken for the first',
        '[key, Object.entries(typed).sort()]',
        '[key]',
      ],
    ],
  ),
  ...inFile('src/mail/business/notify-business.actions.server.ts', accountTest, [
    ['a person writes to the business without end', 'const perDay = 10', 'const perDay = 1000'],
  ]),
  ...inFile(
    'src/platform/text/person-name.rules.ts',
    'src/platform/text/typed-text.rules.test.ts',
    [
      ['a link is greeted', "!link.test(name.normalize('NFKC')) && ", ''],
      ['a merge tag is greeted', ' && !isMergeTag(name)', ''],
    ],
  ),
  ...inFile('src/mail/mails.store.server.ts', campaignTest, [
    [
      'a campaign takes the minute’s whole allowance at once',
      '${share} - count(*) filter',
      '${perMinute} - count(*) filter',
    ],
  ]),
  ...inFile('src/mail/mails.store.server.ts', outboxTest, [
    [
      'more emails leave in a minute than the service allows',
      'select pg_advisory_xact_lock(${claimLock})',
      'select ${claimLock}::bigint',
    ],
    [
      'a campaign leaves receipts no room',
      " - ceil(count(*) filter (where kind <> 'campaign') / 4.0)::bigint",
      '',
    ],
  ]),
]

const consentTest = 'src/accounts/consent/consent.actions.db.test.ts'
const unsubscribeTest = 'src/campaigns/mailing-list/unsubscribe.actions.db.test.ts'

const consent: readonly Mutation[] = [
  ...inFile('src/accounts/consent/consent.actions.server.ts', consentTest, [
    [
      'who leaves may be imported again',
      "[act.source === 'complaint' ? 'complaint' : 'left']",
      '[]',
    ],
    ['a yes leaves the address suppressed', 'await endSuppressions(tx, hashes.ofEmail(email))', ''],
    ['an account forgets that its list record left', 'list?.hasLeft ||\n', ''],
    [
      'an account that is inactive forgets it once confirmed',
      "account?.subscription === 'inactive' ||\n    (await leftOf",
      '(await leftOf',
    ],
  ]),
  ...inFile('src/accounts/consent/consents.store.server.ts', consentTest, [
    ['what does not count ends what does', ', eq(consents.counts, true)', ''],
  ]),
  ...inFile('src/accounts/consent/contact-choices.actions.server.ts', consentTest, [
    [
      'a no counts once its address is confirmed',
      'if (!after.byEmail) {',
      'if (!after.byEmail && emailVerified) {',
    ],
  ]),
  ...inFile('src/requests/change-subscription.actions.server.ts', consentTest, [
    ['a yes needs no proof', 'else if (emailVerified) {', 'else {'],
    [
      'a no in an account that is not confirmed is not obeyed',
      'if (!isYes) await recordNo',
      'if (!isYes && emailVerified) await recordNo',
    ],
  ]),
  ...inFile('src/accounts/consent/email-permission.store.server.ts', consentTest, [
    [
      'an account that is not confirmed has no say',
      "row.subscription === 'inactive'\n      ?",
      'false\n      ?',
    ],
  ]),
  ...inFile('src/privacy/deletion/forget-address.actions.server.ts', consentTest, [
    ['an erased person’s entries stay in the ledger', 'await eraseConsents(tx, email)', ''],
  ]),
  ...inFile('src/accounts/consent/consent.actions.server.ts', mergeTest, [
    [
      'a no by one address of a person leaves the other on the list',
      'await recordNoOf(services, tx, other, act, { ...how, always: how.always || isNews })',
      '',
    ],
  ]),
  ...inFile('src/campaigns/mailing-list/unsubscribe.actions.server.ts', unsubscribeTest, [
    [
      'an unsubscribe link of somebody else’s making works',
      'const id = mail.tokens.read(token)\n  if (!id) return false',
      "const id = mail.tokens.read(token) ?? token.split('.', 1)[0]\n  if (!id) return false",
    ],
    ['one click on the link leaves nobody off', 'if (!found) return\n', 'if (found) return\n'],
  ]),
  ...inFile(
    'src/campaigns/mailing-list/unsubscribe.page.tsx',
    'src/campaigns/mailing-list/unsubscribe.page.test.ts',
    [
      [
        'any form sent to an unsubscribe link is the one click',
        "if (form.get('List-Unsubscribe') !== 'One-Click') return next()",
        '',
      ],
      [
        'the one click is answered with a redirect',
        'return new Response(null, { status: isOurs ? 200 : 404 })',
        "return isOurs ? new Response(null, { status: 303, headers: { location: '/' } }) : new Response(null, { status: 404 })",
      ],
      [
        'the one click is noted as a press on the page',
        "const act = { source: 'one-click', address",
        "const act = { source: 'link', address",
      ],
    ],
  ),
  ...inFile('src/privacy/deletion/clean-up-consents.actions.server.ts', consentTest, [
    ['the ledger keeps networks for good', '-networkDays * 24 * 60', '-networkDays * 24 * 6000'],
  ]),
]

/** Persons and what they agreed to: merges, campaigns, consent. */
export const people: readonly Mutation[] = [...merging, ...campaigns, ...consent]
