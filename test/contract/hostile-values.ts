// Invalid values for each parameter of a search, written by hand.

/** Every parameter of a search. */
export const parameters = [
  'kw',
  'channels',
  'plugins',
  'cloud_types',
  'conc',
  'refresh',
  'res',
  'src',
  'ext',
  'filter',
] as const
type Parameter = (typeof parameters)[number]

/** The JSON text of `levels` nested arrays. */
export function nested(levels: number) {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`
}
function deepObject(levels: number) {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}
/** Invalid values in a JSON body, as JSON text, because invalid Unicode and duplicate keys have no other form. */
export const refusedInBody: Readonly<Record<Parameter, readonly string[]>> = {
  kw: [
    '5',
    'true',
    '[]',
    '["a"]',
    '{}',
    '""',
    '" \\t\\n"',
    '"\\u200b"',
    '"a\\u0000"',
    '"\\ud800"',
    '"a\\udc00b"',
    '-0',
  ],
  channels: [
    '5',
    'false',
    '{}',
    '[5]',
    '[["abcd"]]',
    '[null]',
    '"abc"',
    '"\\u0000abcd"',
    '"频道频道"',
    '["abcd", "a\\ud800bcd"]',
    '"[x"',
  ],
  plugins: ['5', 'true', '{}', '[5]', '[[]]', '[{}]', '"a\\u0000"', '"\\ud800"', '"[1]"'],
  cloud_types: ['5', 'true', '{}', '[115]', '[["quark"]]', '"a\\u0000"', '"\\udfff"'],
  conc: [
    '-1',
    '257',
    '1.5',
    '1e9',
    '1e999',
    '"-0"',
    '"0.5"',
    '"0x0"',
    '"0x10"',
    '"1e1"',
    '"NaN"',
    'true',
    '[]',
    '[5]',
    '{}',
    '"５"',
  ],
  refresh: ['2', '-1', '"maybe"', '"\\u0000"', '[]', '[true]', '{}', '1.5', '"truetrue"'],
  res: ['5', 'true', '"ALL"', '"links"', '["all"]', '{}', '"all\\u0000"', '"__proto__"', '"constructor"'],
  src: ['5', 'true', '"TG"', '"web"', '["tg"]', '{}', '"tg\\u0000"', '"toString"'],
  ext: [
    ...['5', 'true', '[]', '"x"', '"[]"', '"null"', '{"title_en":5}', '{"title_en":"\\u0000"}', '{"a":"\\ud800"}'],
    ...[
      '{"deadline_ms":199}',
      '{"deadline_ms":30001}',
      '{"deadline_ms":"1e3"}',
      '{"deadline_ms":true}',
      '{"\\udc00":1}',
    ],
    ...[
      '{"__proto__":{"x":1}}',
      '{"a":{"constructor":1}}',
      '"{\\"prototype\\":1}"',
      deepObject(17),
      `{"a":${nested(30_000)}}`,
    ],
  ],
  filter: [
    ...['5', 'true', '[]', '"x"', '{"include":5}', '{"include":[5]}', '{"exclude":{}}', '{"include":["\\u0000"]}'],
    ...[
      '{"__proto__":{"include":["a"]}}',
      '{"include":[["a"]]}',
      '{"exclude":["\\ud800"]}',
      deepObject(17),
      nested(30_000),
    ],
  ],
}

/** Invalid values in a query, percent-encoded. */
export const refusedInQuery: Readonly<Record<Parameter, readonly string[]>> = {
  kw: [
    '',
    '+',
    '%09%0A',
    '%E3%80%80',
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%C4%E3',
    '%ED%A0%80',
    '%F0%9F',
    '%E2%80%AE',
    'a'.repeat(201),
  ],
  channels: ['abc', '%00', '%', 'a%E9%80', '%5B1%5D', '%5B', 'https://example.com/abcd', `a${'b'.repeat(5_000)}`],
  plugins: ['%00', '%', '%5B1%5D', 'a'.repeat(101), 'a%07b'],
  cloud_types: ['%00', '%', '%5B115%5D', 'a'.repeat(101)],
  conc: [
    '-0',
    '0.5',
    '.0',
    '-1',
    '257',
    '1.5',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    '%00',
    '%',
    '9'.repeat(1_000),
    '1&conc=2',
    '%D9%A1',
  ],
  refresh: ['2', 'maybe', '%00', '%', 'true&refresh=false', '%F0%9F%91%8D'],
  res: ['ALL', 'merged', '%00', '%', 'all&res=results', '__proto__'],
  src: ['TG', '%00', '%', 'tg&src=plugin', 'constructor'],
  ext: [
    'x',
    '%5B%5D',
    'null',
    '1',
    '%00',
    '%',
    '%7B',
    '%7B%22__proto__%22:1%7D',
    '%7B%7D&ext=%7B%22a%22:1%7D',
    '%5B'.repeat(5_000),
  ],
  filter: ['x', '%5B%5D', 'null', '%', '%7B%22include%22:5%7D', '%7B%22constructor%22:1%7D', '%7B%7D&filter=1'],
}
