// What all tools share: running a call and turning its result or error into a tool result.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ToolBackend } from './backend.ts'
import { createReportProgress, type ReportProgress } from './progress.ts'

/** Dependencies of the tools. */
export interface ToolDeps {
  readonly backend: ToolBackend
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void
}

/** The result of a call. */
export interface ToolOutput {
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The context of a call. */
export interface ToolCall {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal
  readonly progress: ReportProgress
}

/** An expected failure; its message tells the model what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** Runs a call and converts its result; an error becomes an error result with a message. */
export async function runTool(
  { backend, monotonicMs, onError }: ToolDeps,
  context: ServerContext,
  run: (call: ToolCall) => Promise<ToolOutput>,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq
  try {
    const { structured, text } = await run({ signal, progress: createReportProgress(context, monotonicMs) })
    return { content: [{ type: 'text', text }], structuredContent: structured }
  } catch (error) {
    return { content: [{ type: 'text', text: errorMessage(error) }], isError: true }
  }

  function errorMessage(error: unknown): string {
    if (error instanceof ToolFailure) return error.message
    if (signal.aborted) return 'cancelled'
    const reason = backend.userMessage(error)
    if (reason !== undefined) return reason
    onError(error)
    return 'internal error; see the server log. Retrying, or other arguments, may help'
  }
}

/** Output fields that all tools share. */
export const sharedOutput = {
  ignored: z.array(z.string()).optional().describe('Unknown parameters in the call; they had no effect.'),
}

/** Builds the result of a call; reports unknown arguments in the field `ignored` and in the first line of the text. */
export function toolAnswer(content: ToolOutput['structured'], text: string, stray: readonly string[]): ToolOutput {
  if (stray.length === 0) return { structured: content, text }
  const note = `Ignored unknown parameters: ${stray.join(', ')}.`
  return { structured: { ...content, ignored: [...stray] }, text: `${note}\n${text}` }
}
