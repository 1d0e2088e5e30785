// What the service says of itself, as operations.
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

/** What the description knows by name of what the service says of itself. */
export const aboutNames = [
  named('IndexAnswer', indexAnswer, 'What there is.', { endpoints: 'What each is for, and its parameters.' }),
  named('AliveAnswer', aliveAnswer, 'The process can answer.'),
  named('ReadyAnswer', readyAnswer, 'The service takes requests, perhaps not as well as it should.', {
    troubles: 'What is wrong now, a sentence each.',
    notices: 'What is over but should be known, a sentence each.',
  }),
  named('DescriptionAnswer', descriptionAnswer, 'A description in the words of OpenAPI 3.1.'),
  named('StatusAnswer', reports.health, 'How the service and its sources are.', {
    status:
      'Unhealthy: the service itself cannot work, or more than half of the sources of a service asked in the last ten minutes are unhealthy. Degraded: more than a tenth are, or what is kept is in trouble.',
    reasons: 'Why it is not healthy, and what should be known although it is, a sentence each.',
    services: 'The search and the hot lists, each by its own sources.',
    sources: 'The hot lists, counted.',
    details: 'The hot lists, one by one.',
    search: 'The channels and plugins.',
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

/** What the service says of itself. */
export const aboutOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/',
    id: 'index',
    tag: 'service',
    summary: 'What there is',
    description: 'A list for programs; a browser is given the page.',
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
    summary: 'This description',
    access: 'open',
    answers: [{ status: 200, meaning: 'The description.', schema: descriptionAnswer }, unchanged],
    examples: [
      {
        name: 'description',
        summary: 'This description',
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
    summary: 'How the service and its sources are',
    description: 'The status is always 200: read `status`. Orchestrators ask `/livez` and `/readyz`.',
    access: 'callers',
    answers: [{ status: 200, meaning: 'How it is.', schema: reports.health }],
    examples: [
      {
        name: 'status',
        summary: 'All is well',
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
    summary: 'Is the process alive?',
    access: 'anybody',
    answers: [{ status: 200, meaning: 'It is.', schema: aliveAnswer }],
    examples: [{ name: 'alive', summary: 'It is', answer: { status: 'ok' } }],
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'ready',
    tag: 'service',
    summary: 'Does the service take requests?',
    access: 'uncounted',
    answers: [{ status: 200, meaning: 'It does.', schema: readyAnswer }],
    errors: { 503: [{ message: 'service: is stopping and takes no new work' }] },
    examples: [
      {
        name: 'ready',
        summary: 'It does, but something is wrong',
        answer: { status: 'degraded', troubles: ['nothing can be kept: the disk is full'], notices: [] },
      },
    ],
  },
]
