// The settings that select default channels and plugins.
import { describe, expect, it } from 'vitest'
import { type CatalogueSettings, chooseCatalogue } from './catalogue.ts'

function source(name: string) {
  return { id: `plugin:${name}`, home: 'https://a.test/', ask: async () => [] }
}

const all = {
  channels: ['alpha', 'Beta', 'gamma'],
  plugins: new Map(['labi', 'panta', 'wanou'].map((name) => [name, source(name)])),
}

function chosen(settings: CatalogueSettings) {
  const { channels, plugins } = chooseCatalogue(all, settings)
  return { channels, plugins: [...plugins.keys()] }
}

describe('the channels searched by default', () => {
  it('are all when nothing is set', () => {
    expect(chosen({})).toEqual({ channels: ['alpha', 'Beta', 'gamma'], plugins: ['labi', 'panta', 'wanou'] })
  })

  it('are those that CHANNELS names, in its order and however they are written', () => {
    expect(chosen({ CHANNELS: 'zeta，@alpha, https://t.me/s/delta\nALPHA' }).channels).toEqual([
      'zeta',
      'alpha',
      'delta',
    ])
  })

  it('lose those with a minus and gain those with a plus', () => {
    expect(chosen({ CHANNELS: '+zeta, -beta, +ALPHA' }).channels).toEqual(['alpha', 'gamma', 'zeta'])
  })

  it.each([
    ['alpha,+zeta', 'CHANNELS: must be a list of names, or only +name and -name, not both'],
    ['-nosuch', 'CHANNELS: nosuch is not in the list, so it cannot be removed'],
    ['a b', 'CHANNELS: "a b" is not a channel'],
    ['+1abc', 'CHANNELS: "1abc" is not a channel'],
  ])('are refused by name when CHANNELS is %j', (CHANNELS, sentence) => {
    expect(() => chosen({ CHANNELS })).toThrow(sentence)
  })
})

describe('the plugins searched by default', () => {
  it.each([
    [{ ENABLED_PLUGINS: 'wanou, LABI' }, ['labi', 'wanou']],
    [{ ENABLED_PLUGINS: 'all', DISABLED_PLUGINS: 'labi' }, ['panta', 'wanou']],
    [{ ENABLED_PLUGINS: 'labi,panta', DISABLED_PLUGINS: 'labi' }, ['panta']],
    [{ ENABLED_PLUGINS: 'none' }, []],
    [{ DISABLED_PLUGINS: 'all' }, []],
    [{ ENABLED_PLUGINS: ' , ', DISABLED_PLUGINS: ',' }, ['labi', 'panta', 'wanou']],
    [{ ENABLED_PLUGINS: 'labi,all' }, ['labi', 'panta', 'wanou']],
  ])('are those that %j leaves', (settings, plugins) => {
    expect(chosen(settings).plugins).toEqual(plugins)
  })

  it.each([{ ENABLED_PLUGINS: 'labii,zhizhen' }, { DISABLED_PLUGINS: 'labi,labii' }])(
    'are refused by %j, which names nothing that is there, or something to leave out that is not',
    (settings) => {
      const [name] = Object.keys(settings)
      expect(() => chosen(settings)).toThrow(
        `${name}: unknown plugin labii; did you mean labi? allowed are labi, panta, wanou, all,`,
      )
    },
  )

  it('are those of a list made for PanSou that are here; a warning names the others', () => {
    const warnings: string[] = []
    const log = { warn: (sentence: string) => void warnings.push(sentence) }
    const { plugins } = chooseCatalogue(all, { ENABLED_PLUGINS: 'zhizhen,labi,wanou,muou' }, log)
    expect([...plugins.keys()]).toEqual(['labi', 'wanou'])
    expect(warnings).toEqual(['ENABLED_PLUGINS: skipped unknown plugins: zhizhen, muou'])
  })
})
