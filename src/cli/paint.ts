// Colours by what they say, where there is a terminal to show them; NO_COLOR and FORCE_COLOR are heeded.
import { styleText } from 'node:util'
import type { Output } from './terminal.ts'

const styles = {
  plain: 'reset',
  head: 'bold',
  faint: 'dim',
  good: 'green',
  caution: 'yellow',
  bad: 'red',
  address: 'cyan',
  code: 'yellow',
} as const

/** What a text is. */
export type Style = keyof typeof styles

/** Colours a text. */
export type Paint = (style: Style, text: string) => string

/** Makes it for what is written there. */
export function createPaint(stream: Output): Paint {
  return (style, text) => (style === 'plain' || text === '' ? text : styleText(styles[style], text, { stream }))
}
