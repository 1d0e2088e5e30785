// The Model Context Protocol as an operation: messages of JSON-RPC, whose words its own specification has.
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

/** An error on this path, whoever found it. */
const rpcError = z.strictObject({ jsonrpc: version, id: id.nullable(), error: failure })

const requestFields = fields('McpRequest', rpcRequest, 'A message of JSON-RPC 2.0, as an agent’s program sends it.', {
  jsonrpc: 'Always 2.0.',
  id: 'What the answer is known by; a message without it is answered by 202.',
  method: '`initialize`, `tools/list`, `tools/call` …',
  params: 'Of a call: `name` and `arguments`; with `_meta.progressToken` its progress is told.',
})

/** What the description knows by name of the protocol. */
export const mcpNames = [
  requestFields,
  named('McpAnswer', rpcAnswer, 'An answer, or word of the progress of a call.', {
    id: 'That of the request.',
    result: 'Of a call: `content` for a model, `structuredContent` for a program, `isError` where it came to nothing.',
    error: 'Why the message could not be taken.',
  }),
  named('McpEvent', rpcEvent, 'The same as an event.'),
]

/** What its errors are known by. */
export const mcpErrors = named('McpError', rpcError, 'An error on the path of the protocol.', {
  id: 'Of no request: nobody has read it.',
  error: 'What went wrong, and its status under `data`.',
})

const list = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_sources', arguments: { text: 'weibo' } },
}
const said = '1 hot list:\nchina: weibo (微博)'

/** The protocol. */
export const mcpOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/mcp',
    id: 'mcp',
    tag: 'agents',
    summary: 'The Model Context Protocol, for agents',
    description:
      'Tools that search links, check them, and get hot lists; docs/agents.md tells of them. `Accept` has to take both `application/json` and `text/event-stream`. Every call counts as a request for what it does. Pages in browsers may ask only from this machine, and from the origins of MCP_ORIGINS.',
    access: 'callers',
    body: requestFields,
    answers: [
      {
        status: 200,
        meaning: 'The answer, behind word of its progress.',
        type: 'text/event-stream',
        schema: rpcEvent,
        stream: 'events',
      },
      { status: 200, meaning: 'The answer, to clients of the revision of 2026.', schema: rpcAnswer },
      { status: 202, meaning: 'Taken; there is nothing to answer.' },
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
        summary: 'A tool is called',
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
        summary: 'A message that wants no answer',
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', method: 'notifications/initialized' },
        status: 202,
      },
    ],
  },
]
