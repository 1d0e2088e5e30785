// Changes a valid input at random: cuts, insertions, exchanged values, repetitions.

/** Numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

export function pick<T>(values: readonly T[], random: Random, otherwise: T): T {
  return values[Math.floor(random() * values.length)] ?? otherwise
}

/** Texts that break parsers of any language. */
export const oddTexts: readonly string[] = [
  ...'\0,\n,\r\n,\t, ,\u00a0,\u200b,\ufeff,\u202e,\u2028,\ud800,\udfff,💡,ß,İ,ﷺ'.split(','),
  ...`" ' \\ < > & &amp; &#0; &#x110000; <!-- ]]> <![CDATA[ % %00 %zz %ED%A0%80`.split(' '),
  ...'{ } [ ] ( ) , : ： ， | 丨 # ? = / .. - * $ ^ `'.split(' '),
  ...'null true -1 0 1e999 -0 NaN 12345678901234567890 ٣ ９ __proto__ constructor undefined'.split(' '),
  ...'https:// // javascript:1 http://127.0.0.1/ http://[ https://a:b@c data:, <script>'.split(' '),
  ...'https://pan.quark.cn/s/ 提取码 magnet:?xt=urn:btih: 2026-02-30 25:61 第 季 全集 4K'.split(' '),
]

/** Values in place of a JSON value or a quoted attribute. */
const oddValues = 'null "" [] {} 0 -1 1e999 true [null] [[]] {"a":{}} "\\ud800" "javascript:1"'.split(' ')

const valuePattern = /"(?:[^"\\\n]|\\.){0,400}"|-?\d+(?:\.\d+)?|\b(?:null|true|false)\b/g

type Mutation = (text: string, random: Random, pieces: readonly string[]) => string

function at(text: string, random: Random): number {
  return Math.floor(random() * (text.length + 1))
}

/** Short ranges are the more frequent. */
function range(text: string, random: Random): [start: number, end: number] {
  const start = at(text, random)
  return [start, Math.min(text.length, start + Math.floor(random() ** 4 * 2_000) + 1)]
}

function replace(text: string, [start, end]: readonly [number, number], put: string): string {
  return text.slice(0, start) + put + text.slice(end)
}

const mutations: readonly Mutation[] = [
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => replace(text, range(text, random), ''),
  (text, random) => {
    const [start, end] = range(text, random)
    return replace(text, [end, end], text.slice(start, end))
  },
  (text, random) => {
    const [start, end] = range(text, random)
    const to = at(text, random)
    return replace(text, [to, to], text.slice(start, end))
  },
  (text, random, pieces) => {
    const start = at(text, random)
    return replace(text, [start, start], pick(pieces, random, ''))
  },
  (text, random, pieces) => replace(text, range(text, random), pick(pieces, random, '')),
  (text, random, pieces) => {
    const start = at(text, random)
    return replace(text, [start, start], pick(pieces, random, '').repeat(Math.floor(random() * 400)))
  },
  (text, random) => {
    const start = at(text, random)
    return replace(text, [start, start + 1], String.fromCharCode(Math.floor(random() * 256)))
  },
  withOddValue,
  withOddValue,
]

/** Exchanges a value of JSON, or one in quotes. */
function withOddValue(text: string, random: Random): string {
  valuePattern.lastIndex = at(text, random)
  const match = valuePattern.exec(text)
  return match ? replace(text, [match.index, match.index + match[0].length], pick(oddValues, random, '')) : text
}

/** Changes a text at one to four places. */
export function mutate(text: string, random: Random, pieces: readonly string[]): string {
  let changed = text
  for (let left = 1 + Math.floor(random() ** 2 * 4); left > 0; left -= 1)
    changed = pick(mutations, random, withOddValue)(changed, random, pieces)
  return changed
}

/** Repeats a part of a text, or a piece inside it, until the text has this length. */
export function enlarge(text: string, length: number, random: Random, pieces: readonly string[]): string {
  const [start, end] = range(text, random)
  const part = random() < 0.5 ? text.slice(start, end) : pick(pieces, random, '')
  const count = Math.max(0, Math.floor((length - text.length) / Math.max(1, part.length)))
  return replace(text, [end, end], part.repeat(count))
}
