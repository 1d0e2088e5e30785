// What a pasted text is.
import { expect, it } from 'vitest'
import { recognisePasted } from './recognise-pasted.ts'

it.each([
  ['@some_channel', 'some_channel'],
  ['t.me/some_channel', 'some_channel'],
  [' https://t.me/s/some_channel?before=7 ', 'some_channel'],
  ['https://t.me/some_channel/1234', 'some_channel'],
  ['https://telegram.me/some_channel', 'some_channel'],
  ['tg://resolve?domain=some_channel', 'some_channel'],
  ['看看这个频道：https://t.me/some_channel，更新很快', 'some_channel'],
])('%s is the channel %s', (text, name) => {
  expect(recognisePasted(text)).toEqual({ kind: 'channel', name })
})

it.each([
  ['https://blog.example.org/rss.xml'],
  ['https://www.example.org/question/7?utm=1'],
  ['https://pan.quark.cn/s/16c89a239db2'],
])('%s is a page, unless it is a share', (url) => {
  expect(recognisePasted(` ${url}\n`)).toEqual({ kind: 'page', url })
})

it.each([
  ['三体'],
  ['@abc'],
  ['someone@example.org'],
  ['https://t.me/+Abcdefgh'],
  ['https://t.me/joinchat/Abcdefgh'],
  ['我分享了「纸鹤」 https://pan.quark.cn/s/16c89a239db2 来自 https://t.me/some_channel'],
  ['链接：https://pan.quark.cn/s/16c89a239db2 提取码：abcd'],
  ['magnet:?xt=urn:btih:0123456789abcdef'],
])('%s is neither', (text) => {
  expect(recognisePasted(text)).toBeUndefined()
})
