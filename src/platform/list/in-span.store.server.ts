import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import { readSpan } from './span.rules.ts'

/** A list filter for a half-open period, as `readSpan` reads it; other texts find nothing. */
export const inSpan =
  (column: AnyPgColumn) =>
  (text: string): SQL => {
    const span = readSpan(text)
    if (!span) return sql`false`
    return sql`(${column} >= ${span.from}::timestamptz and ${column} < ${span.to}::timestamptz)`
  }
