// The operations for operators: metrics, failures and log lines.
import { reports } from '../hotlist-reports.ts'
import type { Operation } from '../operation.ts'
import { errorsFields, logsFields, metricsFields } from './administration-field-docs.ts'
import { head } from './hotlist-examples.ts'

/** Metrics, failures and log lines. */
export const administrationOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/metrics',
    id: 'figures',
    tag: 'administration',
    summary: 'Metrics',
    access: 'reader',
    query: metricsFields,
    answers: [{ status: 200, meaning: 'The metrics.', schema: reports.metrics }],
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
        summary: 'All metrics',
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
    summary: 'Failures of sources',
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
    summary: 'Log lines',
    access: 'reader',
    query: logsFields,
    answers: [{ status: 200, meaning: 'The lines.', schema: reports.logs }],
    errors: {
      400: [{ message: 'level: must be one of debug, info, warn, error, fatal', details: { parameter: 'level' } }],
    },
    examples: [
      {
        name: 'warnings',
        summary: 'The latest warning, and the number of buffered lines',
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
    summary: 'Metrics for Prometheus',
    access: 'reader',
    answers: [{ status: 200, meaning: 'The metrics in Prometheus text format.', type: 'text/plain' }],
    examples: [
      {
        name: 'figures',
        summary: 'Some metrics',
        answer: '# TYPE trawl_requests_total counter\ntrawl_requests_total{route="/api/search",status="200"} 2\n',
      },
    ],
  },
]
