// What watches find in lists, the archive and searches, and what is left of it after a restart.
import { expect, it } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { listOf, makeWatch, startWatches } from '../../test/kit/watches.ts'

const minuteMs = 60_000

it('shows what a list had at first, and reports what comes later once', async () => {
  const { refresh, titles, time } = await startWatches({ watches: [makeWatch({})] })
  await refresh(listOf('weibo', ['台风生成', '别的']))
  expect(await titles()).toEqual(['(台风生成)'])
  time.now += minuteMs
  await refresh(listOf('weibo', ['台风生成', '台风登陆', '别的']))
  await refresh(listOf('weibo', ['别的']))
  await refresh(listOf('weibo', ['台风登陆']))
  expect(await titles()).toEqual(['(台风生成)', '台风登陆'])
})

it('knows nothing of a list that was empty of its words, and reports the first match there', async () => {
  const { refresh, titles } = await startWatches({ watches: [makeWatch({})] })
  await refresh(listOf('weibo', ['别的']))
  await refresh(listOf('weibo', ['台风生成']))
  expect(await titles()).toEqual(['台风生成'])
})

it('reads the cached lists when it begins, and takes an old one for incomplete', async () => {
  const { refresh, shown, runner, titles } = await startWatches({ watches: [makeWatch({})] })
  shown.known = [listOf('weibo', ['台风生成']), listOf('zhihu', ['台风多大'], false)]
  await runner.matchLists()
  await refresh(listOf('zhihu', ['台风在哪']))
  await refresh(listOf('weibo', ['台风登陆']))
  expect(await titles()).toEqual(['(台风生成)', '(台风多大)', '(台风在哪)', '台风登陆'])
})

it.each([
  ['台风 登陆', ['台风登陆', '登陆的台风'], ['台风', '登陆']],
  ['台风 | 地震', ['台风', '地震'], ['火山']],
  ['台风 -游戏', ['台风'], ['台风游戏']],
  ['GPT-5', ['ｇｐｔ-5 发布', 'GPT 5'], ['GPT 45']],
  ['进击的巨人', ['進擊的巨人 完結'], ['巨人的进击']],
  ['台风', ['颱風來襲'], ['风台']],
])('matches %s', async (words, matching, others) => {
  const { refresh, titles } = await startWatches({ watches: [makeWatch({ words })] })
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', [...matching, ...others]))
  expect(await titles()).toEqual(matching)
})

it('hides what has a muted word, also of what was found before it was muted', async () => {
  const { refresh, titles, watches } = await startWatches()
  const caller = { owner: 'user me', seesFile: false }
  await watches.put(caller, 'typhoon', makeWatch({ muted: ['广告'] }))
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', ['台风广告', '台风游戏', '台风']))
  expect(await titles()).toEqual(['台风游戏', '台风'])
  await watches.put(caller, 'typhoon', makeWatch({ muted: ['广告', '游戏'] }))
  expect(await titles()).toEqual(['台风'])
})

it('hides what has a muted word in traditional characters or with punctuation', async () => {
  const { refresh, titles } = await startWatches({ watches: [makeWatch({ muted: ['广告', 'X-Men'] })] })
  await refresh(listOf('weibo', []))
  await refresh(listOf('weibo', ['台风廣告', '台风：x men', '台风']))
  expect(await titles()).toEqual(['台风'])
})

it('watches only the lists and columns that it names, and keeps the lists fresh', async () => {
  const { refresh, titles, shown } = await startWatches({ watches: [makeWatch({ lists: 'weibo', columns: 'china' })] })
  for (const titlesNow of [[], ['台风']]) {
    await refresh(listOf('weibo', titlesNow))
    await refresh({ ...listOf('zhihu', titlesNow) })
  }
  expect(await titles()).toEqual(['台风'])
  expect(shown.fresh).toEqual(['weibo'])
})

it('goes on after a restart: nothing is lost, nothing is reported twice', async () => {
  const database = makeSharedRecords()
  const watches = [makeWatch({ notify: 'phone' })]
  const first = await startWatches({ database, watches })
  await first.refresh(listOf('weibo', []))
  await first.refresh(listOf('weibo', ['台风生成']))
  const second = await startWatches({ database, watches })
  await second.refresh(listOf('weibo', ['台风生成', '台风登陆']))
  expect(await second.titles()).toEqual(['台风生成', '台风登陆'])
  await second.sendDue()
  expect(second.sent.flatMap(({ events }) => events.map(({ title }) => title))).toEqual(['台风生成', '台风登陆'])
  const third = await startWatches({ database, watches })
  await third.runner.matchLists()
  await third.sendDue()
  expect(third.sent).toEqual([])
})

it('keeps what it found while the database is away, and shows it once it is stored', async () => {
  const { refresh, runner, titles, database } = await startWatches({ watches: [makeWatch({})] })
  await refresh(listOf('weibo', []))
  database.state.isAway = true
  await refresh(listOf('weibo', ['台风']))
  expect(await titles()).toEqual([])
  database.state.isAway = false
  await runner.matchLists()
  expect(await titles()).toEqual(['台风'])
})

it('says that events cannot be read while nothing of them was loaded', async () => {
  const { titles, database } = await startWatches({ watches: [makeWatch({})] })
  database.state.isAway = true
  await expect(titles()).rejects.toMatchObject({ status: 503 })
})

it('reports once what two replicas find, and one of them sends it', async () => {
  const database = makeSharedRecords()
  const time = { now: Date.UTC(2026, 10, 21, 4) }
  const watches = [makeWatch({ notify: 'phone' })]
  const [one, other] = [
    await startWatches({ database, watches, time }),
    await startWatches({ database, watches, time }),
  ]
  await one.refresh(listOf('weibo', []))
  for (const replica of [one, other]) await replica.refresh(listOf('weibo', ['台风']))
  expect(await other.titles()).toEqual(['台风'])
  await Promise.all([one.sendDue(), other.sendDue()])
  expect([...one.sent, ...other.sent]).toHaveLength(1)
})

it('begins anew when its words change, without messages of what is there', async () => {
  const { refresh, titles, watches, sent, sendDue } = await startWatches()
  const caller = { owner: 'user me', seesFile: false }
  await watches.put(caller, 'typhoon', makeWatch({ notify: 'phone' }))
  await refresh(listOf('weibo', []))
  await watches.put(caller, 'typhoon', makeWatch({ words: '地震', notify: 'phone' }))
  await refresh(listOf('weibo', ['地震', '台风']))
  await sendDue()
  expect(await titles()).toEqual(['(地震)'])
  expect(sent).toEqual([])
})

const share = { url: 'https://pan.quark.cn/s/abc', source: 'tg:one', password: '' }

it('reports shares that are new in the archive, after their titles were stored', async () => {
  const { archive, runner, titles, time } = await startWatches({ watches: [makeWatch({ in: 'archive' })] })
  const old = { ...share, key: 'share old', title: '台风 旧', firstSeenAt: time.now - minuteMs }
  archive.shares = [old]
  await runner.askArchive()
  time.now += minuteMs
  archive.shares = [{ ...share, key: 'share new', title: '台风 新', firstSeenAt: time.now }, old]
  await runner.askArchive()
  expect(await titles()).toEqual(['(台风 旧)'])
  archive.titles = ['台风 新']
  await runner.askArchive()
  time.now += minuteMs
  await runner.askArchive()
  expect(await titles()).toEqual(['(台风 旧)', '台风 新'])
})

it('finds after a restart what was stored in the archive before a kill', async () => {
  const database = makeSharedRecords()
  const time = { now: Date.UTC(2026, 10, 21, 4) }
  const watches = [makeWatch({ in: 'archive' })]
  const first = await startWatches({ database, watches, time })
  await first.runner.askArchive()
  time.now += minuteMs
  const second = await startWatches({ database, watches, time })
  second.archive.shares = [{ ...share, key: 'share new', title: '台风', firstSeenAt: time.now }]
  await second.runner.askArchive()
  expect(await second.titles()).toEqual(['台风'])
})

it('searches again once in each interval, and not while the service is busy', async () => {
  const { searches, runner, time } = await startWatches({
    watches: [makeWatch({ in: 'search', words: '三体 | 沙丘' })],
  })
  await runner.searchAgain()
  expect(searches.asked).toEqual(['三体', '沙丘'])
  await runner.searchAgain()
  expect(searches.asked).toHaveLength(2)
  time.now += 60 * minuteMs
  searches.isBusy = true
  await runner.searchAgain()
  expect(searches.asked).toHaveLength(2)
  searches.isBusy = false
  await runner.searchAgain()
  expect(searches.asked).toHaveLength(4)
})

it('takes what a source shows at its first answer for known', async () => {
  const { searches, runner, titles, time } = await startWatches({ watches: [makeWatch({ in: 'search' })] })
  const hit = (key: string, source: string) => ({ ...share, key, source, in: 'search' as const, title: `台风 ${key}` })
  searches.answer = { hits: [hit('1', 'tg:one')], covered: ['tg:one'] }
  await runner.searchAgain()
  time.now += 60 * minuteMs
  searches.answer = {
    hits: [hit('1', 'tg:one'), hit('2', 'tg:one'), hit('3', 'tg:two')],
    covered: ['tg:one', 'tg:two'],
  }
  await runner.searchAgain()
  expect(await titles()).toEqual(['(台风 1)', '(台风 3)', '台风 2'])
})

it('reports each later episode once, whichever share has it first, and those that were there at first too', async () => {
  const watches = [makeWatch({ in: 'search', fromEpisode: 27 })]
  const { searches, runner, titles, time } = await startWatches({ watches })
  const titled = (key: string, title: string) => ({ ...share, key, title, source: 'tg:one', in: 'search' as const })
  const [old, same, next] = [titled('1', '台风 26'), titled('2', '台风 27'), titled('1', '台风 28')]
  for (const hits of [[old, same], [same, titled('3', '台风 27 又'), titled('4', '台风')], [next]]) {
    searches.answer = { hits, covered: ['tg:one'] }
    await runner.searchAgain()
    time.now += 60 * minuteMs
  }
  expect(await titles()).toEqual(['台风 27', '台风 28'])
})

it('reports no dead share where only living ones are watched, and one that cannot be checked', async () => {
  const watches = [makeWatch({ in: 'search', living: true })]
  const { searches, runner, titles, time, dead } = await startWatches({ watches })
  searches.answer = { hits: [], covered: ['tg:one'] }
  await runner.searchAgain()
  time.now += 60 * minuteMs
  const hit = { ...share, source: 'tg:one', in: 'search' as const }
  const [gone, living] = [
    { ...hit, key: '1', title: '台风 1', url: `${share.url}1` },
    { ...hit, key: '2', title: '台风 2' },
  ]
  dead.add(gone.url)
  searches.answer = { hits: [gone, living], covered: ['tg:one'] }
  await runner.searchAgain()
  expect(await titles()).toEqual([living.title])
})

it('spreads the searches of watches over the interval', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const { searches, runner, time } = await startWatches({
    watches: names.map((name) => makeWatch({ name, in: 'search' })),
  })
  for (const _name of names) await runner.searchAgain()
  const minutes: number[] = []
  for (let minute = 1; minute <= 60; minute += 1) {
    time.now += minuteMs
    const before = searches.asked.length
    await runner.searchAgain()
    if (searches.asked.length > before) minutes.push(minute)
  }
  expect(minutes).toHaveLength(names.length)
})

it('lets nobody see or change the watches of others', async () => {
  const { watches } = await startWatches({ watches: [{ ...makeWatch({ name: 'hidden' }), isPublic: false }] })
  const me = { owner: 'user me', seesFile: false }
  await watches.put(me, 'mine', makeWatch({}))
  expect(watches.visible(me).map(({ name }) => name)).toEqual(['mine'])
  expect(watches.visible({ owner: 'user you', seesFile: false })).toEqual([])
  expect(watches.visible({ owner: undefined, seesFile: true }).map(({ name }) => name)).toEqual(['hidden'])
  expect(() => watches.find({ owner: 'user you', seesFile: false }, 'mine')).toThrow('there is no watch of this name')
  await watches.remove(me, 'mine')
  expect(watches.visible(me)).toEqual([])
})

it('follows the record of a removed watch no longer, and begins anew when it is declared again', async () => {
  const { refresh, titles, watches, database } = await startWatches()
  const caller = { owner: 'user me', seesFile: false }
  const followed = () => [...database.followed()].filter((name) => name.startsWith('watch-'))
  await watches.put(caller, 'typhoon', makeWatch({}))
  await refresh(listOf('weibo', ['台风']))
  expect(followed()).toHaveLength(1)
  await watches.remove(caller, 'typhoon')
  expect(followed()).toEqual([])
  await refresh(listOf('weibo', ['台风']))
  await watches.put(caller, 'typhoon', makeWatch({}))
  expect(await titles()).toEqual([])
  await refresh(listOf('weibo', ['台风']))
  expect(await titles()).toEqual(['(台风)'])
})

it('reads the cached lists and the archive again for a watch that was removed and declared again', async () => {
  const { runner, titles, watches, shown, archive } = await startWatches()
  const caller = { owner: 'user me', seesFile: false }
  const watch = makeWatch({ in: 'lists,archive' })
  shown.known = [listOf('weibo', ['台风生成'])]
  archive.shares = [{ ...share, key: 'share', title: '台风', firstSeenAt: 0 }]
  for (const _time of [1, 2]) {
    await watches.put(caller, 'typhoon', watch)
    await runner.matchLists()
    await runner.askArchive()
    expect((await titles()).toSorted()).toEqual(['(台风)', '(台风生成)'])
    await watches.remove(caller, 'typhoon')
    await runner.matchLists()
    await runner.askArchive()
  }
})
