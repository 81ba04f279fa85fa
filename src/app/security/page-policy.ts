/** A content security policy with these sources added; a directive that is missing or `'none'` gets them alone. */
export function allowInPolicy(
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
    const before = directives.get(name)?.filter((source) => source !== "'none'") ?? []
    directives.set(name, [...before, ...sources])
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';')
}
