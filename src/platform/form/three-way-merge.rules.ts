/** A field that was changed elsewhere while a form was being filled in. */
export type Conflict<Fields> = {
  field: keyof Fields & string
  was: Fields[keyof Fields]
  theirs: Fields[keyof Fields]
  yours: Fields[keyof Fields]
  /** Both changed it, to different values. */
  isContested: boolean
}

/**
 * Three-way merge of two edits of one record. `base` is the version the form was filled from, `theirs`
 * the saved one. Fields changed only by them are taken from theirs, fields changed by you stay yours.
 * Every field that they changed is returned as a conflict, so that nobody overwrites a change they have
 * not seen. Without a base every difference counts as changed by both.
 */
export function mergeEdits<Fields extends Record<string, string | boolean>>(
  fields: readonly (keyof Fields & string)[],
  { base, theirs, yours }: { base: Fields | null; theirs: Fields; yours: Fields },
): { merged: Fields; conflicts: Conflict<Fields>[] } {
  const merged = { ...yours }
  const conflicts: Conflict<Fields>[] = []
  for (const field of fields) {
    const isSame = yours[field] === theirs[field]
    if (base ? theirs[field] === base[field] : isSame) continue
    const isMine = base === null || yours[field] !== base[field]
    if (!isMine) merged[field] = theirs[field]
    conflicts.push({
      field,
      was: (base ?? theirs)[field],
      theirs: theirs[field],
      yours: yours[field],
      isContested: isMine && !isSame,
    })
  }
  return { merged, conflicts }
}

/** The fields in which two records differ, before and after. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => before[name] !== after[name],
  )
  if (names.length === 0) return null
  const only = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
  return { before: only(before), after: only(after) }
}
