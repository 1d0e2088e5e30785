// Reports, asked for again while the view is open.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiClient, ApiError } from '../api-client.ts'
import { now } from '../clock.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { pollWhileVisible } from './poll-while-visible.ts'

export interface ReportState<Report> {
  /** The latest data, even if the last request failed. */
  readonly report: Report | undefined
  /** Time of the latest data, in epoch milliseconds. */
  readonly receivedAt: number
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => void
  /** Shows data that the answer to a change had. */
  replace(report: Report): void
}

interface ReportOptions {
  /** Whether a 401 opens the login dialog; only for public reports. */
  readonly isPublic?: boolean
  readonly isEnabled?: boolean
  /** How often it is asked for while the page is visible; when it becomes visible, only if half of this time has passed. */
  readonly everyMs?: number
}

type Known<Report> = Pick<ReportState<Report>, 'report' | 'receivedAt' | 'error'>

const nothingYet = { report: undefined, receivedAt: 0, error: undefined }

const reports = new WeakMap<ApiClient, Map<string, Known<unknown>>>()

/** The latest reports: a view that is opened again shows what it had, until it is asked for again. */
function latestOf<Report>(api: ApiClient): Map<string, Known<Report>>
function latestOf(api: ApiClient): Map<string, Known<unknown>> {
  const latest = reports.get(api) ?? new Map<string, Known<unknown>>()
  reports.set(api, latest)
  return latest
}

/** Loads a report; reloads it when the credential changes. */
export function useReport<Report>(
  path: string,
  { isPublic = false, isEnabled = true, everyMs = 15_000 }: ReportOptions = {},
): ReportState<Report> {
  const { api, credential } = usePage()
  const key = `${credential.value} ${path}`
  const asked = useAnswer<Report>(isEnabled ? path : undefined, { isBackground: !isPublic, isOwnOnly: true })
  const { answer, error, isLoading, retry } = asked
  const [known, setKnown] = useState<Known<Report> & { readonly key: string }>()
  const shown = known?.key === key ? known : (latestOf<Report>(api).get(key) ?? nothingYet)
  const endedAt = useRef(0)
  const put = (report: Report) => {
    const latest = { report, receivedAt: now(), error: undefined }
    latestOf<Report>(api).set(key, latest)
    setKnown({ ...latest, key })
  }
  useEffect(() => {
    if (isLoading) return
    endedAt.current = now()
    if (answer) put(answer)
    else setKnown({ ...shown, key, error })
  }, [isLoading, answer, error])
  const latest = useRef(asked)
  latest.current = asked
  useEffect(() => {
    const look = () => {
      const waitMs = latest.current.error ? waitAfter(latest.current.error) : everyMs / 2
      if (!latest.current.isLoading && now() >= endedAt.current + waitMs) latest.current.retry()
    }
    return pollWhileVisible(look, everyMs)
  }, [])
  const replace = (report: Report) => {
    put(report)
    // An older answer may be on its way.
    retry()
  }
  return { ...shown, isLoading, reload: retry, replace }
}

/** Without permission, retries are pointless. Respects Retry-After. */
function waitAfter({ kind, retryAfterS = 0 }: ApiError): number {
  return kind === 'unauthorized' || kind === 'forbidden' ? Number.POSITIVE_INFINITY : retryAfterS * 1_000
}
