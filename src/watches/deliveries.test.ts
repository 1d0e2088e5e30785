// When messages about finds are sent, how often, and what happens when a notifier does not accept them.
import { expect, it } from 'vitest'
import { listOf, makeWatch, startWatches } from '../../test/kit/watches.ts'

const minuteMs = 60_000

async function start(rules: Readonly<Record<string, unknown>>) {
  const started = await startWatches({ watches: [makeWatch({ notify: 'phone', ...rules })] })
  await started.refresh(listOf('weibo', []))
  return {
    ...started,
    /** The titles in each message that is sent after one find. */
    async find(...titles: string[]) {
      await started.refresh(listOf('weibo', titles))
      await started.sendDue()
    },
    async pass(minutes: number) {
      started.time.now += minutes * minuteMs
      await started.sendDue()
    },
    messages: () => started.sent.map(({ events }) => events.map(({ title }) => title).join()),
    async deliveries() {
      const events = await started.watches.eventsOf(started.watches.all(), { owner: 'file', seesFile: true })
      return events.toReversed().map(({ deliveries }) => deliveries?.phone)
    },
  }
}

it('sends each find once', async () => {
  const { find, pass, messages, deliveries, time } = await start({})
  await find('台风一')
  await pass(1)
  await find('台风一', '台风二')
  expect(messages()).toEqual(['台风一', '台风二'])
  expect((await deliveries())[1]).toEqual({ state: 'sent', at: time.now })
})

it('collects for the time of a digest', async () => {
  const { find, pass, messages } = await start({ digest: '30m' })
  await find('台风一')
  await pass(20)
  await find('台风二')
  expect(messages()).toEqual([])
  await pass(10)
  expect(messages()).toEqual(['台风一,台风二'])
})

it('sends at most so many messages an hour, and then all that waited in one', async () => {
  const { find, pass, messages } = await start({ maxPerHour: 2 })
  for (const title of ['台风一', '台风二', '台风三', '台风四']) {
    await find(title)
    await pass(1)
  }
  expect(messages()).toEqual(['台风一', '台风二'])
  await pass(60)
  expect(messages()).toEqual(['台风一', '台风二', '台风三,台风四'])
})

it('waits for the end of the quiet hours, in their time zone', async () => {
  // It is 12:00 in Shanghai and 05:00 in Berlin.
  const { find, pass, messages } = await start({ quietHours: '23:00-08:00 Europe/Berlin' })
  await find('台风一')
  expect(messages()).toEqual([])
  await pass(179)
  expect(messages()).toEqual([])
  await pass(1)
  expect(messages()).toEqual(['台风一'])
})

it('tries again after longer and longer waits, and gives up with a reason', async () => {
  const { find, pass, phone, messages, deliveries } = await start({})
  phone.problem = 'HTTP 500'
  await find('台风一')
  expect(await deliveries()).toMatchObject([{ state: 'pending', detail: 'HTTP 500' }])
  for (const minutes of [1, 5, 15, 60, 180, 360, 720]) await pass(minutes)
  expect(await deliveries()).toMatchObject([{ state: 'failed', detail: 'HTTP 500' }])
  phone.problem = ''
  await pass(720)
  await find('台风一', '台风二')
  expect(messages()).toEqual(['台风二'])
})

it('sends again what was not accepted, with what came since', async () => {
  const { find, pass, phone, messages } = await start({})
  phone.problem = 'HTTP 500'
  await find('台风一')
  phone.problem = ''
  await find('台风一', '台风二')
  expect(messages()).toEqual([])
  await pass(1)
  expect(messages()).toEqual(['台风一,台风二'])
})

it('does not send twice what was sent while the database was away', async () => {
  const { refresh, sendDue, database, messages, pass, phone } = await start({})
  await refresh(listOf('weibo', ['台风']))
  // The database fails between the message and its record.
  Object.defineProperty(phone, 'problem', {
    get() {
      database.state.isAway = true
      return ''
    },
  })
  await sendDue()
  await pass(10)
  expect(messages()).toEqual(['台风'])
  database.state.isAway = false
  await pass(10)
  expect(messages()).toEqual(['台风'])
})

it('are told to those who manage the watch, not to strangers who may read it', async () => {
  const { find, watches } = await start({})
  await find('台风一')
  const told = async (owner: string | undefined, seesFile: boolean) =>
    (await watches.eventsOf(watches.all(), { owner, seesFile }))[0]?.deliveries
  expect(await told('user me', false)).toBeUndefined()
  expect(await told(undefined, false)).toBeUndefined()
  expect(await told(undefined, true)).toMatchObject({ phone: { state: 'sent' } })
})
