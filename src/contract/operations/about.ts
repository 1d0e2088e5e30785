// The operations about the service itself: index, OpenAPI document, version, health.
import { z } from 'zod'
import { hotListAnswers } from '../hotlist.ts'
import { reports } from '../hotlist-reports.ts'
import { named, type Operation } from '../operation.ts'
import { head, unchanged } from './hotlist-examples.ts'

const indexAnswer = z.strictObject({
  name: z.literal('trawl'),
  version: z.string(),
  endpoints: z.record(z.string(), z.string()),
})
const aliveAnswer = z.strictObject({ status: z.literal('ok') })
const readyAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  troubles: z.array(z.string()).optional(),
  notices: z.array(z.string()).optional(),
})
const descriptionAnswer = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })

/** The named schemas of these operations. */
export const aboutNames = [
  named('IndexAnswer', indexAnswer, 'The endpoints of the service.', {
    endpoints: 'Description and parameters of each.',
  }),
  named('AliveAnswer', aliveAnswer, 'The process responds.'),
  named('ReadyAnswer', readyAnswer, 'The service accepts requests, perhaps with problems.', {
    troubles: 'Current problems.',
    notices: 'Past problems.',
  }),
  named('DescriptionAnswer', descriptionAnswer, 'An OpenAPI 3.1 document.'),
  named('StatusAnswer', reports.health, 'The health of the service and its sources.', {
    status:
      '`unhealthy`: the service cannot work, or more than half of the sources of search or hot lists asked in the last ten minutes are unhealthy. `degraded`: more than a tenth are, or storage has problems.',
    reasons: 'Why it is not healthy, and other notices.',
    services: 'The health of search and of hot lists, each from its own sources.',
    sources: 'The number of hot lists by health.',
    details: 'The health of each hot list.',
    search: 'The health of channels and plugins.',
  }),
  named('SystemAnswer', reports.health.shape.system, 'The process.', {
    uptime: 'In seconds.',
    memory: 'In bytes.',
  }),
]

const sourceHealth = {
  id: 'weibo',
  name: '微博',
  enabled: true,
  health: 'healthy',
  totalRequests: 42,
  successRate: 0.9762,
  avgResponseTime: 183.4,
  lastSuccess: 1795247950000,
  lastError: null,
}
const counted = { healthy: 1, degraded: 0, unhealthy: 0, unknown: 0 }

/** Index, OpenAPI document, version, health and probes. */
export const aboutOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/',
    id: 'index',
    tag: 'service',
    summary: 'List of endpoints',
    description: 'JSON for programs; browsers get the web page.',
    access: 'open',
    answers: [
      { status: 200, meaning: 'The list, or the page.', schema: indexAnswer },
      { status: 200, meaning: 'The page.', type: 'text/html' },
      unchanged,
    ],
    examples: [
      {
        name: 'index',
        summary: 'The list',
        answer: {
          name: 'trawl',
          version: '0.1.0',
          endpoints: { 'GET /api/health': 'What can be searched' },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'description',
    tag: 'service',
    summary: 'This OpenAPI document',
    access: 'open',
    answers: [{ status: 200, meaning: 'The document.', schema: descriptionAnswer }, unchanged],
    examples: [
      {
        name: 'description',
        summary: 'This document',
        answer: { openapi: '3.1.1', info: { title: 'Trawl', version: '0.1.0' }, paths: {} },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/latest',
    id: 'version',
    tag: 'service',
    summary: 'The version',
    access: 'open',
    answers: [{ status: 200, meaning: 'The version.', schema: hotListAnswers.latest }],
    examples: [{ name: 'version', summary: 'The version', answer: { ...head, v: '0.1.0', name: 'trawl' } }],
  },
  {
    method: 'get',
    path: '/api/v1/health',
    id: 'status',
    tag: 'service',
    summary: 'Health of the service and its sources',
    description: 'The HTTP status is always 200: read `status`. For orchestrators there are `/livez` and `/readyz`.',
    access: 'callers',
    answers: [{ status: 200, meaning: 'The health.', schema: reports.health }],
    examples: [
      {
        name: 'status',
        summary: 'A healthy service',
        answer: {
          ...head,
          status: 'healthy',
          reasons: [],
          services: { search: 'healthy', hotlist: 'healthy' },
          system: {
            uptime: 86400,
            nodeVersion: 'v24.0.0',
            memory: { heapUsed: 41000000, heapTotal: 60000000, rss: 120000000 },
          },
          sources: { total: 1, enabled: 1, health: counted },
          search: { total: 0, health: { ...counted, healthy: 0 }, details: [] },
          details: [sourceHealth],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/livez',
    id: 'alive',
    tag: 'service',
    summary: 'Liveness probe',
    access: 'anybody',
    answers: [{ status: 200, meaning: 'The process is alive.', schema: aliveAnswer }],
    examples: [{ name: 'alive', summary: 'The process is alive', answer: { status: 'ok' } }],
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'ready',
    tag: 'service',
    summary: 'Readiness probe',
    access: 'uncounted',
    answers: [{ status: 200, meaning: 'The service accepts requests.', schema: readyAnswer }],
    errors: { 503: [{ message: 'service: is stopping and takes no new work' }] },
    examples: [
      {
        name: 'ready',
        summary: 'It accepts requests, but there is a problem',
        answer: { status: 'degraded', troubles: ['nothing can be kept: the disk is full'], notices: [] },
      },
    ],
  },
]
