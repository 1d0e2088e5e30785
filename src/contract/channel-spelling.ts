// The spellings of a Telegram channel, without the schema library: for the service and its page.

// The bare name, optionally after @, or an address of the channel or its preview, optionally with a slash, query or fragment.
const spelling =
  /^(?:@?(?<name>[a-z][a-z0-9_]{3,31})|(?:https?:\/\/)?t\.me\/(?:s\/)?(?<addressed>[a-z][a-z0-9_]{3,31})\/?(?:[?#].*)?)$/i

/** The allowed spellings, for error messages. */
export const channelSpellings =
  'name, @name, t.me/name or https://t.me/s/name, with 4 to 32 letters, digits or _ and a letter first'

/** The name in `entry`, or `undefined` if invalid. Telegram's rule: 4 to 32 of `[A-Za-z0-9_]`, a letter first. */
export function channelName(entry: string): string | undefined {
  const groups = spelling.exec(entry)?.groups
  return groups?.name ?? groups?.addressed
}
