// Shares in pasted texts.
import { expect, it } from 'vitest'
import { parsePastedShare, shareAddress } from './parse-pasted-share.ts'

it.each([
  ['https://pan.quark.cn/s/1a2b', 'https://pan.quark.cn/s/1a2b', ''],
  ['链接: https://pan.baidu.com/s/1a 提取码: k3m9', 'https://pan.baidu.com/s/1a', 'k3m9'],
  ['我给你分享了 https://pan.quark.cn/s/1a，提取码：k3m9。', 'https://pan.quark.cn/s/1a', 'k3m9'],
  ['magnet:?xt=urn:btih:0a1b', 'magnet:?xt=urn:btih:0a1b', ''],
])('%s', (text, url, password) => {
  expect(parsePastedShare(text)).toEqual({ url, password })
})

it('none in a text without an address', () => {
  expect(parsePastedShare('纸鹤')).toBeUndefined()
})

it('the code and the scheme of an address do not tell shares apart', () => {
  expect(shareAddress('http://pan.baidu.com/s/1a/')).toBe(shareAddress('https://pan.baidu.com/s/1a?pwd=k3m9'))
  expect(shareAddress('https://pan.baidu.com/s/1a')).not.toBe(shareAddress('https://pan.baidu.com/s/1b'))
})
