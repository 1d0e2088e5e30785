// Titles of posts and works of links. All posts are hand-made.
import { describe, expect, it } from 'vitest'
import { findLinks } from '../links/find-links.ts'
import type { Post } from '../plugin.ts'
import { titleOf, workTitles } from './titles.ts'

function q(digit: string): string {
  return `https://pan.quark.cn/s/0a1b2c3d4e5${digit}`
}
function b(letter: string): string {
  return `https://pan.baidu.com/s/1${letter.repeat(22)}`
}

function post(text: string, more: Partial<Post> = {}): Post {
  return { id: '1', text, anchors: [], tags: [], images: [], aside: '', ...more }
}

function works(text: string): (string | undefined)[] {
  return workTitles(text, findLinks(text, []))
}

describe('the title of a post', () => {
  it.each([
    [`名称：纸鹤与灯塔 (2031) 全12集\n\n描述：守塔人\n\n链接：${q('1')}`, '纸鹤与灯塔 (2031) 全12集'],
    [`标题: 纸鹤与灯塔\n链接：${q('1')}`, '纸鹤与灯塔'],
    [`【名称】：纸鹤与灯塔\n链接：${q('1')}`, '纸鹤与灯塔'],
    [`🎬✨ 纸鹤与灯塔 [4K]\n${q('1')}`, '纸鹤与灯塔 [4K]'],
    [`《纸鹤与灯塔》 更新\n${q('1')}`, '《纸鹤与灯塔》 更新'],
    [`🎬 名称：纸鹤与灯塔`, '纸鹤与灯塔'],
    [`#剧集 #纸鹤\n守塔人的故事\n名称：纸鹤与灯塔\n${q('1')}`, '纸鹤与灯塔'],
    [`#剧集 #纸鹤\n纸鹤与灯塔\n${q('1')}`, '纸鹤与灯塔'],
    [`名称：纸鹤与灯塔简介：守塔人与纸鹤`, '纸鹤与灯塔'],
    [`名称：纸鹤与灯塔 描述：守塔人与纸鹤 链接：${q('1')}`, '纸鹤与灯塔'],
    [`纸鹤与灯塔 夸克：${q('1')}`, '纸鹤与灯塔'],
    [`纸鹤与灯塔夸克网盘：${q('1')}百度：${b('a')}`, '纸鹤与灯塔'],
    [`纸鹤与灯塔 pan.quark.cn/s/0a1b2c3d4e5f`, '纸鹤与灯塔'],
    [`山谷广播剧 第一季丨天翼：https://cloud.189.cn/t/AbCdEfGhIj12（访问码：x7k9）`, '山谷广播剧 第一季'],
    [`「纸鹤与灯塔」${q('1')} 提取码: 7h2k 点击链接保存`, '纸鹤与灯塔'],
    [`我用夸克网盘分享了「纸鹤」，链接：${q('1')} 提取码：Qw7e`, '纸鹤'],
    [`通过网盘分享的文件：纸鹤与灯塔 第一季\n链接: ${b('a')}?pwd=xip6 提取码: xip6 复制这段内容`, '纸鹤与灯塔 第一季'],
    [`通过网盘分享的文件：纸鹤与灯塔 链接: ${b('a')}?pwd=xip6 提取码: xip6`, '纸鹤与灯塔'],
    [`通过网盘分享的文件：纸鹤与灯塔 等3个文件\n链接: ${b('a')}\n--来自百度网盘超级会员v3的分享`, '纸鹤与灯塔'],
    [
      `我用夸克网盘给你分享了「纸鹤『特别篇』 第一季」，点击链接或复制整段内容\n链接：${q('1')}`,
      '纸鹤『特别篇』 第一季',
    ],
    [`我用光鸭云盘给你分享了"纸鹤"\n${q('1')}`, '纸鹤'],
    [`我用UC网盘分享了《纸鹤》，点击链接保存\n${q('1')}`, '纸鹤'],
    [`hi，这是我用百度网盘分享的内容~复制这段内容打开\n链接:${b('a')}\n提取码:abcd\n纸鹤`, '纸鹤'],
    [`纸鹤与灯塔 https://www.alipan.com/s/a1B2c3D4e5F 点击链接保存，或者复制本段内容`, '纸鹤与灯塔'],
    [`${q('1')}?password=t5u6&# 纸鹤 访问码：t5u6 复制这段内容，可在115App中直接打开！`, '纸鹤'],
    [`提取：abcd\n纸鹤 ${q('1')}`, '纸鹤'],
    [`密码学入门\n${q('1')}`, '密码学入门'],
    [`分享《三体》三部曲\n${q('1')}`, '分享《三体》三部曲'],
    [`下载：${q('1')}（Remark）`, '下载：（Remark）'],
    [`分享文件：纸鹤 链接：${q('1')} 复制这段内容后打开手机迅雷`, '纸鹤'],
    [`链接：${q('1')}\n纸鹤与灯塔`, '纸鹤与灯塔'],
    [`夸克：${q('1')}\n百度：${b('a')}\n纸鹤与灯塔`, '纸鹤与灯塔'],
    [`纸鹤 115`, '纸鹤 115'],
    [`  纸鹤\u3000与  灯塔  `, '纸鹤 与 灯塔'],
    [`1917`, '1917'],
    [`第一季\n${q('1')}`, '第一季'],
  ])('is found in %j', (text, title) => {
    expect(titleOf(post(text))).toBe(title)
  })

  it('is the one the source gives, when it has words', () => {
    expect(titleOf(post('别的', { title: ' 纸鹤\n与灯塔 ' }))).toBe('纸鹤 与灯塔')
    expect(titleOf(post('纸鹤', { title: ' — ' }))).toBe('纸鹤')
  })

  it('falls back to the tags, then to whatever words there are', () => {
    expect(titleOf(post(`链接：${q('1')}`, { tags: ['纸鹤', 'demo'] }))).toBe('纸鹤 demo')
    expect(titleOf(post('描述：守塔人'))).toBe('描述：守塔人')
    expect(titleOf(post('🎬🎬'))).toBe('')
  })

  it('has at most 200 characters and no half ones', () => {
    expect(Array.from(titleOf(post('鹤'.repeat(5000))))).toHaveLength(200)
    expect(Array.from(titleOf(post(`a${'𠮷'.repeat(5000)}`)))).toHaveLength(200)
    expect(titleOf(post('纸鹤\ud800')).isWellFormed()).toBe(true)
  })
})

describe('the works of a post', () => {
  it.each([
    [
      'lines of a list',
      `作品甲丨夸克：${q('1')}\n作品乙丨夸克：${q('2')}\n作品丙丨百度：${b('c')}`,
      ['作品甲', '作品乙', '作品丙'],
    ],
    ['a list of one under another title', `今日合集\n作品甲丨夸克：${q('1')}`, ['作品甲']],
    ['names with a colon', `今日合集\n1. 作品甲：${q('1')}\n2. 作品乙：${q('2')}`, ['作品甲', '作品乙']],
    [
      'names and two drives each',
      `作品甲 夸克：${q('1')} 百度：${b('a')}\n作品乙 夸克：${q('2')} 百度：${b('b')}`,
      ['作品甲', '作品甲', '作品乙', '作品乙'],
    ],
    [
      'blocks',
      `作品甲\n夸克：${q('1')}\n百度：${b('a')}\n作品乙\n夸克：${q('2')}\n百度：${b('b')}`,
      ['作品甲', '作品甲', '作品乙', '作品乙'],
    ],
    ['blocks apart', `作品甲\n夸克：${q('1')} 提取码：k3m9\n\n作品乙\n百度：${b('b')}`, ['作品甲', '作品乙']],
    [
      'labelled blocks',
      `名称：作品甲\n描述：很长\n\n链接：${q('1')}\n名称：作品乙\n描述：更长\n\n链接：${b('b')}`,
      ['作品甲', '作品乙'],
    ],
  ])('are separated: %s', (_case, text, expected) => {
    expect(works(text)).toEqual(expected)
  })

  it.each([
    ['one link', `作品甲\n夸克：${q('1')}`],
    ['one link after a bar', `作品甲丨夸克：${q('1')}`],
    [
      'labels of drives',
      `作品甲\n夸克：${q('1')}\n百度网盘：${b('a')} 提取码：k3m9\nUC：https://drive.uc.cn/s/1a2b3c4d5e6f7\n移动云盘链接：https://caiyun.139.com/m/i?105CdemoAbCdE`,
    ],
    ['qualities and parts', `作品甲\n夸克4K：${q('1')}\n夸克1080P：${q('2')}\n第1-10集：${q('3')}\n第二季：${q('4')}`],
    ['a description between', `名称：作品甲\n\n描述：很长的一段\n\n链接：${q('1')}\n百度：${b('a')}`],
    ['fields between', `作品甲\n夸克：${q('1')}\n📁 大小：12 GB\n🏷 标签：#a\n百度：${b('a')}`],
    ['words behind a link', `作品甲\n夸克：${q('1')}，转存自取\n百度：${b('a')}`],
    ['words behind a link of the same drive', `作品甲\n夸克：${q('1')}，转存自取\n夸克：${q('2')}`],
    ['words between two drives', `作品甲\n夸克：${q('1')}\n需要的朋友看这里\n百度：${b('a')}`],
    ['the same name twice', `作品甲 夸克：${q('1')}\n作品甲 夸克：${q('2')}`],
    ['no words at all', `${q('1')}\n${q('2')}`],
  ])('are one: %s', (_case, text) => {
    const titles = works(text)
    expect(titles.length).toBeGreaterThan(0)
    expect(new Set(titles)).toEqual(new Set([undefined]))
  })

  it('are none for a post without links', () => {
    expect(workTitles('纸鹤', [])).toEqual([])
  })
})
