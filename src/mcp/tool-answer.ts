// What all tools share: running a call and turning its result or error into a tool result.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Asking } from './asking.ts'
import { createProgress, type Progress } from './progress.ts'

/** Dependencies of the tools. */
export interface ToolParts {
  readonly asking: Asking
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number
  /** Called with unexpected errors. */
  readonly failed: (error: unknown) => void
}

/** The result of a call. */
export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The context of a call. */
export interface Call {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** An expected failure; its message tells the model what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** Runs a call and converts its result; an error becomes an error result with a message. */
export async function answered(
  { asking, monotonicMs, failed }: ToolParts,
  context: ServerContext,
  run: (call: Call) => Promise<ToolAnswer>,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq
  try {
    const { structured, text } = await run({ signal, progress: createProgress(context, monotonicMs) })
    return { content: [{ type: 'text', text }], structuredContent: structured }
  } catch (error) {
    return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true }
  }

  function sentenceOf(error: unknown): string {
    if (error instanceof ToolFailure) return error.message
    if (signal.aborted) return 'cancelled'
    const reason = asking.reasonOf(error)
    if (reason !== undefined) return reason
    failed(error)
    return 'internal error; see the server log. Retrying, or other arguments, may help'
  }
}

/** Output fields that all tools share. */
export const shared = {
  ignored: z.array(z.string()).optional().describe('Unknown parameters in the call; they had no effect.'),
}

/** Builds the result of a call; reports unknown arguments in the field `ignored` and in the first line of the text. */
export function toolAnswer(content: ToolAnswer['structured'], text: string, stray: readonly string[]): ToolAnswer {
  if (stray.length === 0) return { structured: content, text }
  const note = `Ignored unknown parameters: ${stray.join(', ')}.`
  return { structured: { ...content, ignored: [...stray] }, text: `${note}\n${text}` }
}
