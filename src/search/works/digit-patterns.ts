// Marks that begin with a digit: years, sizes, resolutions, ranges of episodes.
import { episodes, type Pattern, range, season, upTo, year } from './pattern.ts'

export const inDigits: readonly Pattern[] = [
  // 04x12; the season is a mark of its own.
  { digits: '12', next: 'x', ...season, form: /(?<from>\d{1,2})(?=x\d{2,3}(?!\d))/y },
  // 25.6GB, 88.2 G, 1.8T
  {
    digits: '1234',
    next: ' .tgmk',
    name: 'size',
    form: /\d{1,4}(?:\.\d{1,3})?\s?(?:[tgmk]i?b(?!ps)|[tgm](?![a-z\d]))/y,
  },
  // 1280x720
  { next: 'x', name: 'quality', form: /\d{3,4}x\d{3,4}(?!\d)/y },
  // 2019.10.25, 2019 10 25, 25/10/2019
  { digits: '4', next: '.-/ ', ...year, form: /(?<from>(?:19|20)\d\d)[.\-/ ](?:0[1-9]|1[0-2])[.\-/ ][0-3]\d(?!\d|p)/y },
  // 20240426期
  { digits: '8', ...year, form: /(?<from>20[0-3]\d)(?:0[1-9]|1[0-2])[0-3]\d(?!\d)期?/y },
  { digits: '2', next: '/', ...year, form: /[0-3]\d\/[01]\d\/(?<from>20\d\d)(?!\d)/y },
  { digits: '12', next: ' .-/', ...year, form: /[0-3]?\d[ .\-/][0-3]?\d[ .\-/](?<from>20\d\d)(?!\d|p)/y },
  {
    digits: '12',
    next: 'snrt. ',
    ...year,
    form: /[0-3]?\d(?:st|nd|rd|th)?[ .](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}[ .](?<from>20\d\d)(?!\d)/y,
  },
  // 1962-2021
  {
    digits: '4',
    next: ' -~–至',
    name: 'years',
    form: /(?:19|20)\d\d\s?[-~–至]\s?(?:(?:19|20)\d\d|\d\d)(?!\d|集|话|期|回)/y,
  },
  // 2160p, 1080i, 4K, 60帧, 60fps, 10bit
  { digits: '34', next: 'pi', name: 'quality', form: /\d{3,4}[pi](?![a-z])/y },
  { digits: '1', next: 'k', name: 'quality', form: /[248]k(?![a-z]{4})/y },
  { digits: '23', next: ' 帧f', name: 'quality', form: /\d{2,3}\s?(?:帧|fps)/y },
  { next: '-b', name: 'codec', form: /\d{1,2}-?bits?(?![a-z])/y },
  // 1-35季, 3季全, 7季
  { digits: '12', next: ' -~至到+', ...season, form: /(?<from>\d{1,2})\s?[-~至到+]\s?(?<to>\d{1,2})\s?季全?/y },
  { digits: '12', next: '季', name: 'season', form: /(?<to>\d{1,2})季[全合]/y, numbers: upTo },
  { digits: '12', next: '季', ...season, form: /(?<from>\d{1,2})季/y },
  // 1-328集, 36集全, 40集完结, 139话完, 1-105卷, 12回
  {
    digits: '1234',
    next: ' -~至到',
    ...episodes,
    form: /\d{1,4}\s?[-~至到]\s?\d{1,4}\s?[集话話回期卷册章讲节课](?:全|已?完结?)?/y,
  },
  {
    digits: '1234',
    next: ' 集话話回期卷册章讲节课',
    ...episodes,
    form: /\d{1,4}\s?[集话回期卷册章讲节课](?:全|已?完结?)?/y,
  },
  // 1-9部, 15部, 1+2
  {
    digits: '12',
    next: ' -~至到+&、',
    name: 'parts',
    form: /(?<from>\d{1,2})\s?[-~至到+&、]\s?(?<to>\d{1,2})\s?部(?:曲|全|合集)?/y,
    numbers: range,
  },
  { digits: '123', next: ' 部', name: 'parts', form: /(?<to>\d{1,3})\s?部(?:曲|全|合集|剧场版|电影)?/y, numbers: upTo },
  {
    digits: '12',
    next: 'snrtªºa- сt',
    ...season,
    form: /(?<from>\d{1,2})(?:st|nd|rd|th|ª|º|a|-й)? ?(?:season|temporada|сезон|saison|stagione)(?![a-z] ?\d)/y,
  },
  { next: 'snrt', name: 'edition', form: /\d(?:st|nd|rd|th)[ ._-]edition/y },
  { next: '.', name: 'version', form: /\d{1,3}\.\d{1,3}\.\d{1,5}(?![a-z\d])/y },
  // 7.1 and 5.1 sound, 6ch, 2Audio
  { next: '.', name: 'audio', form: /[567]\.1(?:声道|ch)?(?!\d|[a-z])/y },
  { next: 'c', name: 'audio', form: /[268]ch(?![a-z])/y },
  { next: ' a', name: 'audio', form: /[2-9] ?audios?(?![a-z])/y },
  { next: '.k', name: 'audio', form: /\d{2,3}(?:\.\d)?khz/y },
  // 86版, 1994版
  { next: '版', name: 'year', form: /(?<from>[3-9]\d)版/y, numbers: ({ from }) => [1900 + Number(from)] },
  // 25考研
  {
    digits: '2',
    name: 'year',
    form: /(?<from>2\d)(?=考研|考公|国考|省考|法考|一建|二建|注会|[一-鿿]{2,3}考研)/y,
    numbers: ({ from }) => [2000 + Number(from)],
  },
  // 求生之路 1代
  { digits: '1', next: '代', name: 'part', form: /(?<from>\d)代(?![一-鿿])/y, numbers: range },
  // 50周年纪念版
  { digits: '123', next: '周', name: 'edition', form: /\d{1,3}周年(?:纪念|限定|庆典|珍藏|特别|典藏)?版/y },
  // 24H2, 2023b
  { digits: '4', next: 'ab', name: 'version', form: /20[0-3]\d[ab](?![a-z\d])/y },
  { next: 'h', name: 'version', form: /2\dh[12](?![a-z\d])/y },
  // Year, but not the number of an episode
  {
    digits: '4',
    ...year,
    form: /(?<from>(?:19[0-9]|20[0-3])\d)(?![\dxpi]|[集话期回部章款本首套张份题道条页种]|个(?!人|税))年?/y,
  },
  // [401] after its season
  { next: ']', ...episodes, form: /(?<=[a-z] \[\d)[0-4]\d(?=\] [a-z])/y },
  // 01-03 из 12, 6 of 13
  {
    digits: '123',
    next: ' -',
    ...episodes,
    form: /\d{1,3}(?:\s?-\s?\d{1,3})?\s(?:из|of)\s\d{1,3}(?![\da-zа-я\u4e00-\u9fff])/y,
  },
  // Simpsons.2401.hdtv: season 24, episode 01
  {
    next: '. _',
    ...season,
    form: /(?<=[a-z\d][. _])(?!(?:19|20)\d\d)(?<from>\d{1,2})(?=[0-5]\d[. _](?:hdtv|pdtv|web|dvdrip|xvid|dsr|720p|480p|proper|repack))/y,
  },
  {
    next: '. _',
    ...episodes,
    form: /(?<=[. _]\d{1,2})[0-5]\d(?=[. _](?:hdtv|pdtv|web|dvdrip|xvid|dsr|720p|480p|proper|repack))/y,
  },
  // 009-030, 1-291, (01 - 12)
  {
    digits: '1234',
    next: ' -~',
    ...episodes,
    form: /\d{1,4}\s?[-~]\s?\d{3,4}(?![\dpi])(?:\+movies)?(?:\+specials)?(?:tv)?/y,
  },
  { next: ' -~', ...episodes, form: /0\d{1,3}\s?[-~]\s?\d{2,4}(?![\dpi])/y },
  // 1-3, 1+2, 1&2: parts of a series of films
  {
    digits: '1',
    next: ' -~至+&、',
    name: 'parts',
    form: /(?<from>\d)\s?[-~至+&、]\s?(?<to>\d{1,2})(?![\dxpik.])/y,
    numbers: range,
  },
]
