// Finds where a body has a text, however it is written there, and writes another text in the same way.
import { escapeHtml } from '../error-pages.ts'
import { timesIn, writeTime } from '../hot/value-formats.ts'

/** A place in a text whose content depends on `Value`. */
export interface Mark<Value> {
  readonly start: number
  readonly end: number
  write(value: Value): string
}

type Form = (text: string) => string

const json: Form = (text) => JSON.stringify(text).slice(1, -1)
const slashed: Form = (text) => json(text).replaceAll('/', '\\/')
const ascii: Form = (text) =>
  slashed(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const twice: Form = (text) => json(json(text))

const base64: Form = (text) => Buffer.from(text.replace(/^https?:\/\//, '')).toString('base64')
const typographic: Form = (text) =>
  escapeHtml(text).replaceAll(/[\u2010-\u2027]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** In scripts and JSON. */
const dataForms: readonly Form[] = [json, slashed, ascii, twice, encodeURIComponent, base64, typographic]
const markupForms: readonly Form[] = [escapeHtml, typographic, encodeURIComponent, base64, (text) => text]

/** True inside a script, and in a body without markup. */
function isData(body: string, at: number): boolean {
  return !body.trimStart().startsWith('<') || body.lastIndexOf('<script', at) > body.lastIndexOf('</script', at)
}

/** A short text without anything else is searched as a whole word. */
function patternOf(form: string): RegExp {
  return /^\w+$/.test(form) ? new RegExp(`(?<![\\w%])${form}(?!\\w)`, 'g') : new RegExp(RegExp.escape(form), 'g')
}

/** The marks of a text in a body, in each form that the place allows. */
export function marksOf<Value>(body: string, text: string, write: (value: Value) => string): readonly Mark<Value>[] {
  if (text === '') return []
  return [true, false].flatMap((data) => {
    const forms = new Map((data ? dataForms : markupForms).map((form) => [form(text), form] as const).toReversed())
    return [...forms].flatMap(([form, writeForm]) =>
      [...body.matchAll(patternOf(form))]
        .filter(({ index }) => isData(body, index) === data)
        .map(({ index }) => ({
          start: index,
          end: index + form.length,
          write: (value: Value) => writeForm(write(value)),
        })),
    )
  })
}

/** The marks of a time in a body. */
export function timeMarksOf<Value>(
  body: string,
  ms: number,
  nowMs: number,
  at: (value: Value) => Date,
): readonly Mark<Value>[] {
  return timesIn(body, ms, nowMs).time.flatMap((spot) => {
    const found = spot.exec(body)
    const old = found?.[1] ?? ''
    const start = (found?.index ?? 0) + (found?.[0].indexOf(old) ?? 0)
    return old === ''
      ? []
      : [{ start, end: start + old.length, write: (value: Value) => writeTime(at(value).getTime(), old, nowMs) }]
  })
}

/** The body with `value` at all marks. Of two marks that overlap, the earlier in the list counts. */
export function fillMarks<Value>(body: string, marks: readonly Mark<Value>[], value: Value): string {
  const free = marks.filter(
    (mark, at) => !marks.slice(0, at).some((other) => mark.start < other.end && other.start < mark.end),
  )
  let from = 0
  let filled = ''
  for (const mark of free.toSorted((one, other) => one.start - other.start)) {
    filled += body.slice(from, mark.start) + mark.write(value)
    from = mark.end
  }
  return filled + body.slice(from)
}
