// The steps behind a path or selector, which rewrite its value: `a@href | match /p/(\d+)`.
import { RE2JS } from 're2js'
import { titleText } from '../../parsing/text.ts'
import { splitHeadline } from '../sites/headline.ts'

type Step = (text: string) => string | undefined

/** The parts of a field's text: the path, selector or text with braces, and its steps. */
export interface Steps {
  readonly head: string
  /** Joins all values of the path; without it the first value is used. */
  readonly separator: string | undefined
  /** Undefined when a step does not fit the value. */
  apply(text: string): string | undefined
}

/** What is matched of a value: an expression takes time for each character. */
const maxCharacters = 10_000

const makers: Readonly<Record<string, (rest: string) => Step>> = {
  match: (rest) => matchStep(expressionOf(rest)),
  replace: replaceStep,
  before: (rest) => partStep(rest, (text, at) => text.slice(0, at)),
  after: (rest) => partStep(rest, (text, at) => text.slice(at + unquoted(rest).length)),
  headline: () => (text) => splitHeadline(titleText(text)).title,
  rest: () => (text) => splitHeadline(titleText(text)).rest,
  'first line': () => (text) => text.trim().split('\n', 1)[0],
}

const words = [...Object.keys(makers), 'join']

/** Splits the text of a field into its head and its steps. @throws Error naming an unknown or malformed step. */
export function parseSteps(source: string): Steps {
  const [head = '', ...parts] = source.split(
    / \| (?=(?:match|replace|before|after|headline|rest|first line|join)(?: |$))/,
  )
  const unknown = head.includes('{') ? undefined : / \| (\S{1,40})/.exec(head)?.[1]
  if (unknown !== undefined) throw new Error(`has an unknown step ${unknown}; steps are ${words.join(', ')}`)
  const [first] = parts
  const separator = first?.startsWith('join') ? unquoted(first.slice('join'.length).trim()) : undefined
  const steps = (separator === undefined ? parts : parts.slice(1)).map(stepOf)
  const apply = (text: string) => steps.reduce<string | undefined>((value, step) => value && step(value), text)
  return { head: head.trim(), separator, apply }
}

function stepOf(part: string): Step {
  const word = words.find((one) => part === one || part.startsWith(`${one} `)) ?? ''
  const make = makers[word]
  if (!make) throw new Error('has join behind another step; it must be the first')
  return make(part.slice(word.length).trim())
}

/** The text without the quotation marks that keep the spaces at its ends. */
function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text
}

/** RE2 runs in linear time whatever the expression, so that a slow one cannot stop the service. */
function expressionOf(source: string): RE2JS {
  if (source === '') throw new Error('has a step without an expression')
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new Error(`has an invalid regular expression (RE2): ${error instanceof Error ? error.message : error}`)
  }
}

/** The groups of the first match, else all of it. */
function matchStep(expression: RE2JS): Step {
  return (text) => {
    const matcher = expression.matcher(text.slice(0, maxCharacters))
    if (!matcher.find()) return undefined
    const count = matcher.groupCount()
    if (count === 0) return matcher.group() ?? undefined
    return Array.from({ length: count }, (_, at) => matcher.group(at + 1) ?? '').join('')
  }
}

function replaceStep(rest: string): Step {
  const at = rest.lastIndexOf('→')
  if (at < 0) throw new Error('has a step replace without an arrow: replace EXPRESSION → TEXT')
  const expression = expressionOf(rest.slice(0, at).trim())
  const replacement = unquoted(rest.slice(at + 1).trim())
  return (text) => expression.matcher(text.slice(0, maxCharacters)).replaceAll(replacement)
}

function partStep(rest: string, part: (text: string, at: number) => string): Step {
  const mark = unquoted(rest)
  if (mark === '') throw new Error('has a step before or after without a text')
  return (text) => {
    const at = text.indexOf(mark)
    return at < 0 ? undefined : part(text, at)
  }
}
