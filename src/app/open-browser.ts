// Opens the page in the browser of the machine (`--open`). The package `open` does the same with a dozen packages, for cases we do not have.
import { spawn } from 'node:child_process'

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Runs the platform's command that opens an address; `onFailure` gets the reason if it cannot be run or fails. */
export function openBrowser(url: string, platform: NodeJS.Platform, onFailure: (reason: string) => void): void {
  const [command, ...args] = commands[platform] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  opener.once('error', ({ message }) => onFailure(message))
  opener.once('exit', (code) => {
    if (code !== 0) onFailure(`${command} ended with status ${code}`)
  })
  opener.unref()
}
