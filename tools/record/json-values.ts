// Replaces values in a JSON text by name, in place; all other bytes stay unchanged.

/** Returns the new value of a name; `above` has the secret names of the enclosing objects. */
export type Change = (name: string, value: string, above: string) => string

/** JSON tokens: a string or a name with its colon; a number; a bracket. */
const piece =
  /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)"(?<colon>\s*:)?|(?<number>-?\d[\w.+-]*)|(?<opens>[[{])|(?<closes>[\]}])/gs

interface Pieces {
  readonly text?: string
  readonly colon?: string
  readonly number?: string
  readonly opens?: string
  readonly closes?: string
}

/** How names pass to nested values, and how a value changes. */
export interface Rules {
  readonly change: Change
  /** The names of the enclosing objects that nested values receive. */
  readonly passedOn: (names: string) => string
}

/** JSON with replaced values of the same length. `above` has the names that enclose the whole text. */
export function changedJson(json: string, { change, passedOn }: Rules, above = ''): string {
  const open = [{ above, name: '' }]
  return json.replaceAll(piece, (...found) => {
    const whole = String(found[0])
    const { text, colon, number, opens, closes }: Pieces = found.at(-1)
    const top = open.at(-1) ?? { above, name: '' }
    if (opens !== undefined) open.push({ above: passedOn(`${top.above} ${top.name}`), name: '' })
    if (closes !== undefined) open.pop()
    if (text !== undefined && colon !== undefined) top.name = unescaped(text)
    else if (text !== undefined) return `"${respelled(text, change(top.name, unescaped(text), top.above))}"`
    return number !== undefined && /^\d{4,40}$/.test(number) ? change(top.name, number, top.above) : whole
  })
}

/** The JSON that begins at a bracket of a text; undefined when it is invalid. */
export function jsonAt(text: string, at: number): string | undefined {
  let depth = 0
  piece.lastIndex = at
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const { opens, closes }: Pieces = found.groups ?? {}
    depth += (opens === undefined ? 0 : 1) - (closes === undefined ? 0 : 1)
    if (depth === 0) return valid(text.slice(at, piece.lastIndex))
  }
  return undefined
}

function valid(text: string): string | undefined {
  try {
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}

const sign = /\\u[\da-f]{4}|\\.|[\s\S]/gi

/** Resolves escapes such as `\/` and `\u003d` of JSON and scripts. */
export function unescaped(text: string): string {
  return text.replaceAll(sign, meant)
}

function meant(spelled: string): string {
  return spelled.length === 1 ? spelled : String(JSON.parse(`"${spelled}"`))
}

/** Spells another text of the same length; characters that are equal keep their escapes. */
export function respelled(text: string, made: string): string {
  let at = 0
  return text.replaceAll(sign, (spelled) => {
    const now = made.charAt(at)
    at += 1
    return meant(spelled) === now ? spelled : now
  })
}
