// An agent: a language model with a chat completions interface that uses Trawl's tools over MCP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env
const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY, MODEL = 'gpt-5-mini' } = process.env

/** Models can loop: after this number of turns with tools the model has to answer. */
const maxTurns = 6
/** Maximum length of a tool result in characters; longer ones would fill the model's context. */
const maxResultLength = 20_000
const system = `You find links of network drives and hot topics with the tools you have. Say where each link comes from, give its access
code, and say when something is incomplete, old or dead. Never make up a link. Answer in the language of the question.`

/** The part of the chat completions interface that this agent uses. */
interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}
type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }
type Assistant = Extract<ChatMessage, { role: 'assistant' }>

/** Requests the model's next message. @throws Error with the message of its service. */
async function nextMessage(messages: readonly ChatMessage[], tools: readonly object[]): Promise<Assistant> {
  const response = await fetch(`${OPENAI_BASE_URL.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(OPENAI_API_KEY && { authorization: `Bearer ${OPENAI_API_KEY}` }),
    },
    body: JSON.stringify({ model: MODEL, messages, ...(tools.length > 0 && { tools }) }),
    signal: AbortSignal.timeout(120_000),
  }).catch((error: Error) => {
    throw new Error(`the model at ${OPENAI_BASE_URL} cannot be reached: ${String(error.cause ?? error)}`)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${text.slice(0, 300)}`)
  const answer: { readonly choices?: readonly { readonly message: Assistant }[] } = JSON.parse(text)
  const message = answer.choices?.[0]?.message
  if (!message) throw new Error(`the model sent no message: ${text.slice(0, 300)}`)
  return message
}

/** Converts the tools to the format of the chat completions interface. */
async function listTools(trawl: Client): Promise<object[]> {
  const { tools } = await trawl.listTools()
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
}

/** Calls a tool. Errors are returned as text, so that the model can correct itself. */
async function callTool(trawl: Client, { name, arguments: json }: ToolCall['function']): Promise<string> {
  try {
    const { content, isError } = await trawl.callTool(
      { name, arguments: JSON.parse(json || '{}') },
      {
        onprogress: ({ message, progress, total }) => console.error(`  ${message ?? `${progress} of ${total ?? '?'}`}`),
      },
    )
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    return `${isError ? 'ERROR: ' : ''}${text.slice(0, maxResultLength)}`
  } catch (error) {
    return `ERROR: ${error instanceof Error ? error.message : error}`
  }
}

/** Lets the model answer a question with tools, within the limits above. */
async function answerQuestion(question: string, trawl: Client): Promise<string> {
  const tools = await listTools(trawl)
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const message = await nextMessage(messages, tools)
    if (!message.tool_calls?.length) return message.content ?? ''
    messages.push(message)
    for (const call of message.tool_calls) {
      console.error(`→ ${call.function.name} ${call.function.arguments}`)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await callTool(trawl, call.function) })
    }
  }
  messages.push({ role: 'user', content: 'Answer now, with the results so far.' })
  return (await nextMessage(messages, [])).content ?? ''
}

const question = process.argv.slice(2).join(' ').trim()
const trawl = new Client({ name: 'trawl-example-agent', version: '1.0.0' })
try {
  if (question === '') throw new Error('usage: node agent.ts QUESTION')
  const headers = TRAWL_KEY ? { authorization: `Bearer ${TRAWL_KEY}` } : {}
  const address = new URL(`${TRAWL_URL.replace(/\/$/, '')}/mcp`)
  await trawl.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  console.info(await answerQuestion(question, trawl))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await trawl.close()
}
