// Parses the command-line flags of the stand-in into options or an error message.
import { parseArgs } from 'node:util'
import { type FaultRule, faultKinds, isFaultKind } from './faults.ts'
import { isWeatherName, weathers } from './network-conditions.ts'
import type { StandinOptions } from './server.ts'

/** Result of parsing: the help text, options, or an error message. */
export type Flags = { readonly help: string } | { readonly options: StandinOptions } | { readonly mistake: string }

function helpText(): string {
  const kinds = Object.entries(faultKinds).map(([kind, what]) => `    ${kind.padEnd(16)} ${what}`)
  return `Runs mock upstreams on this machine, with network conditions and faults. All content is invented.

  --port 8899            listen port; 0 selects any free port
  --host 127.0.0.1       listen address
  --seed 1               determines every post and every draw
  --weather ordinary     ${Object.keys(weathers).join(', ')}
  --lists samples        hot lists: samples (exact, about two items) or growing (about 30 items that change over time)
  --step-seconds 60      step length of growing lists; POST /__standin/time {"advance":1} advances them by one step
  --fault KIND=SHARE     fault and its share of requests, 0 to 1; repeatable
  --help                 shows this text

  Fault kinds (set AMOUNT with POST /__standin/fault):
${kinds.join('\n')}`
}

function wholeNumber(text: string, flag: string, high: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= high) return Number(text)
  throw new TypeError(`--${flag} must be a whole number from 0 to ${high}, not "${text}"`)
}

function faultOf(text: string): FaultRule {
  const at = text.lastIndexOf('=')
  const kind = at < 0 ? text : text.slice(0, at)
  const share = at < 0 ? 1 : Number(text.slice(at + 1) || Number.NaN)
  if (!isFaultKind(kind))
    throw new TypeError(`--fault must be one of ${Object.keys(faultKinds).join(' ')}, not "${kind}"`)
  if (!(share >= 0 && share <= 1)) throw new TypeError(`--fault ${kind} needs a share from 0 to 1, as in ${kind}=0.1`)
  return { kind, share }
}

/** Omits flags that are not set, because the demo has a different default. */
function listsOf(lists: string | undefined, seconds: string | undefined): Pick<StandinOptions, 'lists' | 'stepMs'> {
  if (lists !== undefined && lists !== 'samples' && lists !== 'growing')
    throw new TypeError(`--lists must be samples or growing, not "${lists}"`)
  const stepMs = seconds === undefined ? undefined : 1000 * wholeNumber(seconds, 'step-seconds', 86_400)
  if (stepMs === 0) throw new TypeError('--step-seconds must be at least 1')
  return { ...(lists && { lists }), ...(stepMs && { stepMs }) }
}

function optionsOf(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8899' },
      host: { type: 'string', default: '127.0.0.1' },
      seed: { type: 'string', default: '1' },
      weather: { type: 'string', default: 'ordinary' },
      lists: { type: 'string' },
      'step-seconds': { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return { help: helpText() }
  const { weather, host } = values
  if (!isWeatherName(weather))
    throw new TypeError(`--weather must be one of ${Object.keys(weathers).join(' ')}, not "${weather}"`)
  const port = wholeNumber(values.port, 'port', 65_535)
  return {
    options: {
      port,
      host,
      seed: wholeNumber(values.seed, 'seed', 2 ** 32 - 1),
      weather,
      faults: values.fault.map(faultOf),
      ...listsOf(values.lists, values['step-seconds']),
    },
  }
}

/** Parses the command-line arguments; never throws. */
export function readFlags(args: readonly string[]): Flags {
  try {
    return optionsOf(args)
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : 'invalid flags' }
  }
}
