// `trawl mcp`: serves the MCP tools over standard input and output, to an AI agent that starts this process.
import { addAbortSignal } from 'node:stream'
import manifest from '../../../package.json' with { type: 'json' }
import { connect } from '../connect.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { interruptedStatus, type Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usage-error.ts'
import { connectionHelp, parseFlags, sharedFlags } from './flags.ts'

export const mcpHelp = `Serves MCP tools over standard input and output: search links, read hot lists, check links.
Meant to be started by an AI agent; docs/agents.md shows how to configure one.

  trawl mcp

${connectionHelp}

  Ends when the agent closes standard input. Exit status: 0; 2 wrong usage, or the server could not be started.`

const { json: _json, ...flags } = sharedFlags

export async function runMcp(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseFlags(words, flags)
  if (positionals.length > 0)
    throw new UsageError('trawl mcp takes no arguments; an agent sends requests over standard input')
  const { interrupted, input, out: output, err } = terminal
  const service = await connect(values, terminal)
  try {
    if (input.isTTY)
      err.write(
        `Waiting for JSON from an AI agent on standard input (${sanitizeText(service.where)}); press Ctrl+C to stop.\n`,
      )
    addAbortSignal(interrupted, input)
    const { serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    const onError = (error: unknown) => void err.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    const parts = {
      client: service.client,
      version: manifest.version,
      monotonicMs: terminal.monotonicMs,
      onError,
    }
    await serveMcpOverStdio(parts, input, output)
    return interrupted.aborted ? interruptedStatus : 0
  } finally {
    await service.close()
  }
}
