// Shares in pasted texts.
import { expect, it } from 'vitest'
import { mayBeShare } from '../search-url.ts'
import { parsePastedShare, readPasted, shareAddress, writeShare } from './parse-pasted-share.ts'

const quark = 'https://pan.quark.cn/s/16c89a239db2'
const hash = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'

it.each([
  [quark, quark, '', ''],
  ['链接: https://pan.baidu.com/s/1a 提取码: k3m9', 'https://pan.baidu.com/s/1a', 'k3m9', ''],
  ['我给你分享了 https://pan.quark.cn/s/1a，提取码：k3m9。', 'https://pan.quark.cn/s/1a', 'k3m9', ''],
  [
    `我用夸克网盘给你分享了「纸鹤与灯塔」，点击链接或复制整段内容，打开「夸克APP」即可获取。链接：${quark} 提取码：abcd`,
    quark,
    'abcd',
    '纸鹤与灯塔',
  ],
  [
    `我用夸克网盘分享了「《纸鹤》4K 更新至12集」，点击链接即可保存。打开「夸克APP」，无需下载在线播放视频，畅享原画5倍速，支持电视投屏。\n链接：${quark}`,
    quark,
    '',
    '纸鹤',
  ],
  [
    '通过网盘分享的文件：纸鹤与灯塔 第一季\n链接: https://pan.baidu.com/s/1Ab?pwd=xip6 提取码: xip6 复制这段内容后打开百度网盘手机App，操作更方便哦',
    'https://pan.baidu.com/s/1Ab',
    'xip6',
    '纸鹤与灯塔 第一季',
  ],
  // Browsers take line breaks out of what is pasted into one line.
  [
    '通过网盘分享的文件：纸鹤.mkv等3个文件链接: https://pan.baidu.com/s/1Ab 提取码: xip6复制这段内容后打开百度网盘手机App，操作更方便哦 --来自百度网盘超级会员v5的分享',
    'https://pan.baidu.com/s/1Ab',
    'xip6',
    '纸鹤',
  ],
  [
    '「纸鹤与灯塔」，点击链接保存，或者复制本段内容，打开「阿里云盘」APP ，无需下载极速在线查看，视频原画倍速播放。\n链接：https://www.alipan.com/s/AbCdEf12345',
    'https://www.alipan.com/s/AbCdEf12345',
    '',
    '纸鹤与灯塔',
  ],
  [
    '纸鹤与灯塔.mp4\nhttps://www.alipan.com/s/AbCdEf12345\n点击链接保存，或者复制本段内容，打开「阿里云盘」APP ，无需下载极速在线查看，视频原画倍速播放。',
    'https://www.alipan.com/s/AbCdEf12345',
    '',
    '纸鹤与灯塔',
  ],
  [
    '分享文件：纸鹤 链接：https://pan.xunlei.com/s/VODemoAaBbCcDdEeFfGgHhIiA1?pwd=n5p8# 复制这段内容后打开手机迅雷App，查看更方便',
    'https://pan.xunlei.com/s/VODemoAaBbCcDdEeFfGgHhIiA1',
    'n5p8',
    '纸鹤',
  ],
  [
    'https://115cdn.com/s/sw3demo1abc?password=t5u6&# 纸鹤 访问码：t5u6 复制这段内容，可在115App中直接打开！',
    'https://115cdn.com/s/sw3demo1abc',
    't5u6',
    '纸鹤',
  ],
  ['纸鹤 https://www.123pan.com/s/demoA-5ntrv 提取码:D3m0', 'https://www.123pan.com/s/demoA-5ntrv', 'D3m0', '纸鹤'],
  [
    '《纸鹤》 https://cloud.189.cn/t/AbCdEf123456（访问码：x7k9）',
    'https://cloud.189.cn/t/AbCdEf123456',
    'x7k9',
    '纸鹤',
  ],
  ['链接：pan.baidu.com/s/1Ab　提取码：ｋ３ｍ９', 'https://pan.baidu.com/s/1Ab', 'k3m9', ''],
  [`${quark} 解压密码: abcd1234`, quark, '', ''],
  [`magnet:?xt=urn:btih:${hash}`, `magnet:?xt=urn:btih:${hash}`, '', ''],
  [
    `magnet:?xt=urn:btih:${hash}&dn=Paper+Crane.mkv`,
    `magnet:?xt=urn:btih:${hash}&dn=Paper+Crane.mkv`,
    '',
    'Paper Crane',
  ],
  [
    '纸鹤全集 ed2k://|file|纸鹤.mkv|1024|0123456789abcdef0123456789abcdef|/',
    'ed2k://|file|纸鹤.mkv|1024|0123456789abcdef0123456789abcdef|/',
    '',
    '纸鹤全集',
  ],
])('%s', (text, url, password, name) => {
  const share = { url, password, name }
  expect(mayBeShare(text)).toBe(true)
  expect(parsePastedShare(text)).toEqual(share)
  expect(parsePastedShare(writeShare(share))).toEqual(share)
})

it.each(['纸鹤', '我分享了「纸鹤」给你', 'Node.js 入门', 'v1.2/3'])('none in %s, which has no address', (text) => {
  expect(parsePastedShare(text)).toBeUndefined()
})

it.each([
  ['我用夸克网盘给你分享了「纸鹤与灯塔」，点击链接或复制整段内容，打开「夸克APP」即可获取。', '纸鹤与灯塔'],
  ['纸鹤「终章」', '纸鹤「终章」'],
  ['《纸鹤》', '《纸鹤》'],
  ['分享经济', '分享经济'],
])('%s without an address is searched for as %s', (text, name) => {
  expect(readPasted(text).kw).toBe(name)
})

it('the code and the scheme of an address do not tell shares apart', () => {
  expect(shareAddress('http://pan.baidu.com/s/1a/')).toBe(shareAddress('https://pan.baidu.com/s/1a?pwd=k3m9'))
  expect(shareAddress('https://pan.baidu.com/s/1a')).not.toBe(shareAddress('https://pan.baidu.com/s/1b'))
})

it('searched for is the address, else the name, else the text; the share is told with its code and name', () => {
  const text = `我用夸克网盘给你分享了「纸鹤」，复制整段内容。${'打开「夸克APP」'.repeat(30)} 链接：${quark} 提取码：abcd`
  expect(readPasted(text)).toEqual({ kw: quark, share: `${quark} 提取码: abcd 「纸鹤」` })
  expect(readPasted('我用夸克网盘给你分享了「纸鹤」，打开「夸克APP」')).toEqual({ kw: '纸鹤', share: undefined })
  expect(readPasted('分享「」')).toEqual({ kw: '分享「」', share: '分享「」' })
  expect(readPasted('x:// y')).toEqual({ kw: 'x:// y', share: 'x:// y' })
  expect(readPasted('分享 经济\n')).toEqual({ kw: '分享 经济', share: undefined })
})
