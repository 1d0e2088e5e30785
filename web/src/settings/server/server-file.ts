// Reads an exported file of the settings of a server.

/** The texts by name; undefined for any other file. The server checks the values. */
export function parseServerFile(text: string): Readonly<Record<string, string>> | undefined {
  const { settings } = parseObject(text) ?? {}
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return undefined
  const entries: readonly (readonly [string, unknown])[] = Object.entries(settings)
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined
}

function parseObject(text: string): { readonly settings?: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    // A file of a browser's settings says `trawl`.
    return typeof parsed === 'object' && parsed !== null && !('trawl' in parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
