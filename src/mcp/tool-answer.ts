// What every tool answers: structured content for programs, a short text for a model, and sentences for what went wrong.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Asking } from './asking.ts'
import { createProgress, type Progress } from './progress.ts'

/** What the tools are made of. */
export interface ToolParts {
  readonly asking: Asking
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  /** Hears of a bug of ours. */
  readonly failed: (error: unknown) => void
}

/** What a tool has to tell. */
export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
}

/** What a call comes with. */
export interface Call {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly progress: Progress
}

/** A call that came to nothing; its message tells the model what it may do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** Runs a call: what it gives becomes the result, and what it throws a result that is an error and says why. */
export async function answered(
  { asking, now, failed }: ToolParts,
  context: ServerContext,
  run: (call: Call) => Promise<ToolAnswer>,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq
  try {
    const { structured, text } = await run({ signal, progress: createProgress(context, now) })
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
    return 'internal error of this Trawl; its log has more. Trying again may help, other arguments too'
  }
}

/** What all answers may have beside their own. */
export const shared = {
  ignored: z
    .array(z.string())
    .optional()
    .describe('Parameters that were sent and that this tool does not have: they had no effect.'),
}

/** The line and the field that tell of them. */
export function ignoredOf(stray: readonly string[]): { readonly ignored?: string[]; readonly line: string[] } {
  if (stray.length === 0) return { line: [] }
  return { ignored: [...stray], line: [`Ignored: there is no parameter ${stray.join(', ')}.`] }
}
