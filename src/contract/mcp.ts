// The wire of the Model Context Protocol: JSON-RPC messages as defined by its specification.
import { z } from 'zod'
import { fields, record, text } from './schemas.ts'

const version = z.literal('2.0')
const id = z.union([z.string(), z.int()])
const bag = z.looseObject({})
const failure = z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })

export const rpcRequest = fields('McpRequest', 'A JSON-RPC 2.0 message.', {
  jsonrpc: version.describe('Always 2.0.'),
  id: id.optional().describe('The request id, repeated in the answer; a message without it is answered with 202.'),
  method: text.max(100).describe('`initialize`, `tools/list`, `tools/call` …'),
  params: bag
    .optional()
    .describe('For a tool call: `name` and `arguments`; `_meta.progressToken` requests progress notifications.'),
})
export const rpcAnswer = record('McpAnswer', 'A response, or a progress notification.', {
  jsonrpc: version,
  id: id.nullable().optional().describe('The id of the request.'),
  method: z.string().optional(),
  params: bag.optional(),
  result: bag
    .optional()
    .describe('For a tool call: `content` for models, `structuredContent` for programs, `isError` if it failed.'),
  error: failure.optional().describe('Why the message was rejected.'),
})
export const rpcEvent = record('McpEvent', 'The same as a server-sent event.', {
  event: z.literal('message'),
  data: rpcAnswer,
})
export const rpcError = record('McpError', 'A transport error.', {
  jsonrpc: version,
  id: id.nullable().describe('Null: the request was not parsed.'),
  error: failure.describe('The error, with the HTTP status in `data`.'),
})
