import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const grants = 'src/data/requests/grants.ts'
const grantsTest = 'src/use-cases/requests/grants.db.test.ts'
const requestsTest = 'src/use-cases/requests/requests.db.test.ts'

/** Requests of customers: their line, grants and what follows, and declined ones. */
export const requests: readonly Mutation[] = [
  ...inFile(grants, grantsTest, [
    [
      'a grant gives what others have been promised',
      'stock - held - sold - promised >= ${sum}',
      'stock - held - sold >= ${sum}',
    ],
    [
      'a grant ends while its payment page is open',
      'a.promise_until <= now() and a.held = 0)',
      'a.promise_until <= now())',
    ],
    [
      'a grant is reminded of each minute',
      "where r.state = 'granted' and r.reminded_at is null and a.bought",
      "where r.state = 'granted' and a.bought",
    ],
    [
      'a grant of two days less an hour is reminded of',
      ">= make_interval(hours => ${leastGrant}) - interval '1 minute'",
      ">= make_interval(hours => ${leastGrant}) - interval '1 day'",
    ],
    [
      'a bought grant has lapsed',
      "when a.bought > 0 then 'taken'",
      "when a.bought > 99 then 'taken'",
    ],
    [
      'a grant that is over is shown as kept',
      'and promise_until > now() and bought < units`',
      'and bought < units`',
    ],
  ]),
  ...inFile('src/use-cases/requests/grant-request.ts', grantsTest, [
    ['more is granted than was asked for', ' && units <= request.units', ''],
    [
      'a grant of any number of hours',
      ' && hours >= grantHours.least && hours <= grantHours.most',
      '',
    ],
    [
      'a request is granted a second time',
      "request?.state !== 'open' || !isForWine",
      'request === undefined || !isForWine',
    ],
  ]),
  ...inFile('src/use-cases/requests/grant-by-queue.ts', grantsTest, [
    [
      'the queue is granted although it changed since the preview',
      'if (now.mark !== rule.mark)',
      'if (now.mark.length !== rule.mark.length)',
    ],
    [
      'who has a grant gets another from the queue',
      '!rule.skipsGranted || !person.hasGrant',
      '!rule.skipsGranted || true',
    ],
  ]),
  ...inFile('src/use-cases/requests/process-grants.ts', grantsTest, [
    [
      'the queue grants at night',
      'if (hour < automaticGrants.from || hour >= automaticGrants.until) return',
      '',
    ],
    [
      'what was passed on once is passed on again',
      '      await passedOn(tx, productId, units)\n',
      '',
    ],
  ]),
  ...inFile('src/domain/requests/share-cases.ts', 'src/domain/requests/share-cases.test.ts', [
    ['somebody gets more than they asked for', ' && share.request.units >= round', ''],
    [
      'the first in line gets all before the second gets one',
      'share.units++\n        left--',
      'share.units += round\n        left -= round',
    ],
  ]),
  ...inFile('src/use-cases/requests/decline-requests.ts', requestsTest, [
    [
      'a line is declined although somebody joined since staff saw it',
      "if (now.mark !== mark) return { ok: false, reason: 'line-changed' }",
      '',
    ],
    ['a request is declined without a word', "if (!text.trim()) return 'no-text'", ''],
    [
      'an answered request is declined again',
      "if (declined.length === 0) return { ok: false, reason: 'answered' }",
      '',
    ],
    [
      'who may stay in line for the next vintage is out of it',
      "const verdict = keepsPlace ? 'waiting' : 'declined'",
      "const verdict = keepsPlace ? 'declined' : 'declined'",
    ],
  ]),
  ...inFile(
    'src/use-cases/requests/close-queue.ts',
    'src/use-cases/requests/leftovers.db.test.ts',
    [
      [
        'a queue is closed although somebody joined since staff saw it',
        "if (markNow !== mark) return { ok: false, reason: 'line-changed' }",
        '',
      ],
    ],
  ),
]
