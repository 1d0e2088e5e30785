// Clickable titles (OSC 8) on terminals that support them.
import type { Environment } from '../../config/env.ts'
import type { Output } from './terminal.ts'

/** Values of TERM_PROGRAM of terminals that have supported OSC 8 for years. */
const programs: ReadonlySet<string> = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'Tabby'])

function canLink(output: Output, env: Environment): boolean {
  if (!output.isTTY || env.NO_COLOR || env.TERM === 'dumb') return false
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0'
  const isKnown = [env.WT_SESSION, env.KITTY_WINDOW_ID, env.KONSOLE_VERSION, env.ALACRITTY_WINDOW_ID].some(Boolean)
  // VTE supports it since 0.50; a multiplexer in between may not.
  return (
    !env.TMUX && !env.STY && (isKnown || programs.has(env.TERM_PROGRAM ?? '') || Number(env.VTE_VERSION ?? 0) >= 5000)
  )
}

/** Creates a function that links a text to a URL; it returns the text unchanged where links are not supported. */
export function createHyperlink(output: Output, env: Environment): (text: string, url: string) => string {
  if (!canLink(output, env)) return (text) => text
  return (text, url) => {
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (!address || !/^https?:$/.test(address.protocol)) return text
    return `\x1b]8;;${address.href.replace(/[^\x21-\x7e]/g, encodeURIComponent)}\x1b\\${text}\x1b]8;;\x1b\\`
  }
}
