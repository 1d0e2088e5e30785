// Copied text of a link with its code, and of many.
import { expect, test } from 'vitest'
import { addressLines, formatLinks } from './link-text.ts'

const words = { codeIs: (code: string) => `提取码：${code}` }

test.each([
  ['stands apart', 'https://pan.quark.cn/s/1a2b', 'k3m9', ['https://pan.quark.cn/s/1a2b', '提取码：k3m9']],
  ['is there by chance', 'https://pan.quark.cn/s/1k3m9', 'k3m9', ['https://pan.quark.cn/s/1k3m9', '提取码：k3m9']],
  ['is another', 'https://x.cn/s/1?pwd=aaaa', 'bbbb', ['https://x.cn/s/1?pwd=aaaa', '提取码：bbbb']],
  ['is longer', 'https://x.cn/s/1?pwd=abcd1', 'abcd', ['https://x.cn/s/1?pwd=abcd1', '提取码：abcd']],
])('a code that %s is written behind the address', (_, url, password, lines) => {
  expect(addressLines({ url, password }, words)).toEqual(lines)
})

test.each([
  ['https://pan.baidu.com/s/1a?pwd=k3m9', 'k3m9'],
  ['https://pan.baidu.com/s/1a?from=x&pwd=k3m9#list', 'k3m9'],
  ['https://115cdn.com/s/sw1?password=kv45', 'kv45'],
  ['https://pan.baidu.com/s/1a#pwd=k3m9', 'k3m9'],
  ['https://cloud.189.cn/t/AbCd（访问码：k3m9）', 'k3m9'],
  [`https://cloud.189.cn/t/AbCd${encodeURIComponent('（访问码：k3m9）')}`, 'k3m9'],
  ['https://pan.quark.cn/s/1a', ''],
  ['magnet:?xt=urn:btih:0a&dn=100%', ''],
])('%s with the code “%s” says it all by itself', (url, password) => {
  expect(addressLines({ url, password }, words)).toEqual([url])
})

test('an address that is badly encoded is read as it stands', () => {
  const url = 'https://x.cn/100%?pwd=k3m9'
  expect(addressLines({ url, password: 'k3m9' }, words)).toEqual([url])
})

test('many links are a block each, with the title on one line', () => {
  const text = formatLinks(
    [
      { title: '纸鹤\n 第一季', url: 'https://pan.quark.cn/s/1', password: 'k3m9' },
      { title: '纸鹤', url: 'https://pan.baidu.com/s/2?pwd=abcd', password: 'abcd' },
      { title: ' ', url: 'magnet:?xt=urn:btih:0a', password: '' },
    ],
    words,
  )
  expect(text).toBe(
    '纸鹤 第一季\nhttps://pan.quark.cn/s/1\n提取码：k3m9\n\n纸鹤\nhttps://pan.baidu.com/s/2?pwd=abcd\n\nmagnet:?xt=urn:btih:0a',
  )
  expect(formatLinks([], words)).toBe('')
})
