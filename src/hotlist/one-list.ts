// Resolves and fetches the one list of a request, with the HTTP errors for unknown, disabled and failing lists.
import { RequestError } from '../http/errors.ts'
import { createMarks } from '../upstream/versions.ts'
import type { HotList } from './accept-family.ts'
import type { ListAnswer, Lists, Manner } from './lists.ts'
import { errorOf, noSuchSource, recordOf } from './shape.ts'
import { type Standing, standingOf } from './standing.ts'

interface Doors {
  readonly lists: Pick<Lists, 'one'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Fetches a list; returns the answer and its cache state. */
export async function askOne(
  list: HotList,
  want: Pick<Manner, 'force' | 'signal'>,
  { lists, epochMs }: Doors,
): Promise<{ readonly answer: ListAnswer; readonly standing: Standing }> {
  const marks = createMarks(epochMs)
  const answer = await lists.one(list, { ...want, marks })
  return { answer, standing: standingOf([answer], marks, epochMs()) }
}

/** Finds a list by id. @throws RequestError 404. */
export function found(id: string, lists: Pick<Lists, 'find'>): HotList {
  const list = lists.find(id)
  if (list) return list
  throw new RequestError(404, `source: ${noSuchSource}`, { code: 'SOURCE_NOT_FOUND' })
}

/** Returns the list if it is enabled. @throws RequestError 503. */
export function enabled(list: HotList): HotList {
  if (list.isEnabled) return list
  throw new RequestError(
    503,
    `source: ${list.id} is disabled by ENABLED_SOURCES or DISABLED_SOURCES; its page is ${list.home}`,
    {
      code: 'SOURCE_DISABLED',
      details: { source: list.id },
      fields: { source: recordOf(list) },
    },
  )
}

/** The error for a list without current or earlier items. */
export function failed(
  { list, failure }: ListAnswer,
  status: 502 | 504 = failure?.kind === 'timeout' ? 504 : 502,
): RequestError {
  const error = errorOf(failure ?? { kind: 'mismatch', detail: 'no answer' })
  const again = error.retryAt === undefined ? '' : `; next attempt at ${new Date(error.retryAt).toISOString()}`
  const problem = `could not be fetched (${error.kind}: ${error.message}), and no earlier list is cached`
  return new RequestError(status, `source: ${list.id} ${problem}${again}`, {
    details: { source: list.id, ...error },
    fields: { source: recordOf(list) },
  })
}
