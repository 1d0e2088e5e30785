// A client of the MCP tools that answers only what a test passes.
import type { ToolClient } from '../../src/mcp/tool-result.ts'

function never(): never {
  throw new Error('not asked here')
}

export function clientOf(some: Partial<ToolClient>): ToolClient {
  return {
    ...{ searchEvents: never, suggest: never, lists: never, sources: never, health: never },
    ...{ find: never, trends: never, history: never, at: never, check: never, ...some },
  }
}
