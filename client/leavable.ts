// A stream that is cancelled at once when its consumer stops reading.

/** Opens a stream; the signal aborts when the consumer stops. */
type Opening<Piece> = (signal: AbortSignal) => AsyncGenerator<Piece>

/**
 * Yields the items of a stream. It ends when the consumer stops (`break`, `return()`), even while an item is pending; when `signal` aborts,
 * it rejects with the signal's reason.
 */
export function leavable<Piece>(open: Opening<Piece>, signal: AbortSignal | undefined): AsyncGenerator<Piece> {
  const sending = new AbortController()
  let isLeft = false
  const pieces = through(open, { sending, signal, isLeft: () => isLeft })
  const end = pieces.return.bind(pieces)
  return Object.assign(pieces, {
    // A generator's own `return` is queued until the next item arrives.
    return() {
      isLeft = true
      sending.abort()
      return end(undefined)
    },
  })
}

interface Leaving {
  readonly sending: AbortController
  readonly signal: AbortSignal | undefined
  readonly isLeft: () => boolean
}

/** Joins both signals by hand: not every browser has `AbortSignal.any`. */
async function* through<Piece>(
  open: Opening<Piece>,
  { sending, signal, isLeft }: Leaving,
): AsyncGenerator<Piece, undefined> {
  const leave = () => sending.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave)
  try {
    yield* open(sending.signal)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (!isLeft()) throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    // Also after a normal end, so that no connection stays open.
    sending.abort()
  }
}
