// Merges the output of concurrent tasks into one stream; tasks may be added while it is read.

/** A task that puts messages; an error ends the stream. */
type Work<Message> = (put: (message: Message) => void) => Promise<void>

export interface Merged<Message> {
  run(work: Work<Message>): void
  /** Wakes the reader without a message. */
  wake(): void
  /**
   * Yields messages until all tasks are done or the signal aborts. Calls `drained` whenever the reader has consumed all messages.
   * @throws the first error of a task.
   */
  messages(drained?: () => void): AsyncGenerator<Message>
}

/** Creates a stream without tasks that ends when the signal aborts. */
export function createMerged<Message>(signal: AbortSignal): Merged<Message> {
  const inbox: Message[] = []
  let open = 0
  let news = Promise.withResolvers<void>()
  let failed: { readonly error: unknown } | undefined
  const put = (message: Message) => {
    inbox.push(message)
    news.resolve()
  }
  signal.addEventListener('abort', () => news.resolve(), { once: true })
  return {
    run(work) {
      open += 1
      work(put)
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => {
          open -= 1
          news.resolve()
        })
    },
    wake: () => news.resolve(),
    async *messages(drained) {
      while (open > 0 || inbox.length > 0) {
        await news.promise
        // Errors after the abort are a result of it.
        if (signal.aborted) return
        news = Promise.withResolvers()
        yield* inbox.splice(0)
        if (failed) throw failed.error
        if (inbox.length === 0) drained?.()
      }
    },
  }
}
