// One list for one request: found by its id, turned on, asked, and given up with a sentence where it gives nothing.
import { RequestError } from '../http/errors.ts'
import { createMarks } from '../upstream/versions.ts'
import type { HotList } from './accept-family.ts'
import type { ListAnswer, Lists, Manner } from './lists.ts'
import { errorOf, noSuchSource, recordOf } from './shape.ts'
import { type Standing, standingOf } from './standing.ts'

interface Doors {
  readonly lists: Pick<Lists, 'one'>
  /** Epoch milliseconds. */
  readonly time: () => number
}

/** Asks a list: what came of it, and how that stands. */
export async function askOne(
  list: HotList,
  want: Pick<Manner, 'force' | 'signal'>,
  { lists, time }: Doors,
): Promise<{ readonly answer: ListAnswer; readonly standing: Standing }> {
  const marks = createMarks(time)
  const answer = await lists.one(list, { ...want, marks })
  return { answer, standing: standingOf([answer], marks, time()) }
}

/** The list that an id means. @throws RequestError 404. */
export function found(id: string, lists: Pick<Lists, 'find'>): HotList {
  const list = lists.find(id)
  if (list) return list
  throw new RequestError(404, `source: ${noSuchSource}`, { code: 'SOURCE_NOT_FOUND' })
}

/** The list, if it is turned on. @throws RequestError 503. */
export function enabled(list: HotList): HotList {
  if (list.isEnabled) return list
  throw new RequestError(
    503,
    `source: ${list.id} is turned off here, as ENABLED_SOURCES and DISABLED_SOURCES have it; ${list.home} has it`,
    {
      code: 'SOURCE_DISABLED',
      details: { source: list.id },
      fields: { source: recordOf(list) },
    },
  )
}

/** The error for a list that gave nothing, now or earlier. */
export function failed(
  { list, failure }: ListAnswer,
  status: 502 | 504 = failure?.kind === 'timeout' ? 504 : 502,
): RequestError {
  const error = errorOf(failure ?? { kind: 'mismatch', detail: 'no answer' })
  const again = error.retryAt === undefined ? '' : `; the next try is due at ${new Date(error.retryAt).toISOString()}`
  const problem = `could not be asked (${error.kind}: ${error.message}), and no earlier list of it is kept`
  return new RequestError(status, `source: ${list.id} ${problem}${again}`, {
    details: { source: list.id, ...error },
    fields: { source: recordOf(list) },
  })
}
