// Reports, asked for again while the view is open.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api-client.ts'
import { now } from '../clock.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { pollWhileVisible } from './poll-while-visible.ts'

/** Data older than this is reloaded when the tab becomes visible. */
const staleAfterMs = 10_000

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
  readonly everyMs?: number
}

const nothingYet = { report: undefined, receivedAt: 0, error: undefined }

/** Loads a report; reloads it when the credential changes. */
export function useReport<Report>(
  path: string,
  { isPublic = false, isEnabled = true, everyMs = 15_000 }: ReportOptions = {},
): ReportState<Report> {
  const key = `${usePage().credential.value} ${path}`
  const asked = useAnswer<Report>(isEnabled ? path : undefined, { isBackground: !isPublic, isOwnOnly: true })
  const { answer, error, isLoading, retry } = asked
  const [known, setKnown] = useState<Pick<ReportState<Report>, 'report' | 'receivedAt' | 'error'> & { key: string }>()
  const shown = known?.key === key ? known : nothingYet
  const endedAt = useRef(0)
  useEffect(() => {
    if (isLoading) return
    endedAt.current = now()
    setKnown({ ...shown, key, error, ...(answer && { report: answer, receivedAt: now() }) })
  }, [isLoading, answer, error])
  const latest = useRef(asked)
  latest.current = asked
  useEffect(() => {
    const look = () => {
      const isDue = now() >= endedAt.current + (latest.current.error ? waitMs(latest.current.error) : staleAfterMs)
      if (isDue && !latest.current.isLoading) latest.current.retry()
    }
    return pollWhileVisible(look, everyMs)
  }, [])
  const replace = (report: Report) => {
    setKnown({ key, report, receivedAt: now(), error: undefined })
    // An older answer may be on its way.
    retry()
  }
  return { ...shown, isLoading, reload: retry, replace }
}

/** Without permission, retries are pointless. Respects Retry-After. */
function waitMs({ kind, retryAfterS = 0 }: ApiError): number {
  return kind === 'unauthorized' || kind === 'forbidden' ? Number.POSITIVE_INFINITY : retryAfterS * 1_000
}
