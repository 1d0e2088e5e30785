// `trawl mcp`: the tools for AI agents over standard input and output, for an agent that starts this process.
import { addAbortSignal } from 'node:stream'
import manifest from '../../package.json' with { type: 'json' }
import { openTrawl } from './asked-trawl.ts'
import { interruptedStatus, type Terminal } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { askedHelp, readFlags, sharedFlags } from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

export const mcpHelp = `Gives an AI agent tools to search links, read hot lists and check links, over standard
input and output (MCP). An agent starts it; docs/agents.md says how to tell it to.

  trawl mcp

${askedHelp}

  It ends when the agent closes its end. Exit status: 0, 2 wrong usage, or the Trawl could not be begun.`

const { json: _json, ...flags } = sharedFlags

/** Serves one agent; resolves to the exit status once he has left. Rejects with what is to be told otherwise. */
export async function runMcp(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readFlags(words, flags)
  if (positionals.length > 0) throw new WrongUse('trawl mcp takes no words; an agent speaks to it over standard input')
  const { interrupted, input, out: output, err } = terminal
  const service = await openTrawl(values, terminal)
  try {
    if (input.isTTY)
      err.write(`This is for an agent, which writes JSON to it (${terminalText(service.where)}); Ctrl+C ends it.\n`)
    addAbortSignal(interrupted, input)
    const [{ serveMcpOverStdio }, { askingOver }] = await Promise.all([
      import('../mcp/stdio.ts'),
      import('../mcp/over-client.ts'),
    ])
    const failed = (error: unknown) => void err.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    const parts = { asking: askingOver(service.client), version: manifest.version, now: terminal.now, failed }
    await serveMcpOverStdio(parts, { input, output })
    return interrupted.aborted ? interruptedStatus : 0
  } finally {
    await service.close()
  }
}
