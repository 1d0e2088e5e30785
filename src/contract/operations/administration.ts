// What is for whoever runs the service, as operations: figures, failures and log lines.
import { errorsRequest, logsRequest, metricsRequest, reports, sourceFigures } from '../hotlist-reports.ts'
import { logEntry, logStats, routeFigures } from '../hotlist-watch.ts'
import { fields, named, type Operation } from '../operation.ts'
import { head } from './hotlist-examples.ts'

const since = 'Only what is newer than this, in epoch milliseconds.'
const ofSource =
  'Only of this source: the id of a list, or of a site, which means its first list; `tg:` and a channel, or `plugin:` and a plugin.'

const metricsFields = fields('MetricsRequest', metricsRequest, 'How much is told.', {
  detailed: 'By route too.',
})
const errorsFields = fields('ErrorsRequest', errorsRequest, 'Which failures.', {
  source: ofSource,
  limit: 'How many of the latest.',
  since,
})
const logsFields = fields('LogsRequest', logsRequest, 'Which lines.', {
  limit: 'How many of the latest.',
  level: 'Only lines of this level and above.',
  source: ofSource,
  path: 'Only lines about requests whose path begins with this.',
  since,
  stats: 'How many lines are kept, too.',
})

const ms = 'In milliseconds.'
const latest = 'Of the latest ones, in milliseconds.'
const left = 'Did the client leave before there was an answer?'

/** What the description knows by name of figures, failures and log lines. */
export const administrationNames = [
  named('MetricsAnswer', reports.metrics, 'Figures since the start.', {
    summary:
      'All requests. Errors are ours (5xx); `clientErrors` are those of callers (4xx). Times are in milliseconds, `uptime` in seconds, rates from 0 to 1.',
    routes: 'By route, the busiest first.',
    sources: 'By source, the busiest first.',
  }),
  named('SourceFigures', sourceFigures, 'How asking a source went so far.', {
    requests: 'How often it was asked.',
    refused: 'How often it was not, because its host was left alone after failures.',
    successRate: 'Of the requests, from 0 to 1.',
    avgResponseTime: ms,
  }),
  named('RouteFigures', routeFigures, 'The requests of a route.', {
    route: 'Its pattern; `unrouted` for what no route took.',
    errors: 'Ours: 5xx.',
    clientErrors: 'Those of callers: 4xx.',
    avgResponseTime: ms,
    p50: latest,
    p95: latest,
    p99: latest,
    byStatus: 'How many were answered how.',
  }),
  named('ErrorsAnswer', reports.errors, 'What failed of sources.', {
    stats: 'By source.',
    errors: 'The latest, newest first.',
  }),
  named('LogsAnswer', reports.logs, 'Lines of the log, newest first.'),
  named('LogEntry', logEntry, 'A line of the log.', {
    kind: 'How a source failed.',
    detail: 'The same as a sentence.',
    ms: 'How long it took, in milliseconds.',
    left,
    ip: 'The network of who asked (/24, /48), for administrators only.',
    cut: 'It was too long to be kept whole.',
  }),
  named('LogStats', logStats, 'How many lines are kept.'),
]

/** Figures, failures and log lines. */
export const administrationOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/metrics',
    id: 'figures',
    tag: 'administration',
    summary: 'Figures',
    access: 'reader',
    query: metricsFields,
    answers: [{ status: 200, meaning: 'The figures.', schema: reports.metrics }],
    errors: {
      400: [
        {
          message: 'detailed: must be one of true, 1, yes, on, false, 0, no, off',
          details: { parameter: 'detailed' },
        },
      ],
    },
    examples: [
      {
        name: 'detailed',
        summary: 'All of them',
        query: { detailed: true },
        answer: {
          ...head,
          summary: {
            totalRequests: 3,
            totalErrors: 0,
            errorRate: 0,
            clientErrors: 1,
            avgResponseTime: 201.4,
            p95: 480.1,
            p99: 480.1,
            uptime: 86400,
            cacheHitRate: 0.5,
          },
          routes: [
            {
              route: '/api/search',
              method: 'GET',
              requests: 3,
              errors: 0,
              clientErrors: 1,
              avgResponseTime: 201.4,
              p50: 120.3,
              p95: 480.1,
              p99: 480.1,
              byStatus: { 200: 2, 400: 1 },
            },
          ],
          sources: [
            {
              source: 'weibo',
              requests: 42,
              refused: 3,
              successRate: 0.9762,
              avgResponseTime: 183.4,
              health: 'healthy',
            },
          ],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/errors',
    id: 'failures',
    tag: 'administration',
    summary: 'What failed of sources',
    access: 'reader',
    query: errorsFields,
    answers: [{ status: 200, meaning: 'The failures.', schema: reports.errors }],
    errors: { 400: [{ message: 'limit: must be an integer from 1 to 200', details: { parameter: 'limit' } }] },
    examples: [
      {
        name: 'weibo',
        summary: 'The latest failures of a list',
        query: { source: 'weibo', limit: 10, since: 1795161600000 },
        answer: {
          ...head,
          count: 1,
          stats: [
            {
              source: 'weibo',
              count: 1,
              lastError: { kind: 'timeout', message: 'no answer within 8 s', at: 1795240000000 },
              errorTypes: { timeout: 1 },
            },
          ],
          errors: [{ source: 'weibo', kind: 'timeout', message: 'no answer within 8 s', at: 1795240000000 }],
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/logs',
    id: 'logLines',
    tag: 'administration',
    summary: 'Lines of the log',
    access: 'reader',
    query: logsFields,
    answers: [{ status: 200, meaning: 'The lines.', schema: reports.logs }],
    errors: {
      400: [{ message: 'level: must be one of debug, info, warn, error, fatal', details: { parameter: 'level' } }],
    },
    examples: [
      {
        name: 'warnings',
        summary: 'The latest warnings, and how many lines are kept',
        query: { level: 'warn', limit: 1, stats: true },
        answer: {
          ...head,
          count: 1,
          logs: [
            {
              time: 1795240000000,
              level: 'warn',
              message: 'a source failed',
              source: 'weibo',
              kind: 'timeout',
              detail: 'no answer within 8 s',
              ms: 8000,
            },
          ],
          stats: { total: 1, byLevel: { debug: 0, info: 0, warn: 1, error: 0, fatal: 0 } },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'prometheus',
    tag: 'administration',
    summary: 'Figures for Prometheus',
    access: 'reader',
    answers: [{ status: 200, meaning: 'The figures, in the text format of Prometheus.', type: 'text/plain' }],
    examples: [
      {
        name: 'figures',
        summary: 'Some of them',
        answer: '# TYPE trawl_requests_total counter\ntrawl_requests_total{route="/api/search",status="200"} 2\n',
      },
    ],
  },
]
