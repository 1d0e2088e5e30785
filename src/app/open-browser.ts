// Opens the page in the browser of the machine (`--open`), or a link of the last search (`trawl open`). The package `open` does the same with a dozen packages, for cases we do not have.
import { spawn } from 'node:child_process'

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Runs the platform's command that opens an address; resolves when it runs or could not be started. `onFailure` gets the reason if it cannot
 * be started or fails later.
 */
export async function openBrowser(
  url: string,
  platform: NodeJS.Platform,
  onFailure: (reason: string) => void,
): Promise<void> {
  const [command, ...args] = commands[platform] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  const started = Promise.withResolvers<void>()
  opener.once('spawn', started.resolve)
  opener.once('error', ({ message }) => {
    onFailure(message)
    started.resolve()
  })
  opener.once('exit', (code) => {
    if (code !== 0) onFailure(`${command} ended with status ${code}`)
  })
  opener.unref()
  await started.promise
}
