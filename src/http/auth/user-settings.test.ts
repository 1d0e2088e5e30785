// Settings of the page on the server: several browsers, limits, persistence.
import { describe, expect, it } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import { maxUserSettingsBytes, type UserSettings, userSettings } from '../../contract/user-settings.ts'
import { createUserSettings } from './user-settings.ts'

const noon = Date.UTC(2026, 10, 23, 12)

async function open({ records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>, epochMs = () => noon) {
  const store = createUserSettings({ records, epochMs })
  await store.open()
  return store
}

function file(settings: UserSettings['settings'], changed?: UserSettings['changed']): UserSettings {
  return { trawl: 1, settings, ...(changed && { changed }) }
}

describe('settings of a user', () => {
  it('from two browsers are one document: of each setting the last one written stays, with its time', async () => {
    const clock = { now: noon - 9 }
    const store = await open(makeSharedRecords(), () => clock.now)
    await store.put('user ada', file({ theme: 'dark', clouds: ['quark'] }, { theme: noon + 99_999 }))
    clock.now = noon
    const stored = await store.put('user ada', file({ clouds: ['uc'] }, { clouds: 0 }))
    expect(stored).toEqual(file({ theme: 'dark', clouds: ['uc'] }, { theme: noon - 9, clouds: noon }))
    expect(store.of('user ada')).toEqual(stored)
    expect(store.of('user bob')).toBeUndefined()
  })

  it('survive a restart, and are gone once deleted', async () => {
    const { records } = makeSharedRecords()
    await (await open({ records })).put('user ada', file({ theme: 'dark' }))
    const store = await open({ records })
    expect(store.of('user ada')?.settings).toEqual({ theme: 'dark' })
    await store.remove('user ada')
    expect((await open({ records })).of('user ada')).toBeUndefined()
  })

  it('that are too large are refused, also when they grow together, and nothing changes', async () => {
    const store = await open(makeSharedRecords())
    const half = Array.from({ length: 180 }, (_, at) => ({ kw: `${at}`.padEnd(90, 'x') }))
    await store.put('user ada', file({ saved: half }))
    await expect(store.put('user ada', file({ history: half }))).rejects.toMatchObject({
      status: 413,
      message: `settings: must be at most ${maxUserSettingsBytes} bytes in all, as JSON`,
    })
    expect(store.of('user ada')?.settings).toEqual({ saved: half })
  })

  it('of more users than the limit are refused; those who have some may change them', async () => {
    const store = await open(makeSharedRecords())
    for (let at = 0; at < 100; at += 1) await store.put(`user ${at}`, file({ theme: 'dark' }))
    await expect(store.put('user new', file({ theme: 'dark' }))).rejects.toMatchObject({ status: 413 })
    expect((await store.put('user 0', file({ clouds: [] })))?.settings).toEqual({ theme: 'dark', clouds: [] })
  })
})

it('settings that are not known are dropped, and wrong values are refused', () => {
  expect(userSettings.parse({ trawl: 1, settings: { theme: 'dark', pass: 'x' } })).toEqual(file({ theme: 'dark' }))
  for (const settings of [{ theme: 'pink' }, { history: {} }, { 'hot.layout': [] }, { 'only-my-clouds': 1 }])
    expect(userSettings.safeParse({ trawl: 1, settings }).success, JSON.stringify(settings)).toBe(false)
})
