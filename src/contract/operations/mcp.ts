// The operation of the Model Context Protocol: JSON-RPC messages as defined by its specification.
import { z } from 'zod'
import { fields, named, type Operation } from '../operation.ts'

const version = z.literal('2.0')
const id = z.union([z.string(), z.int()])
const bag = z.looseObject({})
const failure = z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })

const rpcRequest = z.object({
  jsonrpc: version,
  id: id.optional(),
  method: z.string().min(1).max(100),
  params: bag.optional(),
})

const rpcAnswer = z.strictObject({
  jsonrpc: version,
  id: id.nullable().optional(),
  method: z.string().optional(),
  params: bag.optional(),
  result: bag.optional(),
  error: failure.optional(),
})
const rpcEvent = z.strictObject({ event: z.literal('message'), data: rpcAnswer })

/** Any error on this path. */
const rpcError = z.strictObject({ jsonrpc: version, id: id.nullable(), error: failure })

const requestFields = fields('McpRequest', rpcRequest, 'A JSON-RPC 2.0 message.', {
  jsonrpc: 'Always 2.0.',
  id: 'The request id, repeated in the answer; a message without it is answered with 202.',
  method: '`initialize`, `tools/list`, `tools/call` …',
  params: 'For a tool call: `name` and `arguments`; `_meta.progressToken` requests progress notifications.',
})

/** The named schemas of the protocol. */
export const mcpNames = [
  requestFields,
  named('McpAnswer', rpcAnswer, 'A response, or a progress notification.', {
    id: 'The id of the request.',
    result: 'For a tool call: `content` for models, `structuredContent` for programs, `isError` if it failed.',
    error: 'Why the message was rejected.',
  }),
  named('McpEvent', rpcEvent, 'The same as a server-sent event.'),
]

/** The schema of errors on this path. */
export const mcpErrors = named('McpError', rpcError, 'A transport error.', {
  id: 'Null: the request was not parsed.',
  error: 'The error, with the HTTP status in `data`.',
})

const list = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_sources', arguments: { text: 'weibo' } },
}
const said = '1 hot list:\nchina: weibo (微博)'

/** The MCP endpoint. */
export const mcpOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/mcp',
    id: 'mcp',
    tag: 'agents',
    summary: 'The Model Context Protocol, for agents',
    description:
      'Tools that search and check links and get hot lists; see docs/agents.md. `Accept` must include `application/json` and `text/event-stream`. Each tool call counts as one request of its kind in the rate limit. Browser pages have access only from local origins and those in MCP_ORIGINS.',
    access: 'callers',
    body: requestFields,
    answers: [
      {
        status: 200,
        meaning: 'Progress notifications, then the response.',
        type: 'text/event-stream',
        schema: rpcEvent,
        stream: 'events',
      },
      { status: 200, meaning: 'The response, for clients of the 2026 revision.', schema: rpcAnswer },
      { status: 202, meaning: 'Accepted; no response.' },
    ],
    errors: {
      400: [{ message: 'Parse error: Invalid JSON' }],
      403: [{ message: 'origin: pages of this origin may not call this service; add the origin to MCP_ORIGINS' }],
      404: [{ message: 'Method not found' }],
      406: [{ message: 'Not Acceptable: Client must accept both application/json and text/event-stream' }],
    },
    examples: [
      {
        name: 'call',
        summary: 'A tool call',
        headers: { accept: 'application/json, text/event-stream' },
        body: list,
        answer: [
          {
            event: 'message',
            data: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: said }], structuredContent: {} } },
          },
        ],
      },
      {
        name: 'told',
        summary: 'A notification',
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', method: 'notifications/initialized' },
        status: 202,
      },
    ],
  },
]
