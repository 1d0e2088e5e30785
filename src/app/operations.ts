// All operations of the API, as the routes files define them, with the configured prefix of the DailyHotApi paths; the form of their errors.
import { reportOperations } from '../admin/report-routes.ts'
import { securityOperations } from '../admin/security-routes.ts'
import { type Operation, routePath, tags } from '../contract/operation.ts'
import { batchOperations } from '../hotlist/batch-routes.ts'
import { dailyHotOperations } from '../hotlist/dailyhot-routes.ts'
import { hotListErrorBody, isHotListPath, isNewsNowPath, newsNowErrorBody } from '../hotlist/error-body.ts'
import { feedOperations } from '../hotlist/feed-routes.ts'
import { historyOperations } from '../hotlist/history-routes.ts'
import { newsNowOperations } from '../hotlist/newsnow-routes.ts'
import { listOperations } from '../hotlist/routes.ts'
import { streamOperations } from '../hotlist/stream-routes.ts'
import { authOperations } from '../http/auth-routes.ts'
import { docsOperations } from '../http/docs-routes.ts'
import { authErrorBody, defaultErrorBody, isAuthPath, type SerializeError } from '../http/errors.ts'
import { probeOperations } from '../http/health-probes.ts'
import { metricsOperations } from '../http/metrics-routes.ts'
import { openSearchOperations } from '../http/open-search-routes.ts'
import { pageOperations } from '../http/page-routes.ts'
import { userSettingsOperations } from '../http/user-settings-routes.ts'
import { imageOperations } from '../image-proxy/routes.ts'
import { isMcpPath, mcpErrorBody } from '../mcp/error-body.ts'
import { mcpOperations } from '../mcp/routes.ts'
import { searchFeedOperations } from '../search/feed-routes.ts'
import { searchOperations } from '../search/routes.ts'
import { suggestOperations } from '../search/suggest-routes.ts'
import { watchOperations } from '../watches/operations.ts'

const groups = [
  ...[searchOperations, suggestOperations, listOperations, historyOperations, watchOperations],
  ...[batchOperations, streamOperations, feedOperations, searchFeedOperations, newsNowOperations, dailyHotOperations],
  ...[mcpOperations, authOperations, userSettingsOperations, pageOperations, docsOperations, openSearchOperations],
  ...[probeOperations, imageOperations, reportOperations, metricsOperations, securityOperations],
]

const tagOrder = Object.keys(tags)

/** All operations, in documentation order, with paths of DailyHotApi at the root. */
export const operations: readonly Operation[] = groups
  .flatMap((group) => Object.entries(group).map(([id, operation]): Operation => Object.assign({ id }, operation)))
  .sort((one, other) => tagOrder.indexOf(one.tag) - tagOrder.indexOf(other.tag))

/** The operations with the prefix of DailyHotApi paths; undefined: without those. */
export function operationsFor(dailyHotPrefix: string | undefined): readonly Operation[] {
  if (dailyHotPrefix === undefined) return operations.filter(({ id }) => !Object.hasOwn(dailyHotOperations, id))
  const prefix = dailyHotPrefix.replace(/\/$/, '')
  return operations.map((operation) =>
    Object.hasOwn(dailyHotOperations, operation.id)
      ? Object.assign({}, operation, { path: `${prefix}${operation.path}` })
      : operation,
  )
}

/** The purpose of each operation, by the request with its required parameters; optional ones are listed after the purpose. */
export function endpointIndex(dailyHotPrefix: string | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(operationsFor(dailyHotPrefix).map((one) => [requestLine(one), purposeOf(one)]))
}

function requestLine({ method, path, query, body }: Operation): string {
  const needed = Object.entries(body ? {} : (query?.shape ?? {})).filter(
    ([, field]) => !field.safeParse(undefined).success,
  )
  const fields = needed.map(([name]) => `${name}=…`)
  return `${method.toUpperCase()} ${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`
}

function purposeOf({ summary, query, body }: Operation): string {
  const fields = [...new Set([query, body].flatMap((sent) => Object.keys(sent?.shape ?? {})))]
  return fields.length === 0 ? summary : `${summary} (${fields.join(', ')})`
}

/** All paths in the notation of the router: `/:id` for `/{id}`. */
export function routePatterns(dailyHotPrefix: string | undefined): ReadonlySet<string> {
  return new Set(operationsFor(dailyHotPrefix).map(routePath))
}

export function createErrorBody(epochMs: () => number): SerializeError {
  return (path, error) => {
    if (isHotListPath(path)) return hotListErrorBody(error, epochMs())
    if (isNewsNowPath(path)) return newsNowErrorBody(error, epochMs())
    if (isMcpPath(path)) return mcpErrorBody(error)
    return isAuthPath(path) ? authErrorBody(error) : defaultErrorBody(error)
  }
}
