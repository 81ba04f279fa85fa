import { redirect } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { requireMember } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/preview.route'
import { openPreview } from './preview.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** Handles the secret prompt. Right or wrong, redirects to the shop. */
export const action = pageAction(openPreview)

export const loader = () => redirect(paths.members('current'))
