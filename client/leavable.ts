// A stream that is let go of at once when its reader leaves.

/** Opens a stream; the signal aborts when it is not wanted any more. */
type Opening<Piece> = (signal: AbortSignal) => AsyncGenerator<Piece>

/**
 * The pieces of a stream. It ends when its reader leaves (`break`, `return()`), also while he waits for the next piece; when `signal` aborts,
 * it rejects with its reason.
 */
export function leavable<Piece>(open: Opening<Piece>, signal: AbortSignal | undefined): AsyncGenerator<Piece> {
  const sending = new AbortController()
  let isLeft = false
  const pieces = through(open, { sending, signal, isLeft: () => isLeft })
  const end = pieces.return.bind(pieces)
  return Object.assign(pieces, {
    // A generator's own `return` waits for its turn: until the next piece has come.
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

/** `AbortSignal.any` would join both signals; not every browser has it. */
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
    // After the end too: nothing of it stays open.
    sending.abort()
  }
}
