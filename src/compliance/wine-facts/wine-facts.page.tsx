import { Link } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { counted } from '#platform/admin/admin.copy.ts'
import { LiveForm } from '#platform/form/live-form.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, divided, grid, letters, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/wine-facts.page'
import { saveWineFacts } from './save-wine-facts.actions.server.ts'
import { factNames, maxCola, maxFact, unknownFacts, wineClasses } from './wine-facts.rules.ts'
import { factsOfWines } from './wine-facts.store.server.ts'

const title = 'Wines in reports'

const page = staffPage({
  needs: 'manage-compliance',
  load: async ({ db }) => ({ wines: await factsOfWines(db) }),
  actions: { save: saveWineFacts },
})
export const loader = page.loader
export const action = page.action

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

export default function WineFactsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { wines } = loaderData
  const sent = useFormResult(actionData)
  const open = wines.filter((wine) => unknownFacts(wine).length > 0).length
  return (
    <AdminPage
      title={title}
      summary={
        open === 0
          ? 'Everything is known'
          : `${counted(open, 'wine has', 'wines have')} something unknown`
      }
      actions={<Link to={paths.complianceReports()}>Reports</Link>}
    >
      <div className={stack(3)}>
        <p className={letters.intro}>
          What reports to states say of each wine, as its label and its label approval have it. What
          is left empty is reported as unknown.
        </p>
        <ul className={divided(3)}>
          {wines.map((wine) => (
            <li key={wine.id}>
              <Wine wine={wine} sent={sentBy(sent, { wine: wine.id })} />
            </li>
          ))}
        </ul>
      </div>
    </AdminPage>
  )
}

type Wine = Route.ComponentProps['loaderData']['wines'][number]

function Wine({ wine, sent }: { wine: Wine; sent: Sent | null }) {
  const unknown = unknownFacts(wine)
  const field = fieldsOf(sent, {
    brand: wine.brand,
    class: wine.class,
    alcohol: wine.alcohol?.toFixed(1) ?? '',
    cola: wine.cola,
    country: wine.country,
  })
  const name = `${wine.title}, ${wine.subtitle}`
  return (
    <section className={stack(2, { text: 'anywhere' })} aria-label={name}>
      <div className={stack(0.5)}>
        <h2 className={letters.strong}>{name}</h2>
        <p className={letters.small}>
          {`Vintage ${wine.vintage} · ${counted(wine.bottles, 'bottle', 'bottles')} of ${wine.bottleMl} ml, ${(wine.bottles * wine.bottleMl) / 1_000} liters`}
        </p>
        {unknown.length > 0 && (
          <p className={classes(letters.small, letters.strong)}>
            Unknown: {unknown.map((fact) => factNames[fact]).join(', ')}
          </p>
        )}
      </div>
      <LiveForm version={wine.version ?? 0} sent={sent} className={grid(12, 2)} noValidate>
        <input type="hidden" name="wine" value={wine.id} />
        <input type="hidden" name="version" value={wine.version ?? ''} />
        <TextField
          label={factNames.brand}
          maxLength={maxFact}
          autoComplete="off"
          {...field('brand')}
        />
        <SelectField
          label={factNames.class}
          options={[
            { value: '', label: 'Unknown' },
            ...wineClasses.map((one) => ({ value: one, label: one })),
          ]}
          {...field('class')}
        />
        <TextField
          label="Alcohol in percent"
          inputMode="decimal"
          autoComplete="off"
          {...field('alcohol')}
        />
        <TextField
          label={factNames.cola}
          maxLength={maxCola}
          autoComplete="off"
          {...field('cola')}
        />
        <TextField
          label={factNames.country}
          maxLength={maxFact}
          autoComplete="off"
          {...field('country')}
        />
        <div className={cluster(0, { align: 'end' })}>
          <Button kind="secondary" name="intent" value="save" aria-label={`Save: ${name}`}>
            Save
          </Button>
        </div>
      </LiveForm>
    </section>
  )
}
