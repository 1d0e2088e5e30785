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

export type Style = keyof typeof styles

export type Colorize = (style: Style, text: string) => string

export function createColors(stream: Output): Colorize {
  return (style, text) => (style === 'plain' || text === '' ? text : styleText(styles[style], text, { stream }))
}
