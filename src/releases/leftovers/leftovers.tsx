import { Form, Link } from 'react-router'

import { useMayOpen } from '#platform/access/use-may.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import type { LeftoverWine } from '#requests/requested-wines.store.server.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, grid, letters, stack } from '#ui/layout.ts'

type Props = { wines: readonly LeftoverWine[]; newKey: string }

/** The wine left after a release: first for customers who asked, then for all. */
export function Leftovers({ wines, newKey }: Props) {
  const rest = wines.filter(({ free }) => free === null || free > 0)
  return (
    <Block id="release-leftovers" title="What is left">
      {wines.length === 0 ? (
        <p className={letters.quiet}>Its wines are in other releases now.</p>
      ) : (
        <>
          <p className={letters.quiet}>
            Grant to people in line first, then open what remains to everyone.
          </p>
          <ul className={grid(18, 3, 4)}>
            {wines.map((wine) => (
              <li key={wine.id}>
                <h3 className={letters.subheading}>{`${wine.title}, ${wine.subtitle}`}</h3>
                <p>
                  {wine.free === null
                    ? 'The number of cases is not set'
                    : `${plural(wine.free, 'case')} left`}
                  ,{' '}
                  {wine.requests === 0
                    ? 'no open request'
                    : `${plural(wine.requests, 'request')} for ${plural(wine.asked, 'case')}`}
                  .
                </p>
                {wine.requests > 0 && <QueueLink wine={wine} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {rest.length > 0 && (
        <Form method="post" className={stack(3, { text: 'sans' })}>
          <h3 className={letters.subheading}>Open to all</h3>
          <p className={letters.quiet}>
            Creates a draft release with these wines, open to everyone. Nothing sells until you
            schedule it, and nothing can be granted while it is a draft.
          </p>
          <input type="hidden" name="key" value={newKey} />
          {rest.map(({ id, title, subtitle }) => (
            <Checkbox
              key={id}
              name="wine"
              value={id}
              label={`Include ${title}, ${subtitle}`}
              defaultChecked
            />
          ))}
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="open-rest" kind="secondary">
              Create the draft
            </Button>
          </div>
        </Form>
      )}
    </Block>
  )
}

/** The form there is filled with what is free and what is asked for. */
function QueueLink({ wine: { id, title, subtitle, free } }: { wine: LeftoverWine }) {
  const href = paths.requestQueue(id)
  if (!useMayOpen()(href)) return null
  const isFree = free !== null && free > 0
  return (
    <Link
      to={href}
      aria-label={`${isFree ? 'Grant by queue' : 'See its queue'}: ${title}, ${subtitle}`}
    >
      {isFree ? 'Grant by queue' : 'See its queue'}
    </Link>
  )
}
