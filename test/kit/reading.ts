// Reads streams while they arrive.

/** Opens a stream and reads it while it arrives. */
export async function reading(url: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    leave: () => leaving.abort(),
    /** Reads until this text arrives, or until the predicate accepts the text so far. */
    async until(wanted: string | ((text: string) => boolean)): Promise<string> {
      const isThere = (all: string) => (typeof wanted === 'string' ? all.includes(wanted) : wanted(all))
      while (!isThere(text)) {
        const { value, done = true } = (await reader?.read()) ?? {}
        if (done) throw new Error(`the stream ended without ${wanted}: ${text.slice(0, 500)}`)
        text += value
      }
      return text
    },
    async rest(): Promise<string> {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value
      return text
    },
  }
}
