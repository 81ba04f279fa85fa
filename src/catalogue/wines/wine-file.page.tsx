import { data, Link } from 'react-router'

import { readTypedSheet } from '../sheets/typed-sheet.rules.ts'
import { adminWineCopy as copy } from './admin-wines.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Shop } from '#platform/services/shop.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { staffWineById } from './staff-wines.store.server.ts'
import { WineFileForm } from './wine-files.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wine-file.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.files)

const kinds = ['picture', 'sheet', 'typed-sheet'] as const
type Kind = (typeof kinds)[number]

const kindIn = (typed: string): Kind => {
  const kind = kinds.find((known) => known === typed)
  if (!kind) throw httpError(404)
  return kind
}

/** The page of one upload, shown after its file was refused. */
const page = staffPage({
  duty: 'manage-releases',
  async load({ db, params }) {
    const kind = kindIn(params['kind']!)
    const wine = await staffWineById(db, params['id']!)
    if (!wine) throw httpError(404)
    return { kind, wine }
  },
  actions: {},
})
export const loader = page.loader

async function fileIn(form: FormData): Promise<Buffer | null> {
  const file = form.get('file')
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : null
}

type Staff = Parameters<Shop['setWinePicture']>[0]

async function store(shop: Shop, staff: Staff, id: string, kind: Kind, form: FormData) {
  if (kind === 'typed-sheet') return shop.typesetWineSheet(staff, id, readTypedSheet(form))
  const file = await fileIn(form)
  if (!file) return { ok: false, reason: 'no-file' } as const
  return kind === 'picture'
    ? shop.setWinePicture(staff, id, file)
    : shop.setWineSheet(staff, id, file)
}

const errors: Readonly<Record<string, string>> = {
  ...copy.sheetErrors,
  ...copy.pictureErrors,
  'no-file': 'Please choose a file.',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const kind = kindIn(params.kind)
  const form = await request.formData()
  const stored = found(
    await store(context.get(shopContext), memberOf(context), params.id, kind, form),
  )
  if (!stored.ok) {
    const status = stored.reason === 'too-large' ? 413 : stored.reason === 'no-file' ? 400 : 422
    return data({ error: errors[stored.reason]! }, status)
  }
  const sentence =
    kind === 'picture'
      ? 'The picture is uploaded. Its sizes are being made; until then three bottles are shown.'
      : 'The technical sheet is saved.'
  return redirectWithFlash(paths.wine(params.id), { tone: 'good', sentence }, context)
}

export default function WineFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, wine } = loaderData
  return (
    <AdminPage
      title={kind === 'picture' ? copy.picture : copy.sheet}
      summary={wine.title}
      actions={<Link to={paths.wine(wine.id)}>{wine.title}</Link>}
    >
      <WineFileForm kind={kind} wine={wine} error={actionData?.error ?? null} />
    </AdminPage>
  )
}
