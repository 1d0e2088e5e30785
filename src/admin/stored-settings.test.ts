// Tests of stored settings: what the environment overrules, what is logged, and what other processes change.
import { describe, expect, test } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { opened } from '../../test/kit/opened.ts'
import { createStoredSettings, type StoredSetting } from './stored-settings.ts'

const author = { by: 'ADMIN_TOKEN', ip: '192.0.2.7' }

/** Settings over these records: channels, which must not be `wrong`, and a proxy, which is a secret. */
async function make(
  { records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>,
  more: Partial<StoredSetting> = {},
) {
  const inForce: (string | undefined)[] = []
  const lines: unknown[] = []
  const check = (text: string) => {
    if (text === 'wrong') throw new Error('CHANNELS: must be a list of names')
  }
  const apply = (text: string | undefined) => void inForce.push(text)
  const proxies: string[] = []
  const settings = await opened(
    createStoredSettings({
      settings: [
        { name: 'CHANNELS', allowed: 'a list', check, apply, ...more },
        {
          ...{ name: 'UPSTREAM_PROXY', allowed: 'a proxy', isSecret: true, check: () => undefined },
          apply: (text) => void proxies.push(text ?? 'none'),
        },
      ],
      records,
      log: { info: (...line: unknown[]) => void lines.push(line), warn: (...line: unknown[]) => void lines.push(line) },
    }),
  )
  return { settings, inForce, proxies, lines }
}

function channelsOf({ settings }: Awaited<ReturnType<typeof make>>) {
  return settings.all().find(({ name }) => name === 'CHANNELS')
}

describe('a setting', () => {
  test('is in force at once, survives a restart, and goes back to its default', async () => {
    const disk = makeSharedRecords()
    const first = await make(disk)
    expect(channelsOf(first)).toEqual({ name: 'CHANNELS', allowed: 'a list', from: 'default', value: null })
    await first.settings.change('CHANNELS', { value: '+one' }, author)
    expect(first.inForce).toEqual(['+one'])
    const second = await make(disk)
    expect(second.inForce).toEqual(['+one'])
    expect(channelsOf(second)).toEqual({ name: 'CHANNELS', allowed: 'a list', from: 'stored', value: '+one' })
    await second.settings.change('CHANNELS', { value: null }, author)
    expect([second.inForce.at(-1), channelsOf(second)?.from]).toEqual([undefined, 'default'])
  })

  test('that the environment sets is shown with its variable, and cannot be changed', async () => {
    const disk = makeSharedRecords()
    await (await make(disk)).settings.change('CHANNELS', { value: '+one' }, author)
    const made = await make(disk, { environment: { variable: 'CHANNELS', value: '+ours' } })
    expect(channelsOf(made)).toMatchObject({ from: 'environment', variable: 'CHANNELS', value: '+ours' })
    expect(made.inForce).toEqual([])
    await expect(made.settings.change('CHANNELS', { value: '+two' }, author)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('name: CHANNELS is set by CHANNELS in the environment'),
    })
  })

  test('with a wrong value is refused with what is allowed, and stays as it was', async () => {
    const made = await make(makeSharedRecords())
    await expect(made.settings.change('CHANNELS', { value: 'wrong' }, author)).rejects.toMatchObject({
      status: 400,
      message: 'value: must be a list of names',
    })
    await expect(made.settings.change('CHANNELS', { value: 'x'.repeat(61_441) }, author)).rejects.toMatchObject({
      status: 400,
      message: 'value: is too long: all stored settings together must be at most 60 KB',
    })
    expect([made.inForce, made.settings.texts()]).toEqual([[], {}])
  })

  test('that was changed meanwhile is not overwritten', async () => {
    const { settings } = await make(makeSharedRecords())
    await settings.change('CHANNELS', { value: '+one', was: null }, author)
    await expect(settings.change('CHANNELS', { value: '+two', was: null }, author)).rejects.toMatchObject({
      status: 409,
    })
    await settings.change('CHANNELS', { value: '+one,+two', was: '+one' }, author)
    expect(settings.texts()).toEqual({ CHANNELS: '+one,+two' })
  })

  test('that another process changed comes into force here', async () => {
    const disk = makeSharedRecords()
    const [here, there] = [await make(disk), await make(disk)]
    await there.settings.change('CHANNELS', { value: '+one' }, author)
    disk.changedElsewhere()
    await expect.poll(() => here.inForce).toEqual(['+one'])
    expect(here.proxies).toEqual([])
  })

  test('whose stored value can no longer be used is reported, and the others are in force', async () => {
    const disk = makeSharedRecords()
    const texts = { CHANNELS: '+gone', UPSTREAM_PROXY: 'http://127.0.0.1:7890' }
    await (await make(disk)).settings.replace(texts, author)
    const apply = () => Promise.reject(new Error('gone is no channel'))
    const made = await make(disk, { apply })
    expect(channelsOf(made)).toMatchObject({ from: 'stored', value: '+gone', problem: 'gone is no channel' })
    expect(made.settings.problems()).toEqual(['CHANNELS: gone is no channel'])
    expect(made.proxies).toEqual(['http://127.0.0.1:7890'])
  })
})

test('a change stands in the log with who made it, and without a secret', async () => {
  const { settings, lines } = await make(makeSharedRecords())
  await settings.change('CHANNELS', { value: '+one' }, author)
  await settings.change('UPSTREAM_PROXY', { value: 'http://me:secret@127.0.0.1:7890' }, author)
  await settings.change('CHANNELS', { value: null }, author)
  expect(lines).toEqual([
    [{ setting: 'CHANNELS', ...author }, 'the setting CHANNELS was set to +one by ADMIN_TOKEN'],
    [
      { setting: 'UPSTREAM_PROXY', ...author },
      'the setting UPSTREAM_PROXY was set to a value that may be secret by ADMIN_TOKEN',
    ],
    [{ setting: 'CHANNELS', ...author }, 'the setting CHANNELS was set to its default by ADMIN_TOKEN'],
  ])
})

test('a file of settings replaces all, or nothing if one of them is wrong or unknown', async () => {
  const { settings, lines } = await make(makeSharedRecords())
  await settings.change('CHANNELS', { value: '+one' }, author)
  for (const [texts, message] of [
    [{ UPSTREAM_PROXY: 'x', CHANNELS: 'wrong' }, 'settings.CHANNELS: must be a list of names'],
    [{ UPSTREAM_PROXY: 'x', PORT: '80' }, 'settings.PORT: is unknown; allowed are CHANNELS, UPSTREAM_PROXY'],
  ] as const)
    await expect(settings.replace(texts, author)).rejects.toMatchObject({ status: 400, message })
  expect(settings.texts()).toEqual({ CHANNELS: '+one' })
  lines.length = 0
  await settings.replace({ UPSTREAM_PROXY: 'x' }, author)
  expect(settings.texts()).toEqual({ UPSTREAM_PROXY: 'x' })
  expect(lines).toHaveLength(2)
})
