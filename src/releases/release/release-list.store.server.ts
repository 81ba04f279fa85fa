import { sql } from 'drizzle-orm'

import type { Phase } from '#catalogue/on-sale/release.rules.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { adminList, choiceOf } from '#platform/list/admin-list.store.server.ts'

import { adminReleasesCopy as copy } from './admin-releases.copy.ts'

/** The phase by the database's clock; the same rule as `phaseOf`. */
export const phaseInSql = sql<Phase>`case
  when ${releases.state} = 'draft' then 'draft'
  when ${releases.state} = 'ended' or ${releases.closesAt} <= now() then 'closed'
  when ${releases.state} = 'paused' then 'paused'
  when ${releases.opensAt} <= now() then 'open'
  else 'before' end`

/** Of its wines; one that was chosen for another release since belongs to that. */
const ofWines = (figure: string) => sql<number>`(
  select coalesce(sum(${sql.raw(figure)}), 0)::int from release_wines as chosen
  join products on products.id = chosen.product_id
  where chosen.release_id = ${releases.id} and chosen.is_current)`

const inPhase = (phase: Phase) => sql`${phaseInSql} = ${phase}`

const phaseOfState = {
  draft: 'draft',
  scheduled: 'before',
  open: 'open',
  paused: 'paused',
  ended: 'closed',
} as const

const seasonAndYear = ({ season, year }: { season: string; year: number }) => `${season} ${year}`

/** The releases, by their opening. */
export const releaseList = adminList({
  name: 'releases',
  action: 'manage-releases',
  namesPeople: false,
  table: releases,
  columns: {
    id: releases.id,
    name: releases.name,
    season: releases.season,
    year: releases.year,
    kind: releases.kind,
    opensAt: releases.opensAt,
    closesAt: releases.closesAt,
    phase: phaseInSql,
    wines: sql<string>`coalesce((
      select string_agg(products.title || ', ' || products.subtitle, '; ' order by chosen.position)
      from release_wines as chosen join products on products.id = chosen.product_id
      where chosen.release_id = ${releases.id}), '')`,
    // As in the overview: in this release, refunds not deducted.
    sold: sql<number>`(select coalesce(sum(line.quantity), 0)::int from ${orderLines} as line
      where line.release_id = ${releases.id})`,
    promised: ofWines('promised'),
    free: ofWines('stock - held - sold - promised'),
  },
  sorts: { opens: [releases.opensAt, releases.id] },
  startSort: 'opens',
  filters: {
    // By phase, as the column shows it.
    state: choiceOf(copy.state, copy.anyState, copy.states, (state) =>
      inPhase(phaseOfState[state]),
    ),
  },
  search: (text) => hasWords(releases.searchText, text),
  hit: {
    title: 'Releases',
    page: paths.releases,
    of: ({ id, name, phase }) => ({
      title: name,
      detail: copy.phases[phase],
      href: paths.release(id),
    }),
  },
  file: {
    columns: {},
    cells: [
      [copy.name, (row) => row.name],
      [copy.season, seasonAndYear],
      [copy.state, (row) => copy.phases[row.phase]],
      [copy.opens, (row, dates) => dates.moment(new Date(row.opensAt))],
      [copy.closes, (row, dates) => dates.moment(new Date(row.closesAt))],
      [copy.wines, (row) => row.wines],
      [copy.sold, (row) => row.sold],
      [copy.promised, (row) => row.promised],
      [copy.free, (row) => row.free],
    ],
  },
})
