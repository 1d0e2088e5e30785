// The order in which tasks of a queue start, and the limits that they hold.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addCaller, type Caller, createCallers, createLimit, createQueue, removeCaller, runQueued } from './queue.ts'

const { signal: never } = new AbortController()

/** Tasks that run until they are ended by name; `started` has their names in order. */
function make() {
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const begin = (name: string) => {
    const end = Promise.withResolvers<void>()
    started.push(name)
    ends.set(name, end)
    return end.promise
  }
  /** Ends a task, and lets the tasks start that now have room. */
  const end = async (...names: readonly string[]) => {
    for (const name of names) ends.get(name)?.resolve()
    await new Promise(setImmediate)
  }
  /** Adds a task to a queue. */
  const add = (
    queue: ReturnType<typeof createQueue>,
    name: string,
    {
      signal = never,
      isUrgent = false,
      ...caller
    }: Partial<Caller> & { signal?: AbortSignal; isUrgent?: boolean } = {},
  ) => {
    const callers = createCallers({ limits: [], ...caller })
    const done = runQueued(queue, { callers, signal, isUrgent: () => isUrgent, work: () => begin(name) })
    done.catch(() => undefined)
    return { callers, done }
  }
  /** Ends each task as soon as it has started, until none is left. */
  const endAll = async () => {
    for (const name of started) await end(name)
  }
  return { started, end, add, endAll }
}

describe('the tasks of a queue', () => {
  it('run as many at once as its limit allows, which may be raised', async () => {
    const { started, end, add } = make()
    const queue = createQueue(1)
    for (const name of ['a', 'b', 'c', 'd']) add(queue, name)
    expect(started).toEqual(['a'])
    await end('a')
    expect([started, queue.limit.running, queue.limit.waiting.size]).toEqual([['a', 'b'], 1, 2])
    queue.limit.max = 3
    await end('b')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('start by their order within the turn of a client, regardless of arrival', async () => {
    const { started, endAll, add } = make()
    const queue = createQueue(1)
    const orders = { running: 0, late: 3, soon: 1, middle: 2 }
    for (const [name, order] of Object.entries(orders)) add(queue, name, { order: () => order })
    await endAll()
    expect(started).toEqual(['running', 'soon', 'middle', 'late'])
  })

  it('start before all others when they are urgent', async () => {
    const { started, endAll, add } = make()
    const queue = createQueue(1)
    add(queue, 'running')
    add(queue, 'calm')
    add(queue, 'urgent', { isUrgent: true, order: () => 9 })
    await endAll()
    expect(started).toEqual(['running', 'urgent', 'calm'])
  })

  it('do not start while the queue is paused', async () => {
    const { started, end, add } = make()
    let isPaused = false
    const queue = createQueue(2, () => isPaused)
    add(queue, 'trial')
    isPaused = true
    add(queue, 'waits')
    expect(started).toEqual(['trial'])
    isPaused = false
    await end('trial')
    expect(started).toEqual(['trial', 'waits'])
  })

  it('fail as their work does, and give their room back', async () => {
    const { started, add } = make()
    const queue = createQueue(1)
    const work = () => Promise.reject(new Error('failed'))
    await expect(runQueued(queue, { callers: createCallers(), signal: never, work })).rejects.toThrow('failed')
    add(queue, 'next')
    expect(started).toEqual(['next'])
  })

  it('leave the queue with the reason of their signal, and never start when it has aborted before', async () => {
    const { started, end, add } = make()
    const [queue, limit] = [createQueue(1), createLimit(1)]
    const leaving = new AbortController()
    add(queue, 'running')
    const { done, callers } = add(queue, 'left', { limits: [limit], signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(done).rejects.toThrow('gone')
    await expect(add(queue, 'never', { signal: leaving.signal }).done).rejects.toThrow('gone')
    addCaller(callers, { limits: [] })
    await end('running')
    expect([started, queue.limit.waiting.size, limit.waiting.size]).toEqual([['running'], 0, 0])
  })
})

it('work that nobody waits for any more keeps its room until it ends', async () => {
  const { started, end, add } = make()
  const queue = createQueue(1)
  const leaving = new AbortController()
  const { done } = add(queue, 'left', { signal: leaving.signal })
  add(queue, 'next')
  leaving.abort(new Error('gone'))
  await expect(done).rejects.toThrow('gone')
  expect(started).toEqual(['left'])
  await end('left')
  expect(started).toEqual(['left', 'next'])
})

describe('clients', () => {
  it('take turns, however much one of them had waiting before', async () => {
    const { started, endAll, add } = make()
    const queue = createQueue(1)
    add(queue, 'running')
    for (const at of [1, 2, 3, 4]) add(queue, `greedy ${at}`, { client: 'greedy', order: () => at })
    for (const at of [1, 2]) add(queue, `other ${at}`, { client: 'other', order: () => at })
    await endAll()
    expect(started.slice(1)).toEqual(['greedy 1', 'other 1', 'greedy 2', 'other 2', 'greedy 3', 'greedy 4'])
  })

  it('that arrive later start in the current round', async () => {
    const { started, end, endAll, add } = make()
    const queue = createQueue(1)
    for (const at of [0, 1, 2, 3, 4]) add(queue, `early ${at}`, { client: 'early' })
    await end('early 0')
    await end('early 1')
    for (const at of [1, 2]) add(queue, `late ${at}`, { client: 'late' })
    await endAll()
    expect(started.slice(2)).toEqual(['early 2', 'early 3', 'late 1', 'early 4', 'late 2'])
  })

  it('are not charged for tasks that were cancelled', async () => {
    const { started, endAll, add } = make()
    const queue = createQueue(1)
    const leaving = new AbortController()
    add(queue, 'running')
    for (const at of [1, 2, 3]) add(queue, `given up ${at}`, { client: 'hasty', signal: leaving.signal })
    for (const at of [1, 2]) add(queue, `other ${at}`, { client: 'other' })
    leaving.abort(new Error('left'))
    add(queue, 'hasty', { client: 'hasty' })
    await endAll()
    expect(started).toEqual(['running', 'other 1', 'hasty', 'other 2'])
  })
})

describe('the limits of a caller', () => {
  it('hold over several queues, and go to the lowest order when there is room again', async () => {
    const { started, end, add } = make()
    const limits = [createLimit(1)]
    for (const [name, order] of Object.entries({ a: 0, b: 3, c: 1 }))
      add(createQueue(1), name, { limits, order: () => order })
    expect(started).toEqual(['a'])
    await end('a')
    expect(started).toEqual(['a', 'c'])
    await end('c')
    expect(started).toEqual(['a', 'c', 'b'])
  })

  it('are held by no task that waits for its queue', async () => {
    const { started, add } = make()
    const full = createQueue(1)
    const limits = [createLimit(1)]
    add(full, 'hangs')
    add(full, 'waits', { limits })
    add(createQueue(1), 'elsewhere', { limits })
    expect(started).toEqual(['hangs', 'elsewhere'])
  })

  it('do not take a place of its queue from the client whose turn it is', async () => {
    const { started, end, add } = make()
    const queue = createQueue(1)
    const limits = [createLimit(1)]
    add(queue, 'greedy 1', { client: 'greedy', limits })
    add(queue, 'greedy 2', { client: 'greedy', limits })
    add(queue, 'other', { client: 'other' })
    add(queue, 'greedy 3', { client: 'greedy', limits })
    await end('greedy 1')
    await end('greedy 2')
    expect(started).toEqual(['greedy 1', 'greedy 2', 'other'])
  })

  it('are given back after their time, while the task goes on and keeps the place of its queue', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { started, add } = make()
    const [queue, limits] = [createQueue(1), [createLimit(1)]]
    add(queue, 'slow', { limits, holdMs: 1_000 })
    add(queue, 'same queue')
    add(createQueue(1), 'same limit', { limits })
    await vi.advanceTimersByTimeAsync(999)
    expect(started).toEqual(['slow'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['slow', 'same limit'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are given back once when the task ends before that time', async () => {
    const { end, add } = make()
    const limits = [createLimit(2)]
    add(createQueue(1), 'quick', { limits, holdMs: 60_000 })
    await end('quick')
    expect(limits.map(({ running }) => running)).toEqual([0])
  })
})

describe('several callers', () => {
  it('of one task let it start for the first of them that has room', async () => {
    const { started, end, add } = make()
    const [full, free] = [createLimit(1), createLimit(1)]
    add(createQueue(1), 'running', { limits: [full] })
    const { callers } = add(createQueue(1), 'both', { limits: [full] })
    expect(started).toEqual(['running'])
    addCaller(callers, { limits: [free] })
    expect([started, full.running, free.running, full.waiting.size]).toEqual([['running', 'both'], 1, 1, 0])
    await end('both', 'running')
    expect([full.running, free.running]).toEqual([0, 0])
  })

  it('bring it forward to the best of their orders', async () => {
    const { started, end, endAll, add } = make()
    const limits = [createLimit(1)]
    add(createQueue(1), 'running', { limits })
    const orders = Object.entries({ a: 2, b: 3, c: 4 })
    const [, , last] = orders.map(([name, order]) => add(createQueue(1), name, { limits, order: () => order }))
    if (last) addCaller(last.callers, { limits, order: () => 1 })
    await end('running')
    await endAll()
    expect(started).toEqual(['running', 'c', 'a', 'b'])
  })

  it('no longer count when they have left', async () => {
    const { started, end, add } = make()
    const [limit, other] = [createLimit(1), createLimit(1)]
    const [leaves, stays]: Caller[] = [{ limits: [limit] }, { limits: [other, limit] }]
    add(createQueue(1), 'running', { limits: [limit] })
    add(createQueue(1), 'elsewhere', { limits: [other] })
    const callers = createCallers(leaves)
    const done = runQueued(createQueue(1), { callers, signal: never, work: async () => void started.push('shared') })
    if (stays) addCaller(callers, stays)
    if (leaves) removeCaller(callers, leaves)
    await end('running')
    expect(started).toEqual(['running', 'elsewhere'])
    await end('elsewhere')
    await done
    expect(started).toEqual(['running', 'elsewhere', 'shared'])
  })
})
