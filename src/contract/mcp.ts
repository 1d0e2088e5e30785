// The wire of the Model Context Protocol: JSON-RPC messages as defined by its specification.
import { z } from 'zod'

const version = z.literal('2.0')
const id = z.union([z.string(), z.int()])
const bag = z.looseObject({})
const failure = z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })

export const rpcRequest = z
  .object({
    jsonrpc: version.describe('Always 2.0.'),
    id: id.optional().describe('The request id, repeated in the answer; a message without it is answered with 202.'),
    method: z.string().min(1).max(100).describe('`initialize`, `tools/list`, `tools/call` …'),
    params: bag
      .optional()
      .describe('For a tool call: `name` and `arguments`; `_meta.progressToken` requests progress notifications.'),
  })
  .register(z.globalRegistry, { id: 'McpRequest', description: 'A JSON-RPC 2.0 message.' })
export const rpcAnswer = z
  .strictObject({
    jsonrpc: version,
    id: id.nullable().optional().describe('The id of the request.'),
    method: z.string().optional(),
    params: bag.optional(),
    result: bag
      .optional()
      .describe('For a tool call: `content` for models, `structuredContent` for programs, `isError` if it failed.'),
    error: failure.optional().describe('Why the message was rejected.'),
  })
  .register(z.globalRegistry, { id: 'McpAnswer', description: 'A response, or a progress notification.' })
export const rpcEvent = z
  .strictObject({ event: z.literal('message'), data: rpcAnswer })
  .register(z.globalRegistry, { id: 'McpEvent', description: 'The same as a server-sent event.' })
/** Any error on this path. */
export const rpcError = z
  .strictObject({
    jsonrpc: version,
    id: id.nullable().describe('Null: the request was not parsed.'),
    error: failure.describe('The error, with the HTTP status in `data`.'),
  })
  .register(z.globalRegistry, { id: 'McpError', description: 'A transport error.' })
