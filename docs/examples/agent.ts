// An agent: a model that is spoken to by the chat completions interface, with a Trawl's tools, which it is offered over MCP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env
const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY, MODEL = 'gpt-5-mini' } = process.env

/** A model may go round in circles: after so many turns with tools it has to answer with what it knows. */
const mostTurns = 6
/** What one tool may say at most, in characters, so that the model's window is not flooded. */
const longestResult = 20_000
const system = `You find links of network drives and hot topics with the tools you have. Say where each link comes from, give its access
code, and say when something is incomplete, old or dead. Never make up a link. Answer in the language of the question.`

/** Of the chat completions interface only what is used here. */
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

/** Asks the model for its next message. @throws Error with what its service said. */
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
  if (!message) throw new Error(`the model said nothing: ${text.slice(0, 300)}`)
  return message
}

/** The tools in the words of the chat completions interface. */
async function toolsOf(trawl: Client): Promise<object[]> {
  const { tools } = await trawl.listTools()
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
}

/** Calls a tool. What goes wrong is told to the model, which may do better. */
async function resultOf(trawl: Client, { name, arguments: text }: ToolCall['function']): Promise<string> {
  try {
    const { content, isError } = await trawl.callTool(
      { name, arguments: JSON.parse(text || '{}') },
      {
        onprogress: ({ message, progress, total }) => console.error(`  ${message ?? `${progress} of ${total ?? '?'}`}`),
      },
    )
    const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    return `${isError ? 'ERROR: ' : ''}${said.slice(0, longestResult)}`
  } catch (error) {
    return `ERROR: ${error instanceof Error ? error.message : error}`
  }
}

/** The model's answer to a question, after as many tools as it wants, within limits. */
async function answerTo(question: string, trawl: Client): Promise<string> {
  const tools = await toolsOf(trawl)
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const message = await nextMessage(messages, tools)
    if (!message.tool_calls?.length) return message.content ?? ''
    messages.push(message)
    for (const call of message.tool_calls) {
      console.error(`→ ${call.function.name} ${call.function.arguments}`)
      messages.push({ role: 'tool', tool_call_id: call.id, content: await resultOf(trawl, call.function) })
    }
  }
  messages.push({ role: 'user', content: 'Answer now, with what you have found so far.' })
  return (await nextMessage(messages, [])).content ?? ''
}

const question = process.argv.slice(2).join(' ').trim()
const trawl = new Client({ name: 'trawl-example-agent', version: '1.0.0' })
try {
  if (question === '') throw new Error('usage: node agent.ts QUESTION')
  const headers = TRAWL_KEY ? { authorization: `Bearer ${TRAWL_KEY}` } : {}
  const address = new URL(`${TRAWL_URL.replace(/\/$/, '')}/mcp`)
  await trawl.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  console.info(await answerTo(question, trawl))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await trawl.close()
}
