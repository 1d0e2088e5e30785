// Finds names with their values in JSON, scripts, tags, queries and plain text.
import { extractJson } from '../extract-json.ts'
import { type Change, changedJson, jsonAt, respelled, unescaped } from './json-values.ts'
import { isNamedSecret, isSureSecret, looksRandom } from './secret-names.ts'

/** Replaces the values of names in a text; a new value has the same length. */
export function changedValues(text: string, change: Change): string {
  const data = extractJson(text)
  // Ignores a bracket that begins no JSON data of the page.
  if (!data || text.slice(0, data.start).includes('<')) return changedText(text, change)
  const before = text.slice(0, data.start)
  const [, name = ''] = /([\w-]{2,40})\s*[:=]\s*$/.exec(before) ?? []
  const tree = changedTree(text.slice(data.start, data.end), change, isNamedSecret(name) ? name : '')
  return changedText(before, change) + tree + changedText(text.slice(data.end), change)
}

/** Values inside a secret object are secret too; a JSON string may contain further names. */
function changedTree(json: string, change: Change, above = ''): string {
  const passedOn = (names: string) => (isNamedSecret(names) ? names : '')
  const deep: Change = (name, value, names) => {
    const made = change(name, value, names)
    return made === value ? changedValues(value, change) : made
  }
  return changedJson(json, { change: deep, passedOn }, above)
}

const patterns = [
  /(?<name>[\w-]{2,40})(?:\\?["']|&quot;|&#3[49];)?\s*[:=]\s*(?<quote>\\?["']|&quot;|&#3[49];)(?<value>(?:(?!&quot;|&#3[49];)[^"'\\<>]|\\\/|\\u00[\da-f]{2}){4,4000})\k<quote>/gi,
  /["'](?<name>[\w-]{2,40})["']\s*:\s*(?<value>\d{4,40})\b/g,
  /(?:^|[?&;#"']|\\u0026)(?<name>[\w.-]{2,40})=(?<value>(?:[^&"'\s<>\\#;]|\\\/){4,2000})/g,
  // Without quotation marks the value may be code; replace it only when it looks random.
  /(?<![\w.$-])(?<name>[\w-]{2,40})\s*[:=]\s*(?<value>(?=[\w+/=~%-]*\d)(?=[\w+/=~%-]*[a-z])[\w+/=~%-]{12,2000})(?![\w.(+/=~%-])/gi,
  /\b(?<name>(?:set-)?cookie):\s*(?<value>[\w.-]+=[^;\s"'<>\\]+(?:;\s*[\w.-]+=[^;\s"'<>\\]*)*)/gi,
  /\b(?<name>Bearer)(?:\s|%20)+(?<value>(?=[\w+/=.~%-]*\d)[\w+/=.~%-]{8,2000})/gi,
]

function changedText(text: string, change: Change): string {
  const inTags = text.replaceAll(tag, (found) => changedTag(found, change))
  const inPatterns = patterns.reduce(
    (rest, pattern) =>
      rest.replaceAll(pattern, (...found) => {
        const { name = '', value = '' }: { name?: string; value?: string } = found.at(-1)
        const whole = String(found[0])
        const made = respelled(value, change(/^bearer$/i.test(name) ? 'token' : name, unescaped(value), ''))
        // The value follows its name.
        const at = whole.lastIndexOf(value)
        return whole.slice(0, at) + made + whole.slice(at + value.length)
      }),
    inTags,
  )
  return changedHolders(inPatterns, change)
}

const tag = /<[a-z][\w-]*\s(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const attribute = /(?<=\s|["'])(?<name>[\w:.-]+)(?<is>\s*=\s*)(?<value>"[^"]*"|'[^']*'|[^\s"'<>=`]+)/g

interface Attribute {
  readonly name: string
  readonly is: string
  readonly value: string
}

/** Handles `<input value=… name=token>`, `<meta>`, and attributes with a secret name. */
function changedTag(whole: string, change: Change): string {
  const named = /\s(?:name|property|id)\s*=\s*["']?(?<of>[\w-]{2,60})/i.exec(whole)?.groups?.of ?? ''
  return whole.replaceAll(attribute, (...found) => {
    const { name, is, value }: Attribute = found.at(-1)
    const [quote = ''] = /^["']/.exec(value) ?? []
    const bare = value.slice(quote.length, value.length - quote.length)
    const made = change(/^(?:value|content)$/i.test(name) ? named : name, bare, '')
    return name + is + quote + made + quote
  })
}

const holder = /(?<name>[\w-]{2,40})["']?\s*[:=]\s*(?=[[{])/g

/** Lists and objects with a secret name inside a script. */
function changedHolders(text: string, change: Change): string {
  let at = 0
  let rest = ''
  for (const { 0: whole, index, groups } of text.matchAll(holder)) {
    const start = index + whole.length
    const name = groups?.name ?? ''
    const json = start < at || !isNamedSecret(name) ? undefined : jsonAt(text, start)
    if (json === undefined) continue
    rest += text.slice(at, start) + changedTree(json, change, name)
    at = start + json.length
  }
  return rest + text.slice(at)
}

const near =
  /(?<name>[\w-]{2,60})(?<between>(?:[\s"'\\:=([{,]|&quot;|&#3[49];|%(?:20|22|3a|3d|5b|7b)){1,16})(?<value>[\w+/=.~%-]{16,})(?![\w+/=.~%-]|\\?["']?\s*[:=(]|\s+\w|\s*[^\s!-~])/gi

/** Random-looking values after a secret name, in any syntax. It finds more than is ever replaced, but no sentences. */
export function suspects(text: string): { name: string; value: string }[] {
  return [...text.matchAll(near)].flatMap(({ groups: { name = '', between = '', value = '' } = {} }) =>
    /[:=([{]|&|%/.test(between) && isSureSecret(name) && looksRandom(value) ? [{ name, value }] : [],
  )
}
