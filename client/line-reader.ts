// Splits a byte stream into lines, and fails when the stream is silent for too long.

/** The service sends a keep-alive at least every 15 seconds; after three missed ones the connection counts as lost. */
const idleTimeoutMs = 45_000

/**
 * Yields the lines of a body without their line ends (LF, CR or CRLF), each as soon as it is complete, and an unterminated last line. Cancels
 * the body when the consumer stops. @throws (rejects) errors of the body, and Error when no byte arrives for 45 s.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  let isAfterReturn = false
  for await (const piece of readTexts(body)) {
    // A CRLF split between two chunks: the line was already yielded.
    const text = isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    isAfterReturn = piece.endsWith('\r')
    const parts = text.split(/\r\n|\n|\r/)
    const last = parts.pop() ?? ''
    for (const part of parts) {
      yield rest + part
      rest = ''
    }
    rest += last
  }
  if (rest !== '') yield rest
}

/** Decodes chunks, which may end inside a character. Uses a reader, because not every browser supports `for await` on streams. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const letters = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeout(idleTimeoutMs, reader.read())
      const text = done ? letters.decode() : letters.decode(value, { stream: true })
      if (text !== '') yield text
      if (done) return
    }
  } finally {
    // Not awaited: a broken or silent stream may never answer.
    void reader.cancel().catch(() => undefined)
  }
}

/** Resolves like `promise`. @throws (rejects) like it, or with Error after `ms`; does not abort the work. */
export async function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no data for ${ms / 1_000} seconds`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
