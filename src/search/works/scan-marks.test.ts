// Tests the marks that are found in titles.
import { describe, expect, it } from 'vitest'
import { foldText } from '../../contract/fold-text.ts'
import { scanMarks } from './scan-marks.ts'

/** The marks of a title as `name:piece`. */
function marksOf(title: string): string[] {
  return scanMarks(foldText(title)).map(({ name, start, end }) => `${name}:${title.slice(start, end)}`)
}

describe('the marks of a title', () => {
  it.each([
    // Resolution, frame rate, bit rate
    ['流浪地球2 4K 60帧 臻彩', ['quality:4K', 'quality:60帧', 'quality:臻彩']],
    ['三体 2160P 高码率', ['quality:2160P', 'quality:高码率']],
    ['One Piece [HD_1280x720]', ['quality:1280x720']],
    // Source, codec, picture, sound
    ['The Boys WEB-DL H.265 10bit', ['source:WEB-DL', 'codec:H.265', 'codec:10bit']],
    ['Dune.UHD.BluRay.REMUX.HEVC', ['source:UHD', 'source:BluRay', 'source:REMUX', 'codec:HEVC']],
    ['阿凡达 4KHDR10+ 杜比视界', ['quality:4K', 'hdr:HDR10+', 'hdr:杜比视界']],
    ['Joker DTS-HD.MA.TrueHD.7.1.Atmos', ['audio:DTS-HD.MA', 'audio:TrueHD', 'audio:7.1', 'audio:Atmos']],
    ['飞驰人生3 抢先版 TC', ['source:抢先版', 'edition:抢先版', 'source:TC']],
    // Seasons
    ['庆余年 第二季', ['season:第二季']],
    ['纸牌屋 六季全', ['season:六季全']],
    ['辛普森一家 1-35季', ['season:1-35季']],
    ['The Expanse S02E05-E08', ['season:S02', 'episodes:E05-E08']],
    ['Parks and Recreation 04x12', ['season:04', 'episodes:12']],
    // Episodes
    ['凡人修仙传 更新至第120集', ['episodes:更新至第120集']],
    ['遮天 全36集', ['episodes:全36集']],
    ['海贼王 1-105卷', ['episodes:1-105卷']],
    ['[SubsPlease] One Piece - 1111 (480p)', ['episodes:1111', 'quality:480p']],
    ['[GM-Team][遮天][2023][52][4K]', ['year:2023', 'episodes:52', 'quality:4K']],
    // Years
    ['沙丘 (2021)', ['year:2021']],
    ['西游记 86版', ['year:86版']],
    ['007系列 1962-2021', ['parts:系列', 'years:1962-2021']],
    ['Stephen Colbert 25/10/2019', ['year:25/10/2019']],
    // Languages and subtitles
    ['小丑 国英双音 内封简繁英', ['language:国英双音', 'language:内封简繁英']],
    ['海賊王 日語中字 簡體', ['language:日語', 'language:中字', 'language:簡體']],
    // Size, format, edition, platform, version
    ['流浪地球 73.5GB MKV', ['size:73.5GB', 'format:MKV']],
    ['利用Python进行数据分析 原书第3版 PDF', ['edition:原书第3版', 'format:PDF']],
    ['银翼杀手 导演剪辑版', ['edition:导演剪辑版']],
    ['塞尔达传说 v1.2.1 Switch', ['version:v1.2.1', 'platform:Switch']],
    // Sound
    ['Inception TrueHD7.1', ['audio:TrueHD7.1']],
    ['Naruto.FLAC2.0.x264', ['audio:FLAC', 'codec:x264']],
    ['纸鹤01-36x265', ['episodes:01-36', 'codec:x265']],
    ['Joker DTS-ES 6CH 2Audio', ['audio:DTS-ES', 'audio:6CH', 'audio:2Audio']],
    // Forms of seasons and episodes
    ['The Simpsons Season 20 21 22', ['season:Season 20 21 22']],
    ['Lost S01.to.S04', ['season:S01.to.S04']],
    ['House 6ª Temporada', ['season:6ª Temporada']],
    ['Grue de Papier Livre II', ['season:Livre II']],
    ['Voo Livre x264', ['codec:x264']],
    ['the.simpsons.2401.hdtv', ['season:24', 'episodes:01', 'source:hdtv']],
    ['The Office [401] Fun Run', ['season:4', 'episodes:01']],
    ['Dragon Ball [5.134] Peril', ['season:5', 'episodes:134']],
    ['Andor [01x01-03 из 12]', ['season:01', 'episodes:01-03']],
    ['无限城篇 第一章', ['part:第一章']],
    ['凡人修仙传 年番3', ['kind:年番3']],
    ['25考研 唐迟', ['year:25']],
    ['AutoCAD 2024 (x64)', ['year:2024', 'platform:x64']],
    // Editions that are no words of the table, numbered ones, dates of episodes, numbers that are no years
    ['Effective.Java.3rd.Edition.pdf', ['edition:3rd.Edition', 'format:pdf']],
    ['Java核心技术 原书第12版', ['edition:原书第12版']],
    ['百年孤独 50周年纪念版', ['edition:50周年纪念版']],
    ['喜剧大会 更新至20250815期', ['episodes:更新至20250815期']],
    ['Excel模板 2000套', []],
    ['白眉大侠 320回 128kbps', ['episodes:320回']],
    ['雅思听力 48节', ['episodes:48节']],
    ['电锯人 繁體內嵌', ['language:繁體內嵌']],
    ['航拍中国 CCTV 4K', ['origin:CCTV', 'quality:4K']],
    ['单田芳评书《隋唐演义》', ['kind:评书']],
    ['求生之路 1代', ['part:1代']],
    ['MATLAB R2024a Win64', ['version:R2024a', 'platform:Win64']],
    ['Adele - 25 (2015)', ['year:2015']],
    ['天龙八部 AI修复', ['edition:AI修复']],
    // Numbers that only their place explains
    ['[Crane] Paper Crane S2 - 07v2 [1080p]', ['season:S2', 'episodes:07v2', 'quality:1080p']],
    ['Paper Crane S01 13-14 2031 1080p', ['season:S01', 'episodes:13-14', 'year:2031', 'quality:1080p']],
    ['纸鹤故事第2季.40.灯塔', ['season:第2季', 'episodes:40']],
    ['纸鹤故事 S1 (8).mkv', ['season:S1', 'episodes:8', 'format:mkv']],
    ['纸鹤演义01.折纸.mkv', ['episodes:01', 'format:mkv']],
    ['纸鹤 12.mkv', ['episodes:12', 'format:mkv']],
    ['纸鹤新番688[1080P]', ['kind:新番', 'episodes:688', 'quality:1080P']],
    ['Paper Crane - 12 END [720p]', ['episodes:12 END', 'quality:720p']],
    ['Paper Crane - 01 v2 [1080p]', ['episodes:01 v2', 'quality:1080p']],
    ['Paper Crane [13(OAD)][1080p]', ['episodes:13(OAD)', 'quality:1080p']],
    ['[Tail] Paper Crane 08 [AB12CD34]', ['episodes:08']],
    ['纸鹤研究所 #17.ts', ['episodes:17', 'source:ts']],
    ['Paper.Crane.5of6.720p', ['episodes:5of6', 'quality:720p']],
    ['[Paper Crane][2160][TV 04]', ['quality:2160', 'episodes:04']],
    ['Crane Tales - 46 (S04E10)', ['season:S04', 'episodes:E10']],
    ['Paper.Crane.S1958E13.mkv', ['noise:S1958', 'episodes:E13', 'format:mkv']],
    ['Paper Crane S01E01-02-03', ['season:S01', 'episodes:E01-02-03']],
    ['Paper.CraneS01E06.720p', ['season:S01', 'episodes:E06', 'quality:720p']],
    ['Paper.Crane.S01E061080p.WEB', ['season:S01', 'episodes:E06', 'quality:1080p', 'source:WEB']],
    ['Those Cranes - S07E22 - 2000 Birds', ['season:S07', 'episodes:E22']],
    ['纸鹤 2,67 GB', ['size:2,67 GB']],
    ['Paper Crane 2nd Season 24 (Blu-ray)', ['season:2nd Season', 'episodes:24', 'source:Blu-ray']],
    ['Paper Crane [20 of 25] [HDTV]', ['episodes:20 of 25', 'source:HDTV']],
    ['Paper Crane 2 [88F4F7F0].mkv', ['episodes:2', 'format:mkv']],
    ['[Tail].Paper.Crane.27.[1280x720].[88F4F7F0]', ['episodes:27', 'quality:1280x720']],
    ['Paper Crane 10 v2 [DVD]', ['episodes:10 v2', 'source:DVD']],
    ['Paper Crane 13-15 [BD]', ['episodes:13-15', 'source:BD']],
    ['Paper Crane 2 - 52 [720p]', ['episodes:52', 'quality:720p']],
    ['Paper Crane #1-4', ['episodes:1-4']],
    ['Paper Crane #01v2 [720p]', ['episodes:01v2', 'quality:720p']],
    ['Crane 00 S2 - 01v2 [720p]', ['season:S2', 'episodes:01v2', 'quality:720p']],
    ['Paper Crane S01x02', ['season:S01', 'episodes:02']],
    ['纸鹤 第二季/5.mkv', ['season:第二季', 'episodes:5', 'format:mkv']],
    ['纸鹤31.mkv', ['episodes:31', 'format:mkv']],
    // A part of a series of films
    ['纸鹤与激情10.mkv', ['format:mkv']],
    ['纸鹤与激情10.1080p.mkv', ['quality:1080p', 'format:mkv']],
    ['纸鹤剧场版27.mp4', ['kind:剧场版', 'format:mp4']],
    ['纸鹤 24.1080P', ['episodes:24', 'quality:1080P']],
    ['【纸鹤】[24（END）][720P]', ['episodes:24（END）', 'quality:720P']],
    ['【纸鹤】『05』', ['episodes:05']],
    ['【纸鹤】 第2期 - 26 [1080p]', ['season:第2期', 'episodes:26', 'quality:1080p']],
    // Lists of seasons
    ['Paper.Crane.S01.S02.S03.1080p', ['season:S01.S02.S03', 'quality:1080p']],
    ['Paper Crane Seasons 1 + 2', ['season:Seasons 1 + 2']],
    ['Paper Crane Season 1, 2, 3 & 4', ['season:Season 1, 2, 3 & 4']],
    ['纸鹤 第一季+第二季', ['season:第一季+第二季']],
    ['纸鹤 第一、二季', ['season:第一、二季']],
    ['[Group] 纸鹤 第三期 - 03', ['season:第三期', 'episodes:03']],
    ['纸鹤 第三期 4K', ['episodes:第三期', 'quality:4K']],
    ['Paper.Crane.S01E01.&.E02.720p', ['season:S01', 'episodes:E01.&.E02', 'quality:720p']],
    ['Paper.Crane.S01E01-S01E03.720p', ['season:S01', 'episodes:E01-S01E03', 'quality:720p']],
    ['Paper Crane 1x01-1x03', ['season:1', 'episodes:01-1x03']],
    ['Paper Crane - 01 & 02 [720p]', ['episodes:01 & 02', 'quality:720p']],
    ['[Group] 纸鹤 SP02 [720p]', ['noise:SP02', 'quality:720p']],
    ['纸鹤 前三季', ['season:前三季']],
    // Languages
    ['Paper Crane [CHS&JPN]', ['language:CHS&JPN']],
    [
      'Paper Crane 2031 720p Eng Fre Jap',
      ['year:2031', 'quality:720p', 'language:Eng', 'language:Fre', 'language:Jap'],
    ],
    ['Paper Crane 2031 [ES.EN]', ['year:2031', 'language:ES', 'language:EN']],
    ['Paper.Crane.2031.Ukrainian.1080p', ['year:2031', 'language:Ukrainian', 'quality:1080p']],
    ['Paper Crane (BD 1920x1080 AACx2)', ['source:BD', 'quality:1920x1080', 'audio:AAC']],
    ['纸鹤 国粤配音 特效中英字幕', ['language:国粤', 'language:特效中英字幕']],
    ['纸鹤 日英音轨.内封字幕', ['language:日英', 'language:内封字幕']],
    ['纸鹤 中字外挂字幕', ['language:中字外挂字幕']],
    ['纸鹤 内封简 / 繁 4K', ['language:内封简 / 繁', 'quality:4K']],
    ['Paper Crane CHS-ENG', ['language:CHS-ENG']],
    // Sound in channels
    ['Paper Crane 2031 FLAC 2.0-Tail', ['year:2031', 'audio:FLAC', 'audio:2.0']],
    ['Paper Crane 2031 DTS-HD MA5.1', ['year:2031', 'audio:DTS-HD MA', 'audio:5.1']],
    ['Paper.Crane.2031.DD.5.1.x264', ['year:2031', 'audio:DD.5.1', 'codec:x264']],
    ['Paper Crane 2.0 FLAC', ['audio:FLAC']],
    // Counts that go on, glued marks, editions
    ['纸鹤 40更新中', ['episodes:40更新中']],
    ['纸鹤 10期同步更新中', ['episodes:10期同步更新中']],
    ['纸鹤 39全', ['episodes:39全']],
    ['纸鹤 2031更新中', ['year:2031', 'noise:更新中']],
    ['Paper.Crane.HD1080P', ['quality:1080P']],
    ['Paper.Crane.2031.DC.1080p', ['year:2031', 'edition:DC', 'quality:1080p']],
    ['【DC】纸鹤 1080P', ['quality:1080P']],
    ['纸鹤 无广纯净版', ['noise:无广', 'edition:纯净版']],
    // What comes with a work
    ['纸鹤 4K（附第一季 灯塔）', ['quality:4K', 'noise:附第一季']],
    ['纸鹤 2季全（附漫画）', ['season:2季全', 'noise:附漫画']],
    ['纸鹤 4K 附中英字幕', ['quality:4K', 'noise:附', 'language:中英字幕']],
    ['纸鹤 含课件', ['noise:含', 'kind:课件']],
    ['纸鹤内含课件', ['noise:内含', 'kind:课件']],
    ['纸鹤 含羞草', []],
    // Parts
    ['流浪地球 1+2 合集', ['parts:1+2', 'parts:合集']],
    ['指环王 三部曲', ['parts:三部曲']],
  ])('of ‘%s’ are found', (title, marks) => {
    expect(marksOf(title)).toEqual(marks)
  })

  it.each([
    ['权力的游戏', '游戏 within a word'],
    ['考研英语', '英语 within a word'],
    ['阿里巴巴与四十大盗', '阿里 within a word'],
    ['Madame Web', 'a weak Latin word in a title'],
    ['The Switch', 'a platform that is a word'],
    ['千与千寻', 'no number'],
    ['9-1-1 Lone Star', 'numbers that begin a name'],
    ['Paper Crane 17-26', 'no number of an episode'],
    ['The Dark Tower', 'codes of languages within words'],
  ])('of ‘%s’ are none: %s', (title) => {
    expect(marksOf(title)).toEqual([])
  })

  it('have the length of the pieces in the original, also in traditional and full-width characters', () => {
    expect(marksOf('慶餘年　第二季　（２０２４）　４Ｋ　繁體中字')).toEqual([
      'season:第二季',
      'year:２０２４',
      'quality:４Ｋ',
      'language:繁體中字',
    ])
  })
})
