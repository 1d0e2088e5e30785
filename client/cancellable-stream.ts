// A stream that is cancelled at once when its consumer stops reading.

/** Opens a stream; the signal aborts when the consumer stops. */
type Opening<Piece> = (signal: AbortSignal) => AsyncGenerator<Piece>

/**
 * Yields the items of a stream. It ends when the consumer stops (`break`, `return()`), even while an item is pending; when `signal` aborts,
 * it rejects with the signal's reason.
 */
export function cancellable<Piece>(open: Opening<Piece>, signal: AbortSignal | undefined): AsyncGenerator<Piece> {
  const sending = new AbortController()
  let isCancelled = false
  const pieces = joinSignals(open, { sending, signal, isCancelled: () => isCancelled })
  const end = pieces.return.bind(pieces)
  return Object.assign(pieces, {
    // A generator's own `return` is queued until the next item arrives.
    return() {
      isCancelled = true
      sending.abort()
      return end(undefined)
    },
  })
}

interface CancelState {
  readonly sending: AbortController
  readonly signal: AbortSignal | undefined
  readonly isCancelled: () => boolean
}

/** Joins both signals by hand: not every browser has `AbortSignal.any`. */
async function* joinSignals<Piece>(
  open: Opening<Piece>,
  { sending, signal, isCancelled }: CancelState,
): AsyncGenerator<Piece, undefined> {
  const abortStream = () => sending.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abortStream)
  try {
    yield* open(sending.signal)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (!isCancelled()) throw error
  } finally {
    signal?.removeEventListener('abort', abortStream)
    // Also after a normal end, so that no connection stays open.
    sending.abort()
  }
}
