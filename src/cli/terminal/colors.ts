// Colours for terminal output by meaning; respects NO_COLOR and FORCE_COLOR.
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

/** The meaning of a text. */
export type Style = keyof typeof styles

/** Colours a text. */
export type Colorize = (style: Style, text: string) => string

/** Creates the colour function for an output. */
export function createColors(stream: Output): Colorize {
  return (style, text) => (style === 'plain' || text === '' ? text : styleText(styles[style], text, { stream }))
}
