import type Stripe from 'stripe'

import { invalidRequest, noSuchObject } from './errors.ts'
import { newId, randomText } from './ids.ts'
import { listPage } from './pagination.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata, orNull } from './values.ts'
import type { World } from './world.ts'

type Endpoint = Stripe.WebhookEndpoint

export const webhookEndpointRoutes = [
  route('POST /v1/webhook_endpoints', 'WebhookEndpointCreateParams', createEndpoint),
  route(
    'GET /v1/webhook_endpoints',
    'WebhookEndpointListParams',
    ({ world, params }: Call<Stripe.WebhookEndpointListParams>) => {
      const page = listPage(world.collections.webhookEndpoints, {
        url: '/v1/webhook_endpoints',
        params,
        matches: ({ status }) => status !== 'deleted',
      })
      return { ...page, data: page.data.map(withoutSecret) }
    },
  ),
  route(
    'GET /v1/webhook_endpoints/:id',
    'WebhookEndpointRetrieveParams',
    ({ world, id }: Call<object>) => withoutSecret(requireEndpoint(world, id)),
  ),
  route('POST /v1/webhook_endpoints/:id', 'WebhookEndpointUpdateParams', updateEndpoint),
  route(
    'DELETE /v1/webhook_endpoints/:id',
    'WebhookEndpointDeleteParams',
    ({ world, id }: Call<object>) => {
      const endpoint = requireEndpoint(world, id)
      endpoint.status = 'deleted'
      world.collections.webhookEndpoints.save(endpoint)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  ),
]

function requireEndpoint(world: World, id: string): Endpoint {
  const endpoint = world.collections.webhookEndpoints.get(id)
  if (!endpoint || endpoint.status === 'deleted') throw noSuchObject('webhook endpoint', id)
  return endpoint
}

/** The endpoint without its secret, which only the create response contains. */
function withoutSecret(endpoint: Endpoint): Endpoint {
  const { secret: _, ...visible } = endpoint
  return visible
}

function checkUrl(url: string) {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return
  throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
    code: 'url_invalid',
    param: 'url',
  })
}

function createEndpoint({ world, params }: Call<Stripe.WebhookEndpointCreateParams>): Endpoint {
  checkUrl(params.url)
  return world.collections.webhookEndpoints.save({
    id: newId('we', 24),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: world.now(),
    description: orNull(params.description),
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    secret: `whsec_${randomText(32)}`,
    status: 'enabled',
    url: params.url,
  } satisfies Endpoint)
}

function updateEndpoint({ world, id, params }: Call<Stripe.WebhookEndpointUpdateParams>): Endpoint {
  const endpoint = requireEndpoint(world, id)
  if (params.url !== undefined) {
    checkUrl(params.url)
    endpoint.url = params.url
  }
  if (params.enabled_events !== undefined) endpoint.enabled_events = params.enabled_events
  if (params.description !== undefined) endpoint.description = orNull(params.description)
  if (params.metadata !== undefined)
    endpoint.metadata = mergedMetadata(endpoint.metadata, params.metadata)
  if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
  world.collections.webhookEndpoints.save(endpoint)
  return withoutSecret(endpoint)
}
