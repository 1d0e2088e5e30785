// Types of the server's reports.
import type { z } from 'zod'
import type { reports } from '../../../src/contract/hotlist-reports.ts'

export type HealthReport = z.output<(typeof reports)['health']>
export type MetricsReport = z.output<(typeof reports)['metrics']>
export type ErrorsReport = z.output<(typeof reports)['errors']>
export type LogsReport = z.output<(typeof reports)['logs']>
/** Kind of an upstream failure. */
export type FailureKind = ErrorsReport['errors'][number]['kind']
export type LogLevel = LogsReport['logs'][number]['level']
