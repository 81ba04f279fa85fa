/**
 * Calls that are made once for all who ask while they run, by key; `of` is whose they are, such as a database: the
 * tests open several shops in one process. `joins` is false for a caller that needs a call of its own.
 */
export function sharedCalls<Result>() {
  const running = new WeakMap<object, Map<string, Promise<Result>>>()
  return (
    of: object,
    key: string,
    call: () => Promise<Result>,
    { joins = true }: { joins?: boolean } = {},
  ): Promise<Result> => {
    const ours = running.get(of) ?? new Map<string, Promise<Result>>()
    running.set(of, ours)
    const found = ours.get(key)
    if (found && joins) return found
    const made = call().finally(() => ours.delete(key))
    ours.set(key, made)
    return made
  }
}
