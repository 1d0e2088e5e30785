// Settings in the fragment of an address, which is never sent to a server.
import { formatSettings, parseSettings, type SettingName, type Settings, settingNames } from './settings-file.ts'

/** Before the settings in the fragment. */
export const fragmentStart = '#settings='

/** Cameras of phones read codes of this many characters from a screen. */
const maxCharacters = 1_200

/** A short address may become a text without end. */
const maxUnpacked = 1_000_000

export interface SettingsLink {
  readonly url: string
  /** The settings that did not fit. */
  readonly left: readonly SettingName[]
}

/** The address that offers the settings to whoever opens it. */
export async function toSettingsLink(origin: string, settings: Settings): Promise<SettingsLink> {
  const present = settingNames.filter((name) => settings[name] !== undefined)
  for (let count = present.length; count > 0; count -= 1) {
    const some = Object.fromEntries(present.slice(0, count).map((name) => [name, settings[name]]))
    const url = `${origin}/settings${fragmentStart}${await pack(formatSettings(some))}`
    if (url.length <= maxCharacters) return { url, left: present.slice(count) }
  }
  return { url: `${origin}/`, left: present }
}

/** Parses the fragment of such an address. */
export async function parseFragment(fragment: string): Promise<ReturnType<typeof parseSettings>> {
  const text = await unpack(fragment.slice(fragmentStart.length)).catch(() => '')
  return parseSettings(text)
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const decoder = new TextDecoder()
  let text = ''
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    if (text.length > maxUnpacked) {
      await reader.cancel()
      throw new RangeError('the settings in the address are too large')
    }
  }
  return text
}
