import { eq, sql } from 'drizzle-orm'

import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { PersonalData } from '#platform/module/personal-data.ts'

import type { JoinedAllocation } from './allocations/merge-allocations.store.server.ts'
import { moveAllocations, returnAllocations } from './allocations/merge-allocations.store.server.ts'
import { freeAllocationsOf } from './allocations/promises.store.server.ts'

declare module '#platform/module/personal-data.ts' {
  interface MovedByMerge {
    allocations: string[]
    joined: JoinedAllocation[]
  }
}

/** Allocations, without the notes of staff. Unbought units of a deleted account return to the free pool. */
export const releasesPersonalData: PersonalData = {
  tables: { allocations: { exported: true, erased: 'blanked', merged: 'moved' } },
  exportUser: {
    allocations: (db, userId) =>
      db
        .select({
          release: releases.name,
          wine: sql<string>`${products.title} || ', ' || ${products.subtitle}`,
          units: allocations.units,
          bought: allocations.bought,
          onPaymentPage: allocations.held,
          origin: allocations.origin,
          keptUntil: allocations.promiseUntil,
          firstSeenAt: allocations.visitedAt,
        })
        .from(allocations)
        .innerJoin(products, eq(products.id, allocations.productId))
        .leftJoin(releases, eq(releases.id, allocations.releaseId))
        .where(eq(allocations.userId, userId)),
  },
  eraseUser: freeAllocationsOf,
  merge: moveAllocations,
  moveBack: returnAllocations,
}
