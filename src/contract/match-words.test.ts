// Words match as people write them: keywords and titles in different spellings.
import { describe, expect, it } from 'vitest'
import { foldText, foldWords } from './fold-text.ts'
import { containsAll, searchWords } from './match-words.ts'

function isFound(kw: string, title: string): boolean {
  return containsAll(foldWords(title), searchWords(foldWords(kw)))
}

describe('a keyword', () => {
  it.each([
    ['死神少爷与黑女仆', '[ANi] 死神少爺與黑女僕 第二季（僅限港澳台地區） - 03 [1080P]'],
    ['進擊的巨人', '进击的巨人 最终季'],
    ['pokemon', 'Pokémon Concierge S01 1080p'],
    ['Captain America: Civil War', 'Captain America Civil War 2016'],
    ['X-Men: First Class', 'X-Men.First.Class.2011.BluRay.2160p'],
    ['海军罪案调查处洛杉矶', '海军罪案调查处：洛杉矶 第一季'],
    ['greys anatomy', "Grey's Anatomy S15E01"],
    ['greys anatomy', 'Grey´s Anatomy S15E01'],
    ['《三体》', '三体 刘慈欣 epub'],
    ['三体：', '三体'],
    ['台风', '颱風來襲'],
    ['Spider-Man', 'Spider Man 2002'],
    ['spiderman', 'Spider-Man2'],
    ['swat', 'S.W.A.T.S03E01'],
    ['S.W.A.T.', 'SWAT S03'],
    ['R&B', '最新R&B合集'],
    ['K-ON!', 'KON 全集'],
    ['1.5', '1.5倍'],
    ['2.5次元', '2.5次元的诱惑'],
    ['9-1-1', '911 S01'],
    ['911', '9-1-1 Lone Star'],
    ['C++', 'Visual C++入门'],
    ['.NET', 'ASP.NET Core'],
    ['SPY×FAMILY', 'SPY x FAMILY'],
    ['SPY×FAMILY', 'SPYxFAMILY'],
    ['hunter x hunter', 'HUNTER×HUNTER'],
    ['ガンダムシード', '機動戦士ガンダム・シード'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑ'],
    ['ё', 'елка'],
    ['strasse', 'Straße'],
    ['lodz', 'Łódź'],
    ['istanbul', 'İstanbul'],
    ['哈利波特', '哈利·波特'],
    ['哈利·波特', '哈利波特'],
    ['你好李焕英', '你好，李焕英'],
    ['WALL·E', 'WALL-E'],
    ['walle', 'WALL·E'],
    ['mash', 'M*A*S*H'],
    ['三体🔥', '三体'],
    ['fate stay night', 'Fate/stay night'],
    ['2.67', '2,67 GB'],
    ['!!!', '!!!'],
    ['amelie', 'Amélie'],
    ['一生', '一·生'],
    ['爱死机', '《爱，死，机》第三季'],
    ['一生', '统一，生活；一生'],
    ['第一生活', '第一，生活'],
  ])('%j finds %j', (kw, title) => {
    expect(isFound(kw, title)).toBe(true)
  })

  it.each([
    ['三体 2', '三体 第一季'],
    ['一生', '医生'],
    ['一生', '统一，生活'],
    ['一生', '第一，生活'],
    ['一生', '他是一。生'],
    ['是谁', '我是，谁'],
    ['生活', '陌生！活着'],
    ['sex', 'Mars.Express.2023'],
    ['A.V', 'Java la vie'],
    ['R&B', 'urban turbo'],
    ['K-ON', 'Hong Kong'],
    ['15', '1.5'],
    ['1.5', '15'],
    ['2.5次元', '25次元'],
    ['9.11', '911'],
    ['C++', 'C 语言'],
    ['C#', 'C 语言'],
    ['...', '三体'],
    ['か', 'が'],
    ['й', 'и'],
    ['18+', '18岁'],
  ])('%j does not find %j', (kw, title) => {
    expect(isFound(kw, title)).toBe(false)
  })
})

describe('a folded text', () => {
  it.each([
    ['ＡＢＣ１２', 'abc12'],
    ['㈱アパート㌀', '株·アパートアパート'],
    ['ﷺ', 'صلى الله عليه وسلم'],
    ['《三体》：第一季  （4K）', '三体·第一季 4k'],
  ])('of %s is %s', (text, folded) => {
    expect(foldWords(text)).toBe(folded)
  })

  it('is bounded although characters grow', () => {
    expect(foldWords('\ufdfa'.repeat(10_000)).length).toBeLessThanOrEqual(40_000)
  })

  it('is as long as the text where positions are needed', () => {
    expect(foldText('慶餘年　Ⅱ（４Ｋ）Pokémon')).toBe('庆余年 ⅱ(4k)pokemon')
  })
})
