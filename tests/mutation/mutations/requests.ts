import type { Mutation } from '../mutation.ts'
import { inFile } from './in-file.ts'

const grants = 'src/requests/grants/grants.store.server.ts'
const grantsTest = 'src/requests/grants/grants.actions.db.test.ts'
const requestsTest = 'src/requests/requests.actions.db.test.ts'

/** Requests of customers: their line, grants and what follows, and declined ones. */
export const requests: readonly Mutation[] = [
  ...inFile(grants, grantsTest, [
    ['a grant ends while its cases are still promised', ' and not a.is_promised and', ' and'],
    [
      'a grant gives what others have been promised',
      'stock - held - sold - promised >= ${sum}',
      'stock - held - sold >= ${sum}',
    ],
    ['a grant ends while its payment page is open', ' and a.held = 0)', ')'],
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
  ...inFile(
    'src/requests/change-subscription.actions.server.ts',
    'src/accounts/consent/consent.actions.db.test.ts',
    [
      [
        'a customer with a confirmed address who says yes is not on the list',
        'else if (emailVerified) {',
        'else if (false) {',
      ],
    ],
  ),
  ...inFile('src/requests/grants/give-grants.actions.server.ts', grantsTest, [
    [
      'more is granted than was asked for',
      "if (units > request.units) return refuse(notAsked, { field: 'units' })",
      '',
    ],
    [
      'a grant of any number of hours',
      'wholeNumberFrom(grantHours.least, grantHours.most, copy.notHours)',
      'wholeNumberFrom(0, 9_999, copy.notHours)',
    ],
    [
      'a request is granted a second time',
      "request?.state !== 'open' || !isForWine",
      'request === undefined || !isForWine',
    ],
  ]),
  ...inFile('src/requests/queues/grant-by-queue.actions.server.ts', grantsTest, [
    [
      'the queue is granted although it changed since the preview',
      'if (now.mark !== rule.mark)',
      'if (now.mark.length !== rule.mark.length)',
    ],
    [
      'who has a grant gets another from the queue',
      'rule.skipsGranted && person.hasGrant',
      'rule.skipsGranted && false',
    ],
    [
      'who has no address yet gets nothing from the queue',
      'isOutsideServed(person.state, day)\n',
      "(isOutsideServed(person.state, day) || person.state === '')\n",
    ],
  ]),
  ...inFile('src/requests/grants/process-grants.actions.server.ts', grantsTest, [
    [
      'the queue grants at night',
      'if (hour < automaticGrants.from || hour >= automaticGrants.until) return',
      '',
    ],
    [
      'a queue stands still while less is free than the next in line asks for',
      'Math.min(person.units, queue.mostPerPerson, toPassOn, free)',
      'Math.min(person.units, queue.mostPerPerson, toPassOn)',
    ],
    [
      'what was passed on once is passed on again',
      '      if (!(await takeToPassOn(tx, productId, units))) throw new TooFewFree()\n',
      '',
    ],
  ]),
  ...inFile('src/requests/share-cases.rules.ts', 'src/requests/share-cases.rules.test.ts', [
    ['somebody gets more than they asked for', ' && units >= round', ''],
    [
      'the first in line gets all before the second gets one',
      'share.units++\n        left--',
      'share.units += round\n        left -= round',
    ],
  ]),
  ...inFile('src/requests/answer-requests.actions.server.ts', requestsTest, [
    ['a request is declined without a word', ".min(1, 'Please write an answer.')", ''],
    [
      'an answered request is declined again',
      'if (declined.length === 0) return refuse(copy.notOpen)',
      '',
    ],
    [
      'who may stay in line for the next vintage is out of it',
      "const verdict = keepsPlace ? 'waiting' : 'declined'",
      "const verdict = keepsPlace ? 'declined' : 'declined'",
    ],
  ]),
  ...inFile('src/requests/queues/queue.actions.server.ts', requestsTest, [
    [
      'a line is declined although somebody joined since staff saw it',
      'if (now.mark !== mark) return lineChanged()',
      '',
    ],
  ]),
  ...inFile(
    'src/requests/queues/queue.actions.server.ts',
    'src/requests/leftovers.actions.db.test.ts',
    [
      [
        'a queue is closed although somebody joined since staff saw it',
        'if (markNow !== mark) return lineChanged()',
        '',
      ],
    ],
  ),
]
