// Merges the output of concurrent tasks into one stream; tasks may be added while it is read.

/** A task that puts messages; an error ends the stream. */
type MergeTask<Message> = (put: (message: Message) => void) => Promise<void>

export type MergedStream<Message> = ReturnType<typeof createMergedStream<Message>>

/** Creates a stream without tasks that ends when the signal aborts. */
export function createMergedStream<Message>(signal: AbortSignal) {
  const queue: Message[] = []
  let runningTasks = 0
  let wakeup = Promise.withResolvers<void>()
  let firstError: { readonly error: unknown } | undefined
  const put = (message: Message) => {
    queue.push(message)
    wakeup.resolve()
  }
  signal.addEventListener('abort', () => wakeup.resolve(), { once: true })
  return {
    run(task: MergeTask<Message>): void {
      runningTasks += 1
      task(put)
        .catch((error: unknown) => {
          firstError ??= { error }
        })
        .finally(() => {
          runningTasks -= 1
          wakeup.resolve()
        })
    },
    /** Wakes the reader without a message. */
    wake: () => wakeup.resolve(),
    /**
     * Yields messages until all tasks are done, the signal aborts, or `drained` returns true; it is called whenever the reader has consumed all
     * messages.
     * @throws the first error of a task.
     */
    async *messages(drained?: () => unknown): AsyncGenerator<Message> {
      while (runningTasks > 0 || queue.length > 0) {
        await wakeup.promise
        // Errors after the abort are a result of it.
        if (signal.aborted) return
        wakeup = Promise.withResolvers()
        yield* queue.splice(0)
        if (firstError) throw firstError.error
        if (queue.length === 0 && drained?.() === true) return
      }
    },
  }
}
