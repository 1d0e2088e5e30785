// Scales pictures in a thread that starts with the first one, and ends when it is idle, fails, or takes too long.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createCallers, createQueue, runQueued } from '../../upstream/host/queue.ts'

export interface ScaleTask {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly width: number
}

/** A picture to scale, for a client; clients take turns. */
interface ScaleOrder {
  readonly bytes: Uint8Array
  readonly width: number
  readonly client?: string | undefined
}

export type PictureScaler = ReturnType<typeof createPictureScaler>

interface ScalerOptions {
  readonly start?: () => Worker
  /** The largest pictures that are decoded take 0.2 s of processor time, on an idle machine. */
  readonly limitMs?: number
  /** The thread loads its code and compiles a decoder. */
  readonly startMs?: number
  /** How long a picture waits for its turn: the whole one is better than none. */
  readonly waitMs?: number
  /** WebAssembly never gives memory back, so the thread does not stay longer than it is used. */
  readonly idleMs?: number
}

function startThread(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
  return new Worker(new URL('./thread.ts', import.meta.url), { name: 'pictures', execArgv: [], resourceLimits })
}

/** Creates the thread, of which each start and each picture has its time. */
function createThread({ start = startThread, limitMs = 1_000, startMs = 2_000, idleMs = 20_000 }: ScalerOptions) {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function connect(): Worker {
    const started = start()
    const forget = () => {
      if (thread === started) thread = undefined
    }
    // Also without a listener for a reply, an error of the thread must not end the process.
    started.on('error', forget).on('exit', forget)
    started.unref()
    return started
  }

  async function run(task: ScaleTask): Promise<Uint8Array | undefined> {
    clearTimeout(idle)
    const timeout = AbortSignal.timeout(thread ? limitMs : startMs + limitMs)
    thread ??= connect()
    const used = thread
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, timeout])
    const onExit = () => ended.abort()
    used.once('exit', onExit)
    try {
      used.postMessage(task, [task.bytes.buffer])
      const [reply] = await once(used, 'message', { signal })
      return reply instanceof Uint8Array ? reply : undefined
    } catch {
      // A decoder that failed may be left in any state.
      await used.terminate()
      return undefined
    } finally {
      used.off('exit', onExit)
      idle = setTimeout(() => void thread?.terminate(), idleMs).unref()
    }
  }

  return run
}

export function createPictureScaler({ waitMs = 1_000, ...options }: ScalerOptions = {}) {
  const run = createThread(options)
  const queue = createQueue(1)
  return {
    /**
     * The scaled picture; undefined where it cannot be scaled down, `busy` when its turn did not come in time. Rejects with the signal's reason
     * when it aborts.
     */
    async scale({ bytes, width, client }: ScaleOrder, signal: AbortSignal): Promise<Uint8Array | 'busy' | undefined> {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), waitMs)
      const work = () => {
        clearTimeout(timer)
        return run({ bytes: new Uint8Array(bytes), width })
      }
      try {
        const callers = createCallers({ limits: [], client })
        return await runQueued(queue, { callers, signal: AbortSignal.any([signal, waiting.signal]), work })
      } catch (error) {
        if (waiting.signal.aborted && !signal.aborted) return 'busy'
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
