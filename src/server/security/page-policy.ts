/**
 * A content security policy whose directives also name these sources: a directive that is not there
 * yet is added with them alone.
 */
export function alsoAllowing(
  policy: string,
  more: Readonly<Record<string, readonly string[]>>,
): string {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/)
      return [name!, sources]
    }),
  )
  for (const [name, sources] of Object.entries(more)) {
    directives.set(name, [...(directives.get(name) ?? []), ...sources])
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';')
}
