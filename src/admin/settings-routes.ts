// Routes of the settings that an administrator changes while the service runs, and of what is tried before a change.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Operations, operation } from '../contract/operation.ts'
import {
  type ChannelLookResponse,
  channelLook,
  channelLookResponse,
  type FeedLookResponse,
  feedLook,
  feedLookResponse,
  notifierTrial,
  notifierTrialResponse,
  proxyTrial,
  proxyTrialResponse,
  type SettingsResponse,
  settingChange,
  settingsFile,
  settingsImport,
  settingsResponse,
} from '../contract/settings.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import { normalizeIp } from '../http/access/ip-ranges.ts'
import { envelope, sendJson } from '../http/json.ts'
import { readDeclaredBody, validate } from '../http/params.ts'
import type { Author, StoredSettings } from './stored-settings.ts'
import type { TryProxy } from './try-proxy.ts'

const path = '/api/v1/server/settings'
const paths = {
  settings: path,
  file: `${path}/file`,
  proxy: `${path}/try-proxy`,
  notifier: `${path}/try-notifier`,
  channel: `${path}/look-at-channel`,
  feed: `${path}/look-at-feed`,
} as const

/** All paths of these routes; each route has its own access check. */
export const settingsPaths: readonly string[] = Object.values(paths)

const overruled =
  'name: CHANNELS is set by CHANNELS in the environment, which overrules what is stored; change it there'
const wrongProxy = 'a proxy must look like http://host:port, https://host:port or socks5://host:port'

export const settingsOperations = {
  serverSettings: operation(
    'administration',
    paths.settings,
    'The settings that can be changed while the service runs',
    {
      access: 'administrator',
      answers: [{ status: 200, meaning: 'All of them.', schema: settingsResponse }],
    },
  ),
  changeServerSetting: operation('administration', paths.settings, 'Change a setting', {
    method: 'post',
    access: 'administrator',
    description:
      'The change is stored, holds for all replicas, and takes effect at once. It stands in the log with the address that made it.',
    body: settingChange,
    answers: [{ status: 200, meaning: 'All settings after the change.', schema: settingsResponse }],
    errors: {
      400: [{ message: `value: ${wrongProxy}`, details: { parameter: 'value' } }],
      409: [{ message: overruled }, { message: 'was: CHANNELS has been changed meanwhile; read it again' }],
    },
  }),
  exportServerSettings: operation('administration', paths.file, 'All stored settings as one file', {
    access: 'administrator',
    description: 'The file holds secrets, such as the password of a proxy.',
    answers: [{ status: 200, meaning: 'The file.', schema: settingsFile }],
  }),
  importServerSettings: operation('administration', paths.file, 'Replace all stored settings by those of a file', {
    method: 'post',
    access: 'administrator',
    description: 'If one value is wrong, nothing changes.',
    body: settingsImport,
    answers: [{ status: 200, meaning: 'All settings after the change.', schema: settingsResponse }],
    errors: {
      400: [{ message: `settings.UPSTREAM_PROXY: ${wrongProxy}`, details: { parameter: 'settings.UPSTREAM_PROXY' } }],
    },
  }),
  tryProxy: operation('administration', paths.proxy, 'Request a page through a proxy', {
    method: 'post',
    access: 'administrator',
    description: 'Says which half of the way failed. Nothing is stored.',
    body: proxyTrial,
    answers: [{ status: 200, meaning: 'The result, also of a failed request.', schema: proxyTrialResponse }],
    errors: { 400: [{ message: `proxy: ${wrongProxy}`, details: { parameter: 'proxy' } }] },
  }),
  tryNotifier: operation('administration', paths.notifier, 'Send a message by a notifier', {
    method: 'post',
    access: 'administrator',
    description: 'Nothing is stored.',
    body: notifierTrial,
    answers: [{ status: 200, meaning: 'The result, also of a failure.', schema: notifierTrialResponse }],
    errors: {
      400: [{ message: 'notifier.key: is missing: the key of the device', details: { parameter: 'notifier.key' } }],
    },
  }),
  lookAtChannel: operation('administration', paths.channel, 'Look at a Telegram channel', {
    method: 'post',
    access: 'administrator',
    description: 'Requests its page and answers its newest post. Nothing is stored.',
    body: channelLook,
    answers: [{ status: 200, meaning: 'The page, or why it could not be read.', schema: channelLookResponse }],
    errors: {
      400: [
        {
          message: 'channel: is missing: must be one string of 1 to 200 characters',
          details: { parameter: 'channel' },
        },
      ],
    },
  }),
  lookAtFeed: operation('administration', paths.feed, 'Look at a feed', {
    method: 'post',
    access: 'administrator',
    description: 'Requests it and answers its title and its first rows. Nothing is stored.',
    body: feedLook,
    answers: [{ status: 200, meaning: 'The feed, or why it could not be read.', schema: feedLookResponse }],
    errors: {
      400: [{ message: 'url: must be an http or https address of a feed', details: { parameter: 'url' } }],
    },
  }),
} satisfies Operations

type Enveloped<Answer> = Omit<Answer, 'apiVersion' | 'timestamp'>

/** What is tried before a change, with one request each. */
export interface SettingTrials {
  readonly tryProxy: TryProxy
  readonly tryNotifier: (keys: Readonly<Record<string, string>>) => Promise<{ ok: boolean; message?: string }>
  readonly lookAtChannel: (channel: string) => Promise<Enveloped<ChannelLookResponse>>
  readonly lookAtFeed: (url: string) => Promise<Enveloped<FeedLookResponse>>
}

interface SettingsRouteOptions {
  readonly stored: StoredSettings
  readonly trials: SettingTrials
  readonly control: Pick<AccessControl, 'adminGate' | 'guard' | 'resolveClient'>
  readonly epochMs: () => number
}

/** Creates the function that says who sends a request of an administrator, for the log. */
export function createAuthorOf({ guard, resolveClient }: SettingsRouteOptions['control']) {
  return (request: FastifyRequest): Author => ({
    by: guard.principal(request)?.name ?? 'a program on this machine',
    ip: normalizeIp(resolveClient(request.raw).address) ?? '',
  })
}

export function settingsRoutes(app: FastifyInstance, options: SettingsRouteOptions): void {
  const { stored, trials, control, epochMs } = options
  const authorOf = createAuthorOf(control)
  const route = (
    method: 'get' | 'post',
    url: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => object | Promise<object>,
  ) =>
    app[method](url, async (request, reply) => {
      control.adminGate.requireAdministrator(request)
      const body = await answer(request, reply.header('cache-control', 'no-store'))
      return sendJson(reply, { ...envelope(epochMs()), ...body })
    })
  const all = (): Enveloped<SettingsResponse> => ({ settings: stored.all() })
  route('get', paths.settings, all)
  route('post', paths.settings, async (request) => {
    const { name, ...change } = validate(settingChange, readDeclaredBody(request))
    await stored.change(name, change, authorOf(request))
    return all()
  })
  route('get', paths.file, (_request, reply) => {
    reply.header('content-disposition', 'attachment; filename="trawl-settings.json"')
    return { settings: stored.texts() }
  })
  route('post', paths.file, async (request) => {
    await stored.replace(validate(settingsImport, readDeclaredBody(request)).settings, authorOf(request))
    return all()
  })
  route('post', paths.proxy, async (request) => {
    const { proxy } = validate(proxyTrial, readDeclaredBody(request))
    return await trials.tryProxy(proxy)
  })
  route('post', paths.notifier, (request) =>
    trials.tryNotifier(validate(notifierTrial, readDeclaredBody(request)).notifier),
  )
  route('post', paths.channel, (request) =>
    trials.lookAtChannel(validate(channelLook, readDeclaredBody(request)).channel),
  )
  route('post', paths.feed, (request) => trials.lookAtFeed(validate(feedLook, readDeclaredBody(request)).url))
}
