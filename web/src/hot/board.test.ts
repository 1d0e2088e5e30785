// State of the board: what it requests, and what happens when the view closes or the credential changes.
import { expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import { type ApiClient, ApiError, type RequestOptions } from '../api-client.ts'
import { Board } from './board.ts'

const lists = { timestamp: 9, results: [{ id: 'a', data: [], stale: false, updatedAt: 5, cached: true }] }

/** A server with scripted batch responses, whose streams open, send these events, and stay silent until they are aborted. */
function setUp(batch: () => Promise<unknown>, events: readonly object[] = []) {
  const { timers, now: epochMs, pass } = createScriptedTimers()
  const asked: { readonly path: string; readonly want: RequestOptions | undefined }[] = []
  const api: ApiClient = {
    async json<Answer>(path: string, want?: RequestOptions): Promise<Answer> {
      asked.push({ path, want })
      const isAborted = new Promise<never>((_, reject) => want?.signal?.addEventListener('abort', reject))
      return (await Promise.race([batch(), isAborted])) as Answer
    },
    async *events(path, want) {
      asked.push({ path, want })
      want?.onOpen?.()
      for (const data of events) yield { event: 'message', data }
      await new Promise((_resolve, reject) => want?.signal?.addEventListener('abort', reject))
    },
    post: () => expect.fail('nothing is posted'),
    put: () => expect.fail('nothing is posted'),
    picture: () => expect.fail('no picture is asked for'),
    remove: () => expect.fail('nothing is removed'),
  }
  const board = new Board({ api, storage: undefined, timers, epochMs })
  const paths = (start: string) => asked.filter(({ path }) => path.startsWith(start))
  return { board, pass, paths }
}

it('asks again for what was refused when its reader has said who he is', async () => {
  const service = { isOpen: false }
  const { board, pass, paths } = setUp(async () => {
    if (!service.isOpen) throw new ApiError('unauthorized', 'who is there?')
    return lists
  })
  board.setNear('a', true)
  await pass(2_000)
  expect(board.stateOf('a').error.value?.kind).toBe('unauthorized')
  expect(paths('/api/v1/stream')).toHaveLength(1)
  service.isOpen = true
  board.onCredentialChange()
  await pass(100)
  expect(board.stateOf('a').shown.value?.updatedAt).toBe(5)
  expect(board.stateOf('a').error.value).toBeUndefined()
  expect(paths('/api/v1/stream')).toHaveLength(2)
  expect(paths('/api/v1/').every(({ want }) => want?.isBackground)).toBe(true)
})

it('shows a list as soon as the stream has it when another one keeps its batch waiting', async () => {
  const events = [
    { type: 'start', sourceId: 'a', data: [], total: 0, stale: false, updatedAt: 5 },
    { type: 'end', sourceId: 'a', data: [], total: 0 },
  ]
  const { board, pass } = setUp(() => new Promise(() => undefined), events)
  board.setNear('a', true)
  board.setNear('slow', true)
  await pass(700)
  expect([board.stateOf('a').shown.value?.updatedAt, board.stateOf('a').isLoading.value]).toEqual([5, false])
  expect([board.stateOf('slow').shown.value, board.stateOf('slow').isLoading.value]).toEqual([undefined, true])
})

it('gives up what is under way when nobody looks any more, and asks anew for who comes back', async () => {
  const { board, pass, paths } = setUp(() => new Promise(() => undefined))
  board.setNear('a', true)
  await pass(1_600)
  expect(paths('/api/v1/').map(({ want }) => want?.signal?.aborted)).toEqual([false, false])
  board.setNear('a', false)
  board.onClose()
  await pass(100)
  expect(paths('/api/v1/').every(({ want }) => want?.signal?.aborted)).toBe(true)
  expect([board.stateOf('a').isLoading.value, board.stateOf('a').error.value]).toEqual([false, undefined])
  board.liveUpdates.resume()
  board.setNear('a', true)
  await pass(100)
  expect(paths('/api/v1/batch')).toHaveLength(2)
})

it('shows what was held back of a card that leaves the screen', async () => {
  const { board } = setUp(async () => lists)
  const cell = board.stateOf('a')
  board.setNear('a', true)
  cell.apply({ data: [], stale: false, updatedAt: 1 })
  cell.hold(true)
  cell.apply({ data: [], stale: false, updatedAt: 2 })
  expect(cell.hasPendingUpdate.value).toBe(true)
  board.setNear('a', false)
  expect(cell.shown.value?.updatedAt).toBe(2)
})

it('waits a moment for others that come near, and asks for at most 20 at once', async () => {
  const { board, pass, paths } = setUp(async () => lists)
  const ids = Array.from({ length: 25 }, (_, at) => `list${at}`)
  for (const id of ids) board.setNear(id, true)
  await pass(49)
  expect(paths('/api/v1/batch')).toEqual([])
  await pass(1)
  const asked = paths('/api/v1/batch').map(({ path }) => path.split(/[=&]/)[1]?.split(','))
  expect(asked).toEqual([ids.slice(0, 20), ids.slice(20)])
})

it('passes over what is not near any more', async () => {
  const { board, pass, paths } = setUp(async () => lists)
  board.setNear('a', true)
  board.setNear('b', true)
  board.setNear('a', false)
  await pass(50)
  expect(paths('/api/v1/batch').map(({ path }) => path)).toEqual(['/api/v1/batch?sources=b&limit=50'])
})
