/** A content security policy with these sources added; a missing directive gets them alone. */
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
    directives.set(name, [...(directives.get(name) ?? []), ...sources])
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';')
}
