// What the fields of figures, failures and log lines mean.
import { errorsRequest, logsRequest, metricsRequest, reports, sourceFigures } from '../hotlist-reports.ts'
import { logEntry, logStats, routeFigures } from '../hotlist-watch.ts'
import { fields, named } from '../operation.ts'

const since = 'Only what is newer than this, in epoch milliseconds.'
const ofSource =
  'Only of this source: the id of a list, or of a site, which means its first list; `tg:` and a channel, or `plugin:` and a plugin.'

/** Parameters of the figures. */
export const metricsFields = fields('MetricsRequest', metricsRequest, 'How much is told.', {
  detailed: 'By route too.',
})
/** Parameters of the failures. */
export const errorsFields = fields('ErrorsRequest', errorsRequest, 'Which failures.', {
  source: ofSource,
  limit: 'How many of the latest.',
  since,
})
/** Parameters of the log lines. */
export const logsFields = fields('LogsRequest', logsRequest, 'Which lines.', {
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
