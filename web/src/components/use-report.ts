// Loads reports and polls them while the view is open.
import { useEffect, useRef, useState } from 'preact/hooks'
import { type ApiClient, ApiError } from '../api-client.ts'
import { now } from '../clock.ts'
import { usePage } from '../page-context.ts'
import { pollWhileVisible } from './poll-while-visible.ts'

const pollMs = 15_000
/** Data older than this is reloaded when the tab becomes visible. */
const staleAfterMs = 10_000
const retryMs = 1_000

export interface ReportState<Report> {
  /** The latest data, even if the last request failed. */
  readonly report: Report | undefined
  /** Time of the latest data, in epoch milliseconds. */
  readonly receivedAt: number
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

interface ReplaceableReport<Report> extends ReportState<Report> {
  /** Shows data that the answer to a change had. */
  readonly replace: (report: Report) => void
}

interface ReportOptions {
  /** Whether a 401 opens the login dialog; only for public reports. */
  readonly isPublic?: boolean
  readonly isEnabled?: boolean
}

interface Loaded<Report> extends Omit<ReportState<Report>, 'reload'> {
  readonly endedAt: number
}

const nothingYet = { report: undefined, receivedAt: 0, endedAt: 0, error: undefined, isLoading: true }

/** Loads a report; reloads it when the credential changes. */
export function useReport<Report>(
  path: string,
  { isPublic = false, isEnabled = true }: ReportOptions = {},
): ReplaceableReport<Report> {
  const { api, credential } = usePage()
  const token = credential.value
  const key = `${token} ${path}`
  const [known, setKnown] = useState<{ readonly key: string; readonly loaded: Loaded<Report> }>()
  const loaded: Loaded<Report> = known?.key === key ? known.loaded : nothingYet
  const latest = useRef(loaded)
  latest.current = loaded
  const set = (changed: Partial<Loaded<Report>>) => {
    latest.current = { ...latest.current, ...changed }
    setKnown({ key, loaded: latest.current })
  }
  const onReport = (report: Report) =>
    set({ report, receivedAt: now(), endedAt: now(), error: undefined, isLoading: false })
  const loading = useRef<AbortController | undefined>()
  const load = async () => {
    loading.current?.abort()
    const controller = new AbortController()
    loading.current = controller
    const { signal } = controller
    set({ isLoading: true })
    try {
      const report = await ask<Report>(api, path, { signal, isBackground: !isPublic })
      if (!signal.aborted) onReport(report)
    } catch (error) {
      if (!signal.aborted) set({ error: ApiError.from(error), endedAt: now(), isLoading: false })
    }
  }
  useEffect(() => {
    if (!isEnabled) return
    void load()
    const end = pollWhileVisible(() => {
      const { error, endedAt, isLoading } = latest.current
      const isDue = now() >= endedAt + (error ? waitMs(error) : staleAfterMs)
      if (isDue && !isLoading) void load()
    }, pollMs)
    return () => {
      end()
      loading.current?.abort()
    }
  }, [api, key, isEnabled])
  const replace = (report: Report) => {
    loading.current?.abort()
    onReport(report)
  }
  return { ...loaded, reload: () => void load(), replace }
}

/** Retries once if the server cannot be reached. */
async function ask<Report>(
  api: ApiClient,
  path: string,
  options: { readonly signal: AbortSignal; readonly isBackground: boolean },
): Promise<Report> {
  try {
    return await api.json<Report>(path, options)
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unreachable')) throw error
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return api.json<Report>(path, options)
  }
}

/** Without permission, retries are pointless. Respects Retry-After. */
function waitMs({ kind, retryAfterS = 0 }: ApiError): number {
  return kind === 'unauthorized' || kind === 'forbidden' ? Number.POSITIVE_INFINITY : retryAfterS * 1_000
}
