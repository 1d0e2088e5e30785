// Loads reports and polls them while the view is open.
import { useQuery } from '@tanstack/preact-query'
import { ApiError } from '../api-client.ts'
import { usePage } from '../page-context.ts'

const pollMs = 15_000
/** Data older than this is reloaded when the tab becomes visible. */
const staleAfterMs = 10_000

/** State of a report. */
export interface ReportState<Report> {
  /** The latest data, even if the last request failed. */
  readonly report: Report | undefined
  /** Time of the latest data, in epoch milliseconds. */
  readonly receivedAt: number
  /** Error of the last request. */
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

interface ReportOptions {
  /** Whether a 401 opens the login dialog; only for public reports. */
  readonly isPublic?: boolean
  readonly isEnabled?: boolean
}

/** Loads a report; reloads it when the credential changes. */
export function useReport<Report>(
  path: string,
  { isPublic = false, isEnabled = true }: ReportOptions = {},
): ReportState<Report> {
  const { api, credential } = usePage()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Report>({
    queryKey: [path, credential.value],
    queryFn: ({ signal }) => api.json<Report>(path, { signal, isBackground: !isPublic }),
    enabled: isEnabled,
    staleTime: staleAfterMs,
    refetchInterval: ({ state }) => pollIntervalMs(state.error),
    refetchOnWindowFocus: ({ state }) => !isAccessDenied(state.error),
    refetchOnReconnect: ({ state }) => !isAccessDenied(state.error),
  })
  return {
    report: data,
    receivedAt: dataUpdatedAt,
    error: error === null ? undefined : toApiError(error),
    isLoading: isFetching,
    reload: () => void refetch(),
  }
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError('serverError', String(error))
}

/** Whether the request was rejected for lack of permission, so that retries are pointless. */
function isAccessDenied(error: Error | null): boolean {
  return error instanceof ApiError && (error.kind === 'unauthorized' || error.kind === 'forbidden')
}

/** Polling interval; respects Retry-After. */
function pollIntervalMs(error: Error | null): number | false {
  if (isAccessDenied(error)) return false
  const waitS = error instanceof ApiError ? (error.retryAfterS ?? 0) : 0
  return Math.max(pollMs, waitS * 1_000)
}
