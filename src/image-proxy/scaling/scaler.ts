// Scales pictures in a thread that starts with the first one, and ends when it is idle, fails, or takes too long.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'

export interface ScaleTask {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly width: number
}

export type PictureScaler = ReturnType<typeof createPictureScaler>

interface ScalerOptions {
  readonly start?: () => Worker
  readonly limitMs?: number
  readonly idleMs?: number
}

/** The largest pictures that are decoded take 0.2 s of processor time, and the start of the thread as much. */
const defaultLimitMs = 10_000

/** WebAssembly never gives memory back, so the thread does not stay longer than it is used. */
const defaultIdleMs = 20_000

function startThread(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
  return new Worker(new URL('./thread.ts', import.meta.url), { name: 'pictures', execArgv: [], resourceLimits })
}

export function createPictureScaler(options: ScalerOptions = {}) {
  const { start = startThread, limitMs = defaultLimitMs, idleMs = defaultIdleMs } = options
  const queue = new PQueue({ concurrency: 1 })
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
    thread ??= connect()
    const used = thread
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limitMs)])
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

  return {
    /** The scaled picture; undefined where it cannot be scaled down. Rejects with the signal's reason when it aborts. */
    scale: (bytes: Uint8Array, width: number, signal: AbortSignal) =>
      queue.add(() => run({ bytes: new Uint8Array(bytes), width }), { signal }),
  }
}
