// The name of a source as the page shows it: channels by their handle, other sources without the prefix of their kind.

export function sourceName(id: string): string {
  const name = id.slice(id.indexOf(':') + 1)
  return id.startsWith('tg:') ? `@${name}` : name
}
