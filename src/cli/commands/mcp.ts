// `trawl mcp`: serves the MCP tools over standard input and output, to an AI agent that starts this process.
import { addAbortSignal } from 'node:stream'
import manifest from '../../../package.json' with { type: 'json' }
import { sanitizeText } from '../terminal/sanitize.ts'
import { interruptedStatus } from '../terminal/terminal.ts'
import { connectionHelp, serverCommand } from './command.ts'

export const mcp = serverCommand({
  help: {
    en: `Serves MCP tools over standard input and output: search links, read hot lists, check links.
Meant to be started by an AI agent; docs/agents.md shows how to configure one.

  trawl mcp

${connectionHelp.en}

  Ends when the agent closes standard input. Exit status: 0; 2 wrong usage, or the server could not be started.`,
    zh: `通过标准输入输出提供 MCP 工具：搜索链接、读取热榜、检测链接。
由 AI 助手来启动；怎么配置见 docs/agents.md。

  trawl mcp

${connectionHelp.zh}

  助手关闭标准输入时结束。退出码：0；2 用法有误，或服务器没能启动。`,
  },
  flags: {},
  takesNoWords: () => 'trawl mcp takes no arguments; an agent sends requests over standard input',
  options: () => undefined,
  async run(_options, { client, where, terminal, screen: { words } }) {
    const { interrupted, input, out, err, monotonicMs } = terminal
    if (input.isTTY) err.write(`${words.waitingForAgent(sanitizeText(where))}\n`)
    addAbortSignal(interrupted, input)
    const { serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    const onError = (error: unknown) => void err.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    await serveMcpOverStdio({ client, version: manifest.version, monotonicMs, onError }, input, out)
    return interrupted.aborted ? interruptedStatus : 0
  },
})
