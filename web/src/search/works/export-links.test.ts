// Exported text, JSON and CSV.
import { expect, it } from 'vitest'
import { collectedLink } from '../../../../test/kit/page-data.ts'
import { formatExport, formatWorks } from './export-links.ts'

const labels = {
  codeIs: (code: string) => `提取码：${code}`,
  cloud: (type: string) => `${type}：`,
  allDead: '链接都已失效',
}
const quark = collectedLink('quark:a', { title: '=纸鹤, "4K"', at: Date.UTC(2026, 0, 2) })
const baidu = collectedLink('baidu:b', { password: 'k3m9' })
const works = [{ title: '纸鹤', year: 2036, links: [quark, baidu], best: [baidu] }]

it('a text has each work with its best links, their clouds and codes', () => {
  expect(formatWorks(works, labels)).toBe('纸鹤 (2036)\nbaidu：https://pan.baidu.cn/s/b 提取码：k3m9')
  expect(formatWorks([...works, ...works], labels).split('\n\n')).toHaveLength(2)
})

it('a text says that all links of a work are dead', () => {
  expect(formatWorks([{ title: '纸鹤', year: null, best: [] }], labels)).toBe('纸鹤\n链接都已失效')
})

it('JSON has all links', () => {
  expect(JSON.parse(formatExport(works, 'json', labels))).toEqual([
    {
      ...{ title: '纸鹤', year: 2036, cloud: 'quark', url: 'https://pan.quark.cn/s/a', code: '' },
      ...{ name: '=纸鹤, "4K"', time: '2026-01-02T00:00:00.000Z' },
    },
    {
      ...{ title: '纸鹤', year: 2036, cloud: 'baidu', url: 'https://pan.baidu.cn/s/b', code: 'k3m9' },
      ...{ name: 't b', time: '' },
    },
  ])
})

it('CSV has all links, quoted, and no cell that a spreadsheet takes for a formula', () => {
  expect(formatExport(works, 'csv', labels).split('\r\n')).toEqual([
    '\uFEFFtitle,year,cloud,url,code,name,time',
    `纸鹤,2036,quark,https://pan.quark.cn/s/a,,"'=纸鹤, ""4K""",2026-01-02T00:00:00.000Z`,
    '纸鹤,2036,baidu,https://pan.baidu.cn/s/b,k3m9,t b,',
    '',
  ])
})
