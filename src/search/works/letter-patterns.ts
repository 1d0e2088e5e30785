// Marks that begin with a Latin or Cyrillic letter: seasons, episodes, parts, sound, versions.
import { episodes, type Pattern, range, season } from './pattern.ts'

export const inLetters: ReadonlyMap<string, readonly Pattern[]> = new Map([
  [
    's',
    [
      // S01.to.S04, S01S02
      {
        next: '0123456789',
        ...season,
        form: /s(?<from>\d{1,2})(?:[. ]to[. ]|s|, ?|[. ]-[. ]|--)s?(?<to>\d{1,2})(?![\da-z])/y,
      },
      {
        next: '0123456789',
        ...season,
        form: /s(?<from>\d{1,3})(?:\s?[-~+]\s?s?(?<to>\d{1,2})(?![\da-z]))?(?=[^a-z\d]|$|x?e\d|ep\d)/y,
      },
      { next: 'e', ...season, form: /season[ ._](?<from>one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z])/y },
      { next: 'e', ...season, form: /second season(?![a-z])/y, numbers: () => [2] },
      // Season 20 21 22; Seasons 1, 2 and 3
      {
        next: 'e',
        name: 'season',
        form: /seasons?[ ._:]{1,2}(?<list>\d{1,2}(?:(?:, ?| |\.| & |, and | and )\d{1,2}(?!\d)){2,30})(?![\da-z])/y,
        numbers: ({ list }) => (list?.match(/\d+/g) ?? []).map(Number),
      },
      {
        next: 'eat',
        ...season,
        form: /(?:season|sezon(?:ul)?|series|saison|staffel|stagione)s?[ ._:]{0,2}(?<from>\d{1,2})(?:(?:-| -|&| & |\+| to | through | and |~)(?<to>\d{1,2})|\s-\s(?<last>\d{1,2})(?=\s\+))?(?![\da-z]|x\d)/y,
      },
    ],
  ],
  ['с', [{ ...season, form: /сезон[ы:]{0,2} ?(?<from>\d{1,2})(?:-(?<to>\d{1,2}))?(?!\d)/y }]],
  [
    't',
    [
      { next: 'e', ...season, form: /temp(?:orada)?s?[ ._](?<from>\d{1,2})(?:(?:-| a | al )(?<to>\d{1,2}))?(?!\d)/y },
      { next: '0123456789', ...season, form: /t(?<from>\d{1,2})(?=e\d{2})/y },
      // TrueHD7.1
      { next: 'r', name: 'audio', form: /true-?hd ?[2567]\.[01](?!\d)/y },
    ],
  ],
  [
    'e',
    [
      {
        next: 'p0123456789',
        ...episodes,
        form: /ep?\d{1,4}(?:v\d)?(?:[-+~]?ep?\d{1,4}){0,40}(?:[-~]\d{1,4})?(?![a-z\d])/y,
      },
      {
        next: 'p',
        ...episodes,
        form: /(?:ep(?:isode)?s?|episodio|épisode)[ ._]{0,2}\d{1,4}(?:v\d)?(?:\s?[-~]\s?\d{1,4})?(?![a-z\d])/y,
      },
    ],
  ],
  [
    'x',
    [
      { next: '.2', name: 'codec', form: /x\.?26[456]/y },
      {
        next: 'e0123456789',
        ...episodes,
        form: /(?<skip>x)(?!(?:64|86)(?!\d))(?:ep?)?\d{2,3}(?:-\d{2,3})?(?![a-z\d])/y,
      },
    ],
  ],
  ['o', [{ next: 'va', name: 'noise', form: /(?:ova|oad)\d{1,2}(?![a-z\d])/y }]],
  ['h', [{ next: '. 2', name: 'codec', form: /h[. ]?26[456]/y }]],
  [
    'v',
    [
      // Vol. 2 of a series of films
      { next: 'o', name: 'part', form: /vol(?:ume)?[. ]{0,2}(?<from>\d)(?![a-z\d-])/y, numbers: range },
      { next: 'o', ...episodes, form: /vol\.?\s?\d{1,4}(?:-\d{1,4})?(?![a-z\d])/y },
      { next: '0123456789', name: 'version', form: /v\d{1,3}(?:\.\d{1,5}){1,4}[a-o]?(?![a-z\d])/y },
    ],
  ],
  [
    'p',
    [
      {
        next: 'a',
        name: 'part',
        form: /part[ ._](?<from>one|two|three|four|[1-4]|i{1,3}|iv)(?![a-z\d])/y,
        numbers: range,
      },
    ],
  ],
  [
    'c',
    [
      { next: 'a', ...episodes, form: /cap(?:itulo)?[ ._]\d{1,4}(?!\d)/y },
      { next: 'h', name: 'part', form: /chapter[ ._](?<from>one|two|three|four|[1-4])(?![a-z\d])/y, numbers: range },
    ],
  ],
  [
    'f',
    [
      // FLAC2.0
      { next: 'l', name: 'audio', form: /flac(?=[2567]\.[01])/y },
      { next: 'o', ...episodes, form: /folge[ ._]?\d{1,4}(?!\d)/y },
    ],
  ],
  ['r', [{ next: '2', name: 'version', form: /r20[0-3]\d[ab](?![a-z\d])/y }]],
  ['b', [{ next: 'u', name: 'version', form: /build[ .]?\d{4,10}/y }]],
  [
    'd',
    [
      { next: 'd', name: 'audio', form: /dd[p+]?a? ?[2567](?:[. ]?[01])(?!\d)/y },
      // DTS-ES, DTS5.1
      { next: 't', name: 'audio', form: /dts(?=-es(?![a-z])|[2567]\.[01])/y },
    ],
  ],
  ['a', [{ next: 'ac', name: 'audio', form: /a(?:ac|c3)(?: ?[2567][. ][01]|(?=[2567]\.[01]))(?!\d)/y }]],
  ['l', [{ next: 'p', name: 'audio', form: /lpcm(?=[2567]\.[01])/y }]],
])
