// The setting CHANNELS as the page edits it: the texts after a channel was added or removed.

/** The parts of a stored text: a list of names, or changes of the built-in list. */
interface ChannelSetting {
  /** Whether it is a list of its own, which replaces the built-in one. */
  readonly isList: boolean
  /** The names of the list, or those that are added. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** `text`: as stored, with each name after `+` or `-`, or all without; null: the built-in list. */
export function parseChannelSetting(text: string | null): ChannelSetting {
  const entries = (text ?? '').split(/[,，\n]/).flatMap((entry) => entry.trim() || [])
  const after = (sign: string) => entries.flatMap((entry) => (entry.startsWith(sign) ? [entry.slice(1)] : []))
  const [added, removed] = [after('+'), after('-')]
  const isList = entries.length > 0 && added.length + removed.length === 0
  return { isList, added: isList ? entries : added, removed }
}

export function withChannel(text: string | null, name: string): string | null {
  const { isList, added, removed } = parseChannelSetting(text)
  if (removed.some(isSame(name))) return formatted({ isList, added, removed: without(removed, name) })
  return formatted({ isList, added: [...without(added, name), name], removed })
}

/** The text without this channel. A list of one name cannot lose it: an empty text is the built-in list. */
export function withoutChannel(text: string | null, name: string): string | null {
  const { isList, added, removed } = parseChannelSetting(text)
  if (isList || added.some(isSame(name))) return formatted({ isList, added: without(added, name), removed })
  return formatted({ isList, added, removed: [...removed, name] })
}

function formatted({ isList, added, removed }: ChannelSetting): string | null {
  const entries = isList ? added : [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)]
  return entries.length === 0 ? null : entries.join(',')
}

function isSame(name: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === name.toLowerCase()
}

function without(names: readonly string[], name: string): readonly string[] {
  const isIt = isSame(name)
  return names.filter((other) => !isIt(other))
}
