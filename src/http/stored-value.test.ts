// Tests of values that are changed over the API: what a change does when it cannot be stored, and what other processes store.
import { expect, test } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { createStoredValue } from './stored-value.ts'

async function open({ records }: Pick<ReturnType<typeof makeSharedRecords>, 'records'>) {
  const inForce: (readonly string[])[] = []
  const stored = createStoredValue<readonly string[]>({
    ...{ name: 'names.json', records, initial: [], notStored: 'names: could not be stored' },
    parse(json) {
      if (!Array.isArray(json)) throw new Error('must be a list')
      return json.map(String)
    },
    onChange: (names) => void inForce.push(names),
  })
  await stored.open()
  return { inForce, get: stored.get, add: (name: string) => stored.change((names) => [...names, name]) }
}

test('a change is in force once it is stored, and after a restart', async () => {
  const disk = makeSharedRecords()
  const { add, get, inForce } = await open(disk)
  await add('one')
  expect([get(), inForce]).toEqual([['one'], [[], ['one']]])
  expect((await open(disk)).get()).toEqual(['one'])
})

test('a change that cannot be stored is not in force', async () => {
  const disk = makeSharedRecords()
  const { add, get } = await open(disk)
  disk.state.isWritable = false
  await expect(add('one')).rejects.toMatchObject({ status: 500, message: 'names: could not be stored' })
  expect(get()).toEqual([])
})

test('what another process stored comes into force, and stays where what it stored cannot be read', async () => {
  const disk = makeSharedRecords()
  const [here, there] = [await open(disk), await open(disk)]
  await there.add('one')
  disk.changedElsewhere()
  await expect.poll(here.get).toEqual(['one'])
  disk.stored.set('names.json', Buffer.from('{}'))
  disk.changedElsewhere()
  await here.add('two')
  expect(here.get()).toEqual(['one', 'two'])
})

test('a start is refused by a record that cannot be read', async () => {
  const disk = makeSharedRecords()
  disk.stored.set('names.json', Buffer.from('nonsense'))
  await expect(open(disk)).rejects.toThrow('not valid JSON')
})
