// The settings LISTS and NOTIFIERS as the page edits them: entries of a YAML map, each with its lines, so that what a person wrote stays as it is.

/** One entry: a list or a notifier. */
export interface DeclaredEntry {
  readonly id: string
  /** The values of its keys that are texts on their own line. */
  readonly fields: Readonly<Record<string, string>>
}

interface Block extends DeclaredEntry {
  readonly lines: readonly string[]
}

/** The entries of a stored text, which is YAML or JSON. */
export function readEntries(text: string | null): readonly DeclaredEntry[] {
  return blocksOf(text).filter(({ id }) => id !== '')
}

/** The text as YAML, for a person to edit. */
export function asYaml(text: string | null): string {
  return blocksOf(text)
    .flatMap(({ lines }) => lines)
    .join('\n')
}

/** The text with this entry at its end. */
export function withEntry(text: string | null, { id, fields }: DeclaredEntry): string {
  const before = asYaml(text).trimEnd()
  return `${before === '' ? '' : `${before}\n`}${linesOf(id, fields).join('\n')}\n`
}

/** The text without this entry; null if none is left. */
export function withoutEntry(text: string | null, id: string): string | null {
  const left = blocksOf(text).filter((block) => block.id !== id)
  return left.some((block) => block.id !== '') ? left.flatMap(({ lines }) => lines).join('\n') : null
}

/** A name that no entry has: `wanted`, or with a number after it. */
export function freeId(wanted: string, entries: readonly Pick<DeclaredEntry, 'id'>[]): string {
  const taken = new Set(entries.map(({ id }) => id))
  let id = wanted
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`
  return id
}

/** Those before the first entry, such as comments, are a block without an id. */
function blocksOf(text: string | null): readonly Block[] {
  const blocks: { id: string; lines: string[] }[] = []
  for (const line of yamlLines(text ?? '')) {
    const id = keyOf(line)
    const last = blocks.at(-1)
    if (id !== undefined || !last) blocks.push({ id: id ?? '', lines: [line] })
    else last.lines.push(line)
  }
  return blocks.map((block) => ({ ...block, fields: fieldsOf(block.lines) }))
}

function yamlLines(text: string): readonly string[] {
  const declared = parseMap(text)
  return declared ? Object.entries(declared).flatMap(([id, value]) => linesOf(id, value)) : text.split('\n')
}

/** A value in JSON is YAML too. */
function linesOf(id: string, value: unknown): readonly string[] {
  if (!isMap(value)) return [`${keyText(id)}: ${JSON.stringify(value)}`]
  return [`${keyText(id)}:`, ...Object.entries(value).map(([key, one]) => `  ${keyText(key)}: ${JSON.stringify(one)}`)]
}

function keyText(key: string): string {
  return /^[a-z][a-z0-9-]*$/i.test(key) && !/^(?:true|false|null|yes|no|on|off)$/i.test(key) ? key : JSON.stringify(key)
}

/** The key of an entry that begins with this line. */
function keyOf(line: string): string | undefined {
  if (!/^[^\s#{}[\]-]/.test(line)) return undefined
  const end = line.search(/:(?:\s|$)/)
  return end > 0 ? unquoted(line.slice(0, end)) : undefined
}

function fieldsOf([, ...lines]: readonly string[]): Readonly<Record<string, string>> {
  const indent = lines[0]?.search(/\S/) ?? 0
  const pairs = lines.flatMap((line) => {
    const end = line.search(/:\s/)
    if (indent < 1 || line.search(/\S/) !== indent || end < 0) return []
    return [[unquoted(line.slice(0, end)), unquoted(line.slice(end + 1))] as const]
  })
  return Object.fromEntries(pairs)
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith("'")) return trimmed.slice(1, -1).replaceAll("''", "'")
  const parsed: unknown = trimmed.startsWith('"') ? parseJson(trimmed) : trimmed
  return typeof parsed === 'string' ? parsed : trimmed
}

function parseMap(text: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  return isMap(parsed) ? parsed : undefined
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
