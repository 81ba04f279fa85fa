import { sql } from 'drizzle-orm'

import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'

import { releases, releaseWines } from './on-sale/tables.ts'
import { seededWines } from './wines/seeded-wines.store.server.ts'
import { products } from './wines/tables.ts'

const wine = ({ subject }: { subject: string }) => paths.wine(subject)

export const catalogueTasks = {
  'wine-sold-out': {
    action: 'set-stock',
    href: wine,
    title: ({ detail }) => `${detail} is sold out and still on sale`,
    button: 'See the wine',
    isTimed: true,
    causes: () => sql`select p.id as subject, null::int as number,
        p.title || ', ' || p.subtitle as detail, now() as since, null::timestamptz as due
      from ${products} as p
      where p.stock - p.sold <= 0 and (
        p.release_state = 'on-sale' or exists (
          select from ${releaseWines} as rw join ${releases} as r on r.id = rw.release_id
          where rw.product_id = p.id and rw.is_current and r.state = 'scheduled'
            and r.opens_at <= now() and now() < r.closes_at))`,
  },
  'price-missing': {
    action: 'set-stock',
    href: wine,
    title: ({ detail }) => `${detail} has no price at the payment provider`,
    button: 'See the wine',
    isTimed: true,
    causes: () => sql`select id as subject, null::int as number,
        title || ', ' || subtitle as detail, now() as since, null::timestamptz as due
      from ${products}
      where price_id is null and id <> all(${sql.param(seededWines)}::text[])`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof catalogueTasks, true> {}
}
