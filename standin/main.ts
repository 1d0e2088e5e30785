// Entry point of the stand-in as a separate process; see `npm run standin -- --help`.
import { readFlags } from './flags.ts'
import { type Standin, type StandinOptions, startStandin } from './server.ts'

function endOnSignal(standin: Standin): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void standin.close().then(() => process.exit(0))
    })
  }
}

async function run(options: StandinOptions): Promise<void> {
  try {
    const standin = await startStandin({ ...options, clock: () => performance.now() })
    endOnSignal(standin)
    console.info(
      `The stand-in listens on ${standin.url} with mocks of t.me (any channel), the sites of all plugins and the upstreams of all hot lists; all content is invented.`,
    )
    console.info(
      `Set UPSTREAM_GATEWAY=${standin.url}, or try: curl --compressed '${standin.url}/s/demo_share?q=%E7%BA%B8%E9%B9%A4'`,
    )
    const lists = options.lists ?? 'samples'
    console.info(
      `Hot lists: ${lists}. Try: curl --compressed -H 'x-upstream-url: https://tieba.baidu.com/hottopic/browse/topicList' ${standin.url}/`,
    )
  } catch (error) {
    console.error(
      `The stand-in cannot listen on ${options.host}:${options.port}: ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  }
}

const flags = readFlags(process.argv.slice(2))
if ('help' in flags) {
  console.info(flags.help)
} else if ('mistake' in flags) {
  console.error(flags.mistake)
  process.exitCode = 2
} else {
  await run(flags.options)
}
