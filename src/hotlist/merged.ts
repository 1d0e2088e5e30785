// What several pieces of work put, as one stream; more of them may begin while it is read.

/** Work that puts messages; what it throws ends the stream. */
type Work<Message> = (put: (message: Message) => void) => Promise<void>

export interface Merged<Message> {
  run(work: Work<Message>): void
  /** Lets the reader look again, as if something had been put. */
  wake(): void
  /**
   * What is put, until all work is done or the signal aborts. `drained` is called whenever the reader has had all there is.
   * @throws what any of the work threw.
   */
  messages(drained?: () => void): AsyncGenerator<Message>
}

/** Makes a stream of nothing yet that ends with the signal. */
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
        // What fails then fails because it ends, and nobody reads.
        if (signal.aborted) return
        news = Promise.withResolvers()
        yield* inbox.splice(0)
        if (failed) throw failed.error
        if (inbox.length === 0) drained?.()
      }
    },
  }
}
