// Reads the lines of a stream out of its bytes, however it was cut into pieces, and gives up on one that has fallen silent.

/** The service sends at least a sign of life every 15 seconds on what may be quiet: three times as long, and nobody is there any more. */
const silentMs = 45_000

/**
 * The lines of a body without what ends them (LF, CR or CRLF), each as soon as it is whole; the last one too when nothing ends it. The body is let
 * go of when nobody reads on. @throws (rejects) what breaks the body, and Error when no byte came for 45 s.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  let isAfterReturn = false
  for await (const piece of readTexts(body)) {
    // A CRLF that was cut in two: the line has been told already.
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

/** Letters may be cut anywhere; a piece that is none yet is not told. It is read piece by piece: not every browser goes through a stream with `for await`. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const letters = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(silentMs, reader.read())
      const text = done ? letters.decode() : letters.decode(value, { stream: true })
      if (text !== '') yield text
      if (done) return
    }
  } finally {
    // Not waited for: what is broken or silent may not answer to this either.
    void reader.cancel().catch(() => undefined)
  }
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${ms / 1_000} seconds`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
