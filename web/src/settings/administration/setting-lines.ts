// Lines for `.env` that switch sources off for good.

/** `ids`: of channels (`tg:`), plugins (`plugin:`) and lists. */
export function settingLines(ids: readonly string[]): string[] {
  const named = (prefix: string) => ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
  const [channels, plugins] = [named('tg:'), named('plugin:')]
  const lists = ids.filter((id) => !id.includes(':'))
  return [
    ...(channels.length > 0 ? [`CHANNELS=${channels.map((name) => `-${name}`).join(',')}`] : []),
    ...(plugins.length > 0 ? [`DISABLED_PLUGINS=${plugins.join(',')}`] : []),
    ...(lists.length > 0 ? [`DISABLED_SOURCES=${lists.join(',')}`] : []),
  ]
}
