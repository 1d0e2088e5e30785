// `trawl mcp`: serves the MCP tools over standard input and output, to an AI agent that starts this process.
import { addAbortSignal } from 'node:stream'
import manifest from '../../../package.json' with { type: 'json' }
import { sanitizeText } from '../terminal/sanitize.ts'
import { interruptedStatus } from '../terminal/terminal.ts'
import { connectionHelp, serverCommand } from './command.ts'

export const mcp = serverCommand({
  help: `Serves MCP tools over standard input and output: search links, read hot lists, check links.
Meant to be started by an AI agent; docs/agents.md shows how to configure one.

  trawl mcp

${connectionHelp}

  Ends when the agent closes standard input. Exit status: 0; 2 wrong usage, or the server could not be started.`,
  flags: {},
  takesNoWords: () => 'trawl mcp takes no arguments; an agent sends requests over standard input',
  options: () => undefined,
  async run(_options, { client, where, terminal }) {
    const { interrupted, input, out, err, monotonicMs } = terminal
    if (input.isTTY)
      err.write(`Waiting for JSON from an AI agent on standard input (${sanitizeText(where)}); press Ctrl+C to stop.\n`)
    addAbortSignal(interrupted, input)
    const { serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    const onError = (error: unknown) => void err.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    await serveMcpOverStdio({ client, version: manifest.version, monotonicMs, onError }, input, out)
    return interrupted.aborted ? interruptedStatus : 0
  },
})
