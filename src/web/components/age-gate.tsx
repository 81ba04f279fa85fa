import type { AgeGate } from '#domain/age-gate.ts'
import type { Site } from '#web/context.ts'
import { paths } from '#web/paths.ts'

type Props = { state: Exclude<AgeGate, 'open'>; site: Site; returnTo: string }

export function AgeGateOverlay({ state, site, returnTo }: Props) {
  return (
    <section className="age-gate" role="dialog" aria-modal="true" aria-labelledby="age-gate-title">
      <h2 id="age-gate-title">Are you over 21?</h2>
      {state === 'refused' && (
        <p>
          We take seriously the responsibility to limit access to adults.{' '}
          <a href={site.responsibilityUrl} target="_blank" rel="noreferrer">
            Responsibility.org
          </a>
        </p>
      )}
      <form method="post" action={paths.ageGate()}>
        <input type="hidden" name="to" value={returnTo} />
        <button name="age" value="over" disabled={state === 'refused'}>
          I am over 21
        </button>
        <button name="age" value="under" disabled={state === 'refused'}>
          I am under 21
        </button>
      </form>
    </section>
  )
}
