// Settings of the page on the server: several browsers, limits, persistence.
import { describe, expect, it } from 'vitest'
import { makeSharedRecords } from '../../../test/kit/disk.ts'
import { maxUserSettingsBytes, type UserSettings, userSettings } from '../../contract/user-settings.ts'
import { openUserSettings } from './user-settings.ts'

const noon = Date.UTC(2026, 10, 23, 12)

function open({ records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>) {
  return openUserSettings({ records, epochMs: () => noon })
}

function file(settings: UserSettings['settings'], changed?: UserSettings['changed']): UserSettings {
  return { trawl: 1, settings, ...(changed && { changed }) }
}

describe('settings of a user', () => {
  it('from two browsers are merged: of each setting the later change stays, whichever comes first', async () => {
    const store = await open(makeSharedRecords())
    await store.merge('user ada', file({ theme: 'dark', clouds: ['quark'] }, { theme: noon - 2, clouds: noon - 9 }))
    const merged = await store.merge(
      'user ada',
      file({ theme: 'light', clouds: ['uc'] }, { theme: noon - 5, clouds: noon - 8 }),
    )
    expect(merged).toEqual(file({ theme: 'dark', clouds: ['uc'] }, { theme: noon - 2, clouds: noon - 8 }))
    expect(store.of('user ada')).toEqual(merged)
    expect(store.of('user bob')).toBeUndefined()
  })

  it('without a time were changed now, and a clock that is ahead does not win for ever', async () => {
    const store = await open(makeSharedRecords())
    expect(await store.merge('user ada', file({ theme: 'dark' }))).toEqual(file({ theme: 'dark' }, { theme: noon }))
    const ahead = await store.merge('user ada', file({ language: 'en' }, { language: noon + 99_999 }))
    expect(ahead.changed).toEqual({ theme: noon, language: noon })
  })

  it('survive a restart, are seen by another process, and are gone once deleted', async () => {
    const { records, changedElsewhere } = makeSharedRecords()
    const [here, there] = [await open({ records }), await open({ records })]
    await here.merge('user ada', file({ theme: 'dark' }))
    changedElsewhere()
    await expect.poll(() => there.of('user ada')?.settings).toEqual({ theme: 'dark' })
    await here.remove('user ada')
    expect((await open({ records })).of('user ada')).toBeUndefined()
  })

  it('that are too large are refused, also when they grow by merging, and nothing changes', async () => {
    const store = await open(makeSharedRecords())
    const half = Array.from({ length: 180 }, (_, at) => ({ kw: `${at}`.padEnd(90, 'x') }))
    await store.merge('user ada', file({ saved: half }))
    await expect(store.merge('user ada', file({ history: half }))).rejects.toMatchObject({
      status: 413,
      message: `settings: must be at most ${maxUserSettingsBytes} bytes in all, as JSON`,
    })
    expect(store.of('user ada')?.settings).toEqual({ saved: half })
  })

  it('of more users than the limit are refused; those who have some may change them', async () => {
    const store = await open(makeSharedRecords())
    for (let at = 0; at < 100; at += 1) await store.merge(`user ${at}`, file({ theme: 'dark' }))
    await expect(store.merge('user new', file({ theme: 'dark' }))).rejects.toMatchObject({ status: 413 })
    expect((await store.merge('user 0', file({ clouds: [] }))).settings).toEqual({ theme: 'dark', clouds: [] })
  })

  it('that cannot be saved are not applied', async () => {
    const { records, state } = makeSharedRecords()
    const store = await open({ records })
    state.isWritable = false
    await expect(store.merge('user ada', file({ theme: 'dark' }))).rejects.toMatchObject({ status: 500 })
    expect(store.of('user ada')).toBeUndefined()
  })
})

it('settings that are not known are dropped, and wrong values are refused', () => {
  expect(userSettings.parse({ trawl: 1, settings: { theme: 'dark', pass: 'x' } })).toEqual(file({ theme: 'dark' }))
  for (const settings of [{ theme: 'pink' }, { history: {} }, { 'hot.layout': [] }, { 'only-my-clouds': 1 }])
    expect(userSettings.safeParse({ trawl: 1, settings }).success, JSON.stringify(settings)).toBe(false)
})
