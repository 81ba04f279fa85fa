import type { Span } from '@opentelemetry/api'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

import type { App } from '../services.ts'

export type Tracing = {
  /** A span for each request that Fastify handles. */
  watchRequests(server: FastifyInstance): void
  stop(): Promise<void>
}

/**
 * OpenTelemetry, loaded only where a collector is configured: spans of each request, its queries, and its
 * calls to the payment provider and the mail server. Spans have no values.
 */
export function startTracing(app: App): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'kohue' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  app.services.payments = traced('payments', app.services.payments, SpanKind.CLIENT)
  app.email.transport = traced('email transport', app.email.transport, SpanKind.CLIENT)
  app.pool.on('connect', traceStatements)
  app.linePool.on('connect', traceStatements)
  return { watchRequests, stop: () => provider.shutdown() }
}

const tracer = trace.getTracer('kohue')

/** Runs `work` in a span if it is part of a request. */
function inSpan(name: string, kind: SpanKind, work: () => unknown, attributes = {}): unknown {
  if (!trace.getActiveSpan()) return work()
  return tracer.startActiveSpan(name, { kind, attributes }, (span) => {
    try {
      const outcome = work()
      if (!(outcome instanceof Promise)) return ended(span, outcome)
      return outcome.then(
        (value) => ended(span, value),
        (error: unknown) => failed(span, error),
      )
    } catch (error) {
      return failed(span, error)
    }
  })
}

function ended<T>(span: Span, outcome: T): T {
  span.end()
  return outcome
}

/** Records the error's name alone: its message may contain a form value. */
function failed(span: Span, error: unknown): never {
  span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
  span.end()
  throw error
}

/** The same object with a span for each call of its methods. */
function traced<Service extends object>(
  serviceName: string,
  object: Service,
  kind: SpanKind,
): Service {
  return new Proxy(object, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) =>
        inSpan(`${serviceName}.${String(name)}`, kind, () => member.apply(target, args))
    },
  })
}

function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    if (!text) return query(...args)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const verb = /^\s*(\w+)/.exec(text)?.[1] ?? 'statement'
    return inSpan(verb.toLowerCase(), SpanKind.CLIENT, () => query(...args), attributes)
  }) as typeof client.query
}

const spans = new WeakMap<object, Span>()

function watchRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const caller = propagation.extract(context.active(), request.headers)
    const attributes = { 'http.request.method': request.method, 'kohue.request_id': request.id }
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, caller)
    spans.set(request, span)
    reply.raw.once('close', () => {
      const route = request.template ?? request.routeOptions.url ?? 'none'
      span.updateName(`${request.method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(caller, span), done)
  })
  server.addHook('preValidation', (request, _reply, done) => {
    context.with(trace.setSpan(context.active(), spans.get(request)!), done)
  })
}
