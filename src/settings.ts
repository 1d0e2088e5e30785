// What the operator set, and the sentences for mistakes in it.
import { type Config, readConfig } from './config.ts'
import { type Allowance, readAllowance } from './upstream/addresses.ts'
import { createProxyChoice } from './upstream/proxy.ts'

/** The settings, with what is made of them once. */
export interface Settings {
  readonly config: Config
  readonly proxyFor: ReturnType<typeof createProxyChoice>
  readonly allowance: Allowance
}

/**
 * Reads the settings from an environment.
 * @throws Error with one sentence per wrong setting.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const config = readConfig(env)
  const proxyFor = createProxyChoice({
    upstreamProxy: config.UPSTREAM_PROXY,
    httpProxy: config.HTTP_PROXY,
    httpsProxy: config.HTTPS_PROXY,
    allProxy: config.ALL_PROXY,
    noProxy: config.NO_PROXY,
  })
  return { config, proxyFor, allowance: allowanceOf(config.UPSTREAM_PRIVATE ?? '') }
}

function allowanceOf(text: string): Allowance {
  try {
    return readAllowance(text)
  } catch (error) {
    throw new Error(`UPSTREAM_PRIVATE: ${error instanceof Error ? error.message : error}`)
  }
}

/** An operator's mistake in the settings or in a file that only shows once they are read. */
class SettingError extends Error {}

/** What `read` gives; what it throws is for the operator to mend. */
export async function readOrSay<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A person's mistake gets a sentence, not a stack. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof SettingError) return error.message
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `${error.message}: something else listens there; set PORT to a free one`
  if (code === 'EACCES') return `${error.message}: set PORT to one above 1023`
  return undefined
}
