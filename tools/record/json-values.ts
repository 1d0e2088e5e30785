// The values of a JSON text under their names, changed where they stand: every other byte stays as it came.

/** What becomes of the value of a thing of that name; `above` names what holds it, as far as that is secret. */
export type Change = (name: string, value: string, above: string) => string

/** What makes up JSON: a text, or a name with its colon; a number; a bracket. */
const piece =
  /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)"(?<colon>\s*:)?|(?<number>-?\d[\w.+-]*)|(?<opens>[[{])|(?<closes>[\]}])/gs

interface Pieces {
  readonly text?: string
  readonly colon?: string
  readonly number?: string
  readonly opens?: string
  readonly closes?: string
}

/** How names are passed on to what they hold, and what becomes of a value. */
export interface Rules {
  readonly change: Change
  /** The names of what holds a thing, as it is to be told of them. */
  readonly passedOn: (names: string) => string
}

/** JSON with changed values; a changed value has as many signs as before. `above` names what holds all of it. */
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

/** The JSON that begins at a bracket of a text; undefined when it is none. */
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

/** A text as it is meant, where JSON or a script writes `\/` and `\u003d`. */
export function unescaped(text: string): string {
  return text.replaceAll(sign, meant)
}

function meant(spelled: string): string {
  return spelled.length === 1 ? spelled : String(JSON.parse(`"${spelled}"`))
}

/** Another text of as many signs, those that are the same spelled as before. */
export function respelled(text: string, made: string): string {
  let at = 0
  return text.replaceAll(sign, (spelled) => {
    const now = made.charAt(at)
    at += 1
    return meant(spelled) === now ? spelled : now
  })
}
