// The reports, asked for again every few seconds as long as somebody looks at them.
import { useQuery } from '@tanstack/preact-query'
import { AskError } from '../fetching.ts'
import { usePage } from '../page.ts'

const everyMs = 15_000
/** Whoever comes back to the tab sees what is older than this renewed. */
const freshMs = 10_000

/** What is known of a report. */
export interface Asked<Report> {
  /** The latest that came, however the last try ended. */
  readonly report: Report | undefined
  /** When it came, in epoch milliseconds. */
  readonly cameAt: number
  /** Why the last try brought none. */
  readonly error: AskError | undefined
  readonly isAsking: boolean
  readonly ask: () => void
}

interface Wanted {
  /** Is the dialogue opened when the service wants to know who asks? Only for what everybody may see. */
  readonly isForAll?: boolean
  readonly isWanted?: boolean
}

/** A report by its address. Asked anew when the reader proves to be somebody else. */
export function useReport<Report>(path: string, { isForAll = false, isWanted = true }: Wanted = {}): Asked<Report> {
  const { asking, pass } = usePage()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Report>({
    queryKey: [path, pass.value],
    queryFn: ({ signal }) => asking.json<Report>(path, { signal, isQuiet: !isForAll }),
    enabled: isWanted,
    staleTime: freshMs,
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
  return error instanceof AskError ? error : new AskError('fault', String(error))
}

/** Was it refused for who asks? Then it is of no use to ask again. */
function isRefused(error: Error | null): boolean {
  return error instanceof AskError && (error.refusal === 'unproved' || error.refusal === 'forbidden')
}

/** When to ask again; a service that says how long to wait is heeded. */
function pauseMs(error: Error | null): number | false {
  if (isRefused(error)) return false
  const waitS = error instanceof AskError ? (error.retryAfterS ?? 0) : 0
  return Math.max(everyMs, waitS * 1_000)
}
