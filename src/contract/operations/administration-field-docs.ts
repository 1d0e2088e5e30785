// Descriptions of the fields of metrics, failures and log lines.
import { errorsRequest, logsRequest, metricsRequest, reports, sourceFigures } from '../hotlist-reports.ts'
import { logEntry, logStats, routeFigures } from '../monitoring.ts'
import { fields, named } from '../operation.ts'

const since = 'Only entries after this time, in epoch milliseconds.'
const ofSource =
  'Only this source: the id of a list, or of a site for its first list; `tg:` and a channel, or `plugin:` and a plugin.'

/** Parameters of the metrics. */
export const metricsFields = fields('MetricsRequest', metricsRequest, 'The level of detail.', {
  detailed: 'Also return metrics by route.',
})
/** Parameters of the failures. */
export const errorsFields = fields('ErrorsRequest', errorsRequest, 'A selection of failures.', {
  source: ofSource,
  limit: 'Maximum number of entries, newest first.',
  since,
})
/** Parameters of the log lines. */
export const logsFields = fields('LogsRequest', logsRequest, 'A selection of log lines.', {
  limit: 'Maximum number of lines, newest first.',
  level: 'Only lines of this level and above.',
  source: ofSource,
  path: 'Only lines about requests with this path prefix.',
  since,
  stats: 'Also return the number of buffered lines.',
})

const ms = 'In milliseconds.'
const latest = 'Of the latest requests, in milliseconds.'
const left = 'Whether the client disconnected before the response.'

/** The named schemas of metrics, failures and log lines. */
export const administrationNames = [
  named('MetricsAnswer', reports.metrics, 'Metrics since the start.', {
    summary:
      'All requests. `totalErrors` counts 5xx, `clientErrors` 4xx. Times are in milliseconds, `uptime` in seconds, rates from 0 to 1.',
    routes: 'By route, busiest first.',
    sources: 'By source, busiest first.',
  }),
  named('SourceFigures', sourceFigures, 'Statistics of a source.', {
    requests: 'Number of requests.',
    refused: 'Number of requests not made because of an open circuit breaker.',
    successRate: 'Fraction of successful requests, from 0 to 1.',
    avgResponseTime: ms,
  }),
  named('RouteFigures', routeFigures, 'Statistics of a route.', {
    route: 'Its pattern; `unrouted` for requests without a route.',
    errors: 'Number of 5xx responses.',
    clientErrors: 'Number of 4xx responses.',
    avgResponseTime: ms,
    p50: latest,
    p95: latest,
    p99: latest,
    byStatus: 'Number of responses by status.',
  }),
  named('ErrorsAnswer', reports.errors, 'Failures of sources.', {
    stats: 'By source.',
    errors: 'The latest failures, newest first.',
  }),
  named('LogsAnswer', reports.logs, 'Log lines, newest first.'),
  named('LogEntry', logEntry, 'A log line.', {
    kind: 'The kind of a source failure.',
    detail: 'Its description.',
    ms: 'Duration in milliseconds.',
    left,
    ip: 'The network of the client (/24, /48), for administrators only.',
    cut: 'Whether the line was truncated.',
  }),
  named('LogStats', logStats, 'The number of buffered lines.'),
]
