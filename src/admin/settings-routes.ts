// Routes of the settings that an administrator changes while the service runs, and of what is tried before a change.
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import { createOperationRoutes } from '../http/operation-routes.ts'
import type { Author, StoredSettings } from './stored-settings.ts'
import type { TryProxy } from './try-proxy.ts'

const path = '/api/v1/server/settings'

const overruled =
  'name: CHANNELS is set by CHANNELS in the environment, which overrules what is stored; change it there'
const wrongProxy = 'a proxy must look like http://host:port, https://host:port or socks5://host:port'

export const settingsOperations = {
  serverSettings: operation('administration', path, 'The settings that can be changed while the service runs', {
    access: 'administrator',
    answers: [{ status: 200, meaning: 'All of them.', schema: settingsResponse }],
  }),
  changeServerSetting: operation('administration', path, 'Change a setting', {
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
  exportServerSettings: operation('administration', `${path}/file`, 'All stored settings as one file', {
    access: 'administrator',
    description: 'The file holds secrets, such as the password of a proxy.',
    answers: [{ status: 200, meaning: 'The file.', schema: settingsFile }],
  }),
  importServerSettings: operation('administration', `${path}/file`, 'Replace all stored settings by those of a file', {
    method: 'post',
    access: 'administrator',
    description: 'If one value is wrong, nothing changes.',
    body: settingsImport,
    answers: [{ status: 200, meaning: 'All settings after the change.', schema: settingsResponse }],
    errors: {
      400: [{ message: `settings.UPSTREAM_PROXY: ${wrongProxy}`, details: { parameter: 'settings.UPSTREAM_PROXY' } }],
    },
  }),
  tryProxy: operation('administration', `${path}/try-proxy`, 'Request a page through a proxy', {
    method: 'post',
    access: 'administrator',
    description: 'Says which half of the way failed. Nothing is stored.',
    body: proxyTrial,
    answers: [{ status: 200, meaning: 'The result, also of a failed request.', schema: proxyTrialResponse }],
    errors: { 400: [{ message: `proxy: ${wrongProxy}`, details: { parameter: 'proxy' } }] },
  }),
  tryNotifier: operation('administration', `${path}/try-notifier`, 'Send a message by a notifier', {
    method: 'post',
    access: 'administrator',
    description: 'Nothing is stored.',
    body: notifierTrial,
    answers: [{ status: 200, meaning: 'The result, also of a failure.', schema: notifierTrialResponse }],
    errors: {
      400: [{ message: 'notifier.key: is missing: the key of the device', details: { parameter: 'notifier.key' } }],
    },
  }),
  lookAtChannel: operation('administration', `${path}/look-at-channel`, 'Look at a Telegram channel', {
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
  lookAtFeed: operation('administration', `${path}/look-at-feed`, 'Look at a feed', {
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
  const route = createOperationRoutes(app, { gate: control.adminGate, epochMs })
  const all = (): Enveloped<SettingsResponse> => ({ settings: stored.all() })
  route(settingsOperations.serverSettings, all)
  route(settingsOperations.changeServerSetting, async ({ body: { name, ...change }, request }) => {
    await stored.change(name, change, authorOf(request))
    return all()
  })
  route(settingsOperations.exportServerSettings, ({ reply }) => {
    reply.header('content-disposition', 'attachment; filename="trawl-settings.json"')
    return { settings: stored.texts() }
  })
  route(settingsOperations.importServerSettings, async ({ body: { settings }, request }) => {
    await stored.replace(settings, authorOf(request))
    return all()
  })
  route(settingsOperations.tryProxy, ({ body: { proxy } }) => trials.tryProxy(proxy))
  route(settingsOperations.tryNotifier, ({ body: { notifier } }) => trials.tryNotifier(notifier))
  route(settingsOperations.lookAtChannel, ({ body: { channel } }) => trials.lookAtChannel(channel))
  route(settingsOperations.lookAtFeed, ({ body: { url } }) => trials.lookAtFeed(url))
}
