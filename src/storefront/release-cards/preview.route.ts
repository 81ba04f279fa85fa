import { redirect } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { requireMember } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { keepPageOnNetworkError } from '#platform/layout/network-error.tsx'

import type { Route } from './+types/preview.route'
import { openPreview } from './preview.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnNetworkError]

/** Handles the secret prompt. Right or wrong, redirects to the shop. */
export const action = pageAction(openPreview)

export const loader = () => redirect(paths.members('current'))
