// Loads reports and polls them while the view is open.
import { useQuery } from '@tanstack/preact-query'
import { AskError } from '../fetching.ts'
import { usePage } from '../page.ts'

const everyMs = 15_000
/** Data older than this is reloaded when the tab becomes visible. */
const staleAfterMs = 10_000

/** State of a report. */
export interface Asked<Report> {
  /** The latest data, even if the last request failed. */
  readonly report: Report | undefined
  /** Time of the latest data, in epoch milliseconds. */
  readonly cameAt: number
  /** Error of the last request. */
  readonly error: AskError | undefined
  readonly isAsking: boolean
  readonly ask: () => void
}

interface Wanted {
  /** Whether a 401 opens the login dialog; only for public reports. */
  readonly isForAll?: boolean
  readonly isWanted?: boolean
}

/** Loads a report; reloads it when the credential changes. */
export function useReport<Report>(path: string, { isForAll = false, isWanted = true }: Wanted = {}): Asked<Report> {
  const { asking, pass } = usePage()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Report>({
    queryKey: [path, pass.value],
    queryFn: ({ signal }) => asking.json<Report>(path, { signal, isQuiet: !isForAll }),
    enabled: isWanted,
    staleTime: staleAfterMs,
    refetchInterval: ({ state }) => pauseMs(state.error),
    refetchOnWindowFocus: ({ state }) => !isRefused(state.error),
    refetchOnReconnect: ({ state }) => !isRefused(state.error),
  })
  return {
    report: data,
    cameAt: dataUpdatedAt,
    error: error === null ? undefined : askErrorOf(error),
    isAsking: isFetching,
    ask: () => void refetch(),
  }
}

function askErrorOf(error: Error): AskError {
  return error instanceof AskError ? error : new AskError('serverError', String(error))
}

/** Whether the request was rejected for lack of permission, so that retries are pointless. */
function isRefused(error: Error | null): boolean {
  return error instanceof AskError && (error.refusal === 'unauthorized' || error.refusal === 'forbidden')
}

/** Polling interval; respects Retry-After. */
function pauseMs(error: Error | null): number | false {
  if (isRefused(error)) return false
  const waitS = error instanceof AskError ? (error.retryAfterS ?? 0) : 0
  return Math.max(everyMs, waitS * 1_000)
}
