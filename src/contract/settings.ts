// The wire of settings that an administrator changes while the service runs, and of what is tried before a change.
import { z } from 'zod'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { reason } from './reasons.ts'

/** A setting that is also a variable of the environment has its name and form. */
export const storedSettingNames = [
  ...(['UPSTREAM_PROXY', 'CHANNELS', 'SWITCHES', 'LISTS', 'NOTIFIERS'] as const),
  ...(['REQUIRE_KEY', 'AUTH_USERS', 'HISTORY_DAYS', 'HISTORY_MB', 'ARCHIVE'] as const),
] as const
export type SettingName = (typeof storedSettingNames)[number]

/** In UTF-16 code units; a body of a request holds no more. */
const maxTextLength = 60 * 1024

const name = z.enum(storedSettingNames, { error: `must be one of ${storedSettingNames.join(', ')}` })
const wrongText = `must be a string of at most ${maxTextLength} characters, or null`
const text = z.string({ error: wrongText }).max(maxTextLength, wrongText)

export const settingRecord = z
  .strictObject({
    name: name.describe('Its name; where a variable of the environment has the same, the form is the same too.'),
    value: z
      .string()
      .nullable()
      .describe(
        'The value in force, a password in a value of the environment as `***`, of `AUTH_USERS` the names only; null: the default.',
      ),
    default: z.string().optional().describe('The value that null stands for, where it is a plain text.'),
    from: z
      .enum(['environment', 'stored', 'default'])
      .describe('Where the value comes from. The environment overrules what is stored, which then cannot be changed.'),
    variable: z.string().optional().describe('The variable of the environment that sets it.'),
    allowed: z.string().describe('What a value must be.'),
    problem: z.string().optional().describe('Why the stored value is not in force, as after an update.'),
  })
  .register(z.globalRegistry, { id: 'Setting', description: 'A setting that can be changed while the service runs.' })
export type SettingRecord = z.infer<typeof settingRecord>

export const settingsResponse = z
  .strictObject({ ...envelope, settings: z.array(settingRecord) })
  .register(z.globalRegistry, { id: 'SettingsAnswer', description: 'All settings that can be changed.' })
export type SettingsResponse = z.infer<typeof settingsResponse>

export const settingChange = z
  .object({
    name: name.describe('The setting to change.'),
    value: text.nullable().describe('Its new value; null: the default.'),
    was: text
      .nullable()
      .optional()
      .describe(
        'The stored value that is replaced; if another one is stored now, nothing changes and the answer is 409.',
      ),
  })
  .register(z.globalRegistry, { id: 'SettingChange', description: 'A new value of one setting.' })

const texts = z.record(z.string(), text, { error: 'must be an object of texts by the names of settings' })

export const settingsFile = z
  .strictObject({ ...envelope, settings: texts.describe('The stored values by name, secrets too.') })
  .register(z.globalRegistry, { id: 'SettingsFile', description: 'All stored settings, to be imported elsewhere.' })

export const settingsImport = z
  .object({ settings: texts.describe('The values to store in place of all that are stored.') })
  .register(z.globalRegistry, { id: 'SettingsImport', description: 'A file of settings, as exported.' })

export const proxyTrial = z
  .object({
    proxy: line(1, 500).describe('The address: `http://host:port`, `https://host:port` or `socks5://host:port`.'),
  })
  .register(z.globalRegistry, { id: 'ProxyTrial', description: 'A proxy to try.' })

export const proxyTrialResponse = z
  .strictObject({
    ...envelope,
    ok: z.boolean().describe('Whether the page was requested through the proxy.'),
    page: z.string().describe('The page that was requested.'),
    failed: z
      .enum(['proxy', 'site'])
      .optional()
      .describe('The half that failed: the way to the proxy and its login, or the way from the proxy to the page.'),
    message: z.string().optional().describe('The reason.'),
    reason: reason.optional().describe('The reason as a code, where there is one.'),
    tookMs: z.int().nonnegative().describe('Milliseconds until the answer or the failure.'),
  })
  .register(z.globalRegistry, { id: 'ProxyTrialAnswer', description: 'The result of a request through a proxy.' })
export type ProxyTrialResponse = z.infer<typeof proxyTrialResponse>

export const notifierTrial = z
  .object({
    notifier: z
      .record(z.string(), z.string(), { error: 'must be an object of texts: the keys of a notifier' })
      .describe('Its keys, as in the section `notifiers` of `WATCH_FILE`.'),
  })
  .register(z.globalRegistry, { id: 'NotifierTrial', description: 'A notifier to try.' })

export const notifierTrialResponse = z
  .strictObject({
    ...envelope,
    ok: z.boolean().describe('Whether the service accepted the message.'),
    message: z.string().optional().describe('Why not, without secrets.'),
  })
  .register(z.globalRegistry, { id: 'NotifierTrialAnswer', description: 'The result of a message that was sent.' })
export type NotifierTrialResponse = z.infer<typeof notifierTrialResponse>

export const channelLook = z
  .object({ channel: line(1, 200).describe('A name, `@name`, or an address of Telegram.') })
  .register(z.globalRegistry, { id: 'ChannelLook', description: 'A channel to look at.' })

const failure = z
  .strictObject({
    kind: z.string(),
    detail: z.string(),
    reason: reason.optional().describe('The detail as a code, where there is one.'),
  })
  .optional()
  .describe('Why it could not be read.')

export const channelLookResponse = z
  .strictObject({
    ...envelope,
    channel: z.string().describe('Its bare name.'),
    listed: z.boolean().describe('Whether searches ask it already.'),
    posts: z.int().nonnegative().describe('The number of posts on its page.'),
    last: z
      .strictObject({ text: z.string(), at: z.int().nonnegative().optional().describe('In epoch milliseconds.') })
      .optional()
      .describe('Its newest post.'),
    failure,
  })
  .register(z.globalRegistry, { id: 'ChannelLookAnswer', description: 'What the page of a channel shows.' })
export type ChannelLookResponse = z.infer<typeof channelLookResponse>

export const feedLook = z
  .object({ url: line(1, 2_000).describe('The address of an RSS, Atom or JSON feed, or of a page that names one.') })
  .register(z.globalRegistry, { id: 'FeedLook', description: 'A feed to look at.' })

export const feedLookResponse = z
  .strictObject({
    ...envelope,
    title: z.string().nullable().describe('The title of the feed; null where it has none.'),
    items: z
      .array(z.strictObject({ title: z.string(), url: z.string() }))
      .describe('Its first rows, as a list of one’s own would show them.'),
    total: z.int().nonnegative().describe('The number of its rows.'),
    feed: z.string().optional().describe('Where the address is that of a page: the address of the feed that it names.'),
    failure,
  })
  .register(z.globalRegistry, { id: 'FeedLookAnswer', description: 'What a feed holds.' })
export type FeedLookResponse = z.infer<typeof feedLookResponse>
