// Entries of the settings LISTS and NOTIFIERS: read, added and removed without a change of the others.
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { asYaml, freeId, readEntries, withEntry, withoutEntry } from './declared-entries.ts'

const yaml = `# of the family
my-blog:
  name: 某博客 # not the other
  feed: https://blog.example.org/rss.xml
"two words":
  name: 'it''s'
  json: https://example.org/a
  headers:
    accept: x
flow: {name: x, feed: https://example.org/b}
`
const json = JSON.stringify({
  'my-blog': { name: '某"博客"', feed: 'https://blog.example.org', keys: { a: [1] } },
  no: 1,
})

describe('the entries of a text', () => {
  it('are read from YAML, with their texts', () => {
    expect(readEntries(yaml)).toMatchObject([
      { id: 'my-blog', fields: { feed: 'https://blog.example.org/rss.xml' } },
      { id: 'two words', fields: { name: "it's", json: 'https://example.org/a' } },
      { id: 'flow', fields: { name: 'x', feed: 'https://example.org/b' } },
    ])
  })

  it('are read from JSON, and none from nothing and from what is no map', () => {
    expect(readEntries(json)).toMatchObject([{ id: 'my-blog', fields: { name: '某"博客"' } }, { id: 'no' }])
    expect([null, '', '# none', 'a: [', 'text'].map(readEntries)).toEqual([[], [], [], [], []])
  })

  it('of JSON mean the same as YAML', () => {
    expect(parse(asYaml(json))).toEqual(JSON.parse(json))
  })
})

describe('an entry', () => {
  const added = { id: 'new', fields: { name: 'a: "b" # c', feed: 'https://example.org/?a=b' } }

  it.each([null, '', yaml, json])('is added to %j, which is else as before', (text) => {
    const after = withEntry(text, added)
    expect(parse(after).new).toEqual(added.fields)
    expect(after.startsWith(asYaml(text).trimEnd())).toBe(true)
    expect(readEntries(after).at(-1)).toMatchObject(added)
  })

  it('is removed with its lines only', () => {
    const without = withoutEntry(yaml, 'two words')
    expect(without).toBe(yaml.replace(/"two words".*(?=flow)/s, ''))
    expect(withoutEntry(withEntry(null, added), 'new')).toBeNull()
    expect(withoutEntry(yaml, 'nowhere')).toBe(yaml)
  })

  it('whose name is a number is removed too', () => {
    const text = `${yaml}163:\n  feed: https://example.org/c\n`
    expect(readEntries(text)[0]?.id).toBe('163')
    expect(withoutEntry(text, '163')).toBe(yaml)
  })

  it('gets a name that is free', () => {
    expect(freeId('a', [{ id: 'a' }, { id: 'a-2' }])).toBe('a-3')
    expect(freeId('b', [{ id: 'a' }])).toBe('b')
  })
})
