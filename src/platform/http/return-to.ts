import { paths } from './paths.rules.ts'

/**
 * Where to go after logging in: an address of this site, or the fallback. Anything that a browser
 * could read as another site (`//evil`, `/\evil`, `javascript:`) is not followed.
 */
export function safeReturnTo(wanted: string | null | undefined, fallback: string): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return fallback
  try {
    const url = new URL(wanted, 'http://here.invalid')
    // Dots are gone by now, so `/.//evil` shows its face.
    const isHere = url.origin === 'http://here.invalid' && !url.pathname.startsWith('//')
    return isHere ? url.pathname + url.search + url.hash : fallback
  } catch {
    return fallback
  }
}

/**
 * The page after signing in: where they were going, or where their role starts. The
 * Members link leads every visitor to log in, so the members area alone is no destination of staff.
 */
export function landingFor(role: 'member' | 'staff', wanted?: string | null): string {
  const to = safeReturnTo(wanted, paths.members())
  return role === 'staff' && to === paths.members() ? paths.admin() : to
}
